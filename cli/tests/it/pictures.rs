//! The doctor's page in the manual, as it is today: `HR_BLESS=1 cargo test -p healthrecord-cli pictures` draws it anew.

use crate::desk::Desk;
use anstyle_svg::Term;
use hr_sandbox::{Call, Fault};
use regex::Regex;
use serde_json::json;
use std::fs;
use std::path::Path;

/// What differs from run to run, and what is shown in its place.
const VARIES: &str = r"
    2020-\d\d-\d\dT[\d:.]+Z => 2020-11-26T10:00:00.000Z
    \d{6,} s => 189336846 s
    Configuration: .* => Configuration: /home/zoe/.config/healthrecord/hr.toml
    (bits), /.* => $1, /usr/bin/hr
    202[1-9]-\d\d-\d\dT[\d:.]+Z => 2026-11-26T09:30:00.000Z
    call [0-9A-Z]{8} => call 7K3MQ2XD
    127\.0\.0\.1:\d+ => 127.0.0.1:48367
    (resolve|connect|send|wait|read) \d+ => $1 0
    \(\d+ ms\) => (4 ms)
";

#[track_caller]
fn is_the_picture(desk: &Desk, name: &str) {
    let mut command = desk.command("doctor");
    let output = command.env("CLICOLOR_FORCE", "1").output().unwrap();
    let mut page = String::from_utf8(output.stdout).unwrap();
    for row in VARIES.trim().lines() {
        let (pattern, shown) = row.trim().split_once(" => ").unwrap();
        let pattern = Regex::new(pattern).unwrap();
        page = pattern.replace_all(&page, shown).into_owned();
    }
    let picture = Term::new().render_svg(&page);
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../docs/images")
        .join(name);
    if std::env::var_os("HR_BLESS").is_some() {
        fs::write(&file, &picture).unwrap();
    }
    let today = fs::read_to_string(file).unwrap_or_default() == picture;
    assert!(today, "HR_BLESS=1 cargo test draws {name} anew");
}

#[test]
fn the_page_of_a_sound_setup_and_of_a_broken_one() {
    is_the_picture(&Desk::new(), "doctor-sound.svg");
    let more = json!({"local_url": "http://127.0.0.1:9", "patients_pointer": null});
    let desk = Desk::with(|_| true, more);
    let ended = r#"{"licenseTicket":"e30.eyJleHAiOjEwMDAwMDAwMDB9.c2ln"}"#;
    let fault = Fault::on(Call::Ticket).body(ended);
    let fault = fault.header("date", "Thu, 26 Nov 2020 10:00:00 GMT");
    desk.sandbox.set_fault(fault);
    is_the_picture(&desk, "doctor-broken.svg");
}
