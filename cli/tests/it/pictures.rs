//! The doctor's page in the manual, as it is today: `HR_BLESS=1 cargo test -p healthrecord-cli pictures` draws it anew.

use crate::desk::Desk;
use hr_sandbox::{Call, Fault};
use serde_json::json;
use testkit::picture::{Lines, is_todays};

const VARIES: &str = r"
    2020-\d\d-\d\dT[\d:.]+Z => 2020-11-26T10:00:00.000Z
    \d{5} h \d+ min => 52593 h 34 min
    Configuration(.*): .* => Configuration$1: /home/zoe/.config/healthrecord/hr.toml
    (\d bits), /.* => $1, /usr/bin/hr
    202[1-9]-\d\d-\d\dT[\d:.]+Z => 2026-11-26T09:30:00.000Z
    (call|appel) [0-9A-Z]{8} => $1 7K3MQ2XD
    127\.0\.0\.1:\d+ => 127.0.0.1:48367
    (resolve|connect|send|wait|read) \d+ => $1 0
    \(\d+ ms\) => (4 ms)
";

#[track_caller]
fn is_the_picture(desk: &Desk, name: &str) {
    for language in ["en", "fr"] {
        let mut command = desk.command(&format!("--lang {language} doctor"));
        let output = command.env("CLICOLOR_FORCE", "1").output().unwrap();
        let name = format!("doctor-{name}-{language}.svg");
        is_todays(&name, &output.stdout, VARIES, Lines::AtOnce);
    }
}

#[test]
fn the_page_of_a_sound_setup_and_of_a_broken_one() {
    is_the_picture(&Desk::new(), "sound");
    let more = json!({"local_url": "http://127.0.0.1:9", "patients_pointer": null});
    let desk = Desk::with(|_| true, more);
    let ended = r#"{"licenseTicket":"e30.eyJleHAiOjEwMDAwMDAwMDB9.c2ln"}"#;
    let fault = Fault::on(Call::Ticket).body(ended);
    let fault = fault.header("date", "Thu, 26 Nov 2020 10:00:00 GMT");
    desk.sandbox.set_fault(fault);
    is_the_picture(&desk, "broken");
}
