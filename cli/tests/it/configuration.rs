//! Where the configuration comes from: an option, the environment, the user's own file; JSON or TOML.

use crate::desk::Desk;
use serde_json::json;
use std::fs;
use testkit::c_compiler::{Ended, run};

/// With nothing in the environment.
fn bare(desk: &Desk, line: &str) -> Ended {
    run(desk.command(line).env_remove("HR_CONFIG"), "")
}

#[test]
fn init_writes_a_file_that_serves_and_keeps_the_bearer_apart() {
    let desk = Desk::new();
    let bearer = desk.sandbox.license_bearer();
    let given = desk.file("bearer", format!("{bearer}\n"));
    bare(&desk, "init").exits(2).says("--license-url");
    let url = desk.sandbox.license_url();
    let init = |more| bare(&desk, &format!("init --license-url {url} {more}"));
    let unread = init("--license-bearer-file none").exits(2);
    unread.says("license_bearer_file in the configuration must be");
    let ran = init("--license-bearer-file bearer").exits(0);
    let again = init("--license-bearer-file bearer");
    again.exits(2).says("--force");
    let place = ran.out.strip_prefix("Written: ").unwrap();
    let place = place.split(". Next: ").next().unwrap();
    let text = fs::read_to_string(place).unwrap();
    assert!(!text.contains(&bearer), "{text}");
    assert!(text.contains(&format!("\nlicense_bearer_file = {}\n", json!(given))));
    assert!(text.contains("\n#user_agent = \"clinic/1.0\" # example\n"));
    // What stands as an example is taken when its # goes.
    let local = format!("local_url = \"{}\"", desk.sandbox.local_url());
    let text = text.replace("#local_url = \"http://127.0.0.1:48367\"", &local);
    let journal = format!("journal = {}", json!(desk.home.path().join("own.hrj")));
    let text = text.replace("#journal = \"/var/lib/clinic/hr.journal\"", &journal);
    let text = text.replace("#ca_file", "# ca_file").replace("\n#", "\n");
    let set = text.lines().filter(|line| !line.starts_with(' '));
    fs::write(place, set.collect::<Vec<_>>().join("\n")).unwrap();
    bare(&desk, "doctor").exits(0).says(place);
    // The file stays whole.
    #[cfg(target_os = "linux")]
    {
        let line = format!("init --force --license-url {url} --license-bearer-file bearer");
        let ran = desk.run_with_room(1, &format!("{line} --config {place}"), "");
        ran.exits(2);
        bare(&desk, "doctor").exits(0);
    }
    // In the language of the user, with the journal that there was.
    let french = init("--license-bearer-file bearer --force --lang=fr");
    french.exits(0).says("Écrit\u{a0}: ");
    let text = fs::read_to_string(place).unwrap();
    let french = "\n# La méthode HTTP qui demande un ticket.\n#ticket_method = \"POST\"\n";
    assert!(text.contains(french), "{text}");
    assert!(text.contains(&format!("\n{journal}\n")), "{text}");
}

#[test]
fn the_bearer_comes_from_a_file() {
    let desk = Desk::new();
    let bearer = desk.sandbox.license_bearer();
    desk.file("bearer", format!("{bearer}\r\n"));
    let mut configuration = desk.sandbox.config_json();
    configuration["license_bearer"] = json!("another");
    desk.file("hr.json", configuration.to_string());
    desk.run("cards").exits(4);
    desk.run("cards --license-bearer-file bearer").exits(0);
    let by_variable = |file| {
        let mut command = desk.command("cards");
        run(command.env("HR_LICENSE_BEARER_FILE", file), "")
    };
    by_variable("bearer").exits(0);
    // Somebody may have given the bearer itself.
    by_variable(&bearer).exits(2).hides(&bearer);
    // The key counts from the configuration's own folder.
    fs::create_dir(desk.home.path().join("beside")).unwrap();
    desk.file("beside/bearer", &bearer);
    fs::remove_file(desk.home.path().join("bearer")).unwrap();
    configuration["license_bearer_file"] = json!("bearer");
    desk.file("beside/hr.json", configuration.to_string());
    desk.run("--config beside/hr.json cards").exits(0);
}
