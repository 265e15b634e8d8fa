//! Where the configuration comes from: an option, the environment, the user's own file; JSON or TOML.

use crate::desk::{Desk, Ran};
use serde_json::json;
use std::fs;
use std::process::Stdio;

#[test]
fn init_writes_a_file_that_serves_and_keeps_the_bearer_apart() {
    let desk = Desk::new();
    let bearer = desk.file("bearer", desk.sandbox.license_bearer() + "\n");
    let bare = |arguments: &[&str]| {
        let mut command = desk.bare(arguments);
        Ran::of(command.stdin(Stdio::null()).output().unwrap())
    };
    bare(&["init"]).exits(2).says("--license-url");
    let url = &desk.sandbox.license_url()[..];
    let arguments = [
        "init",
        "--license-url",
        url,
        "--license-bearer-file",
        &bearer,
    ];
    let ran = bare(&arguments).exits(0);
    bare(&arguments).exits(2).says("--force");
    let place = ran
        .out
        .split_whitespace()
        .nth(1)
        .unwrap()
        .trim_end_matches('.')
        .to_owned();
    let text = fs::read_to_string(&place).unwrap();
    assert!(!text.contains(&desk.sandbox.license_bearer()), "{text}");
    for member in [
        "card_codes",
        "patients_pointer",
        "identified_field",
        "journal",
        "proxy",
    ] {
        assert!(
            text.contains(&format!("\n#{member} = ")),
            "{member} in {text}"
        );
    }
    #[cfg(unix)]
    {
        let mode =
            std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&place).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    // What stands as an example is taken when its # goes.
    let text = text.replace(
        "#local_url = \"http://127.0.0.1:48367\"",
        &format!("local_url = \"{}\"", desk.sandbox.local_url()),
    );
    let roots = desk.sandbox.ca_pem().map(|pem| desk.file("ca.pem", pem));
    let roots = roots.map_or(String::new(), |it| format!("ca_file = {}\n", json!(it)));
    fs::write(&place, format!("{roots}{text}")).unwrap();
    bare(&["doctor"]).exits(0).says(&place);
}

#[test]
fn what_is_wrong_is_said_by_its_line_and_never_shown() {
    let desk = Desk::new();
    for (name, text) in [
        (
            "a.toml",
            "license_url = \"https://license.example\"\nlicense_bearer = sandbox-license-bearer\n",
        ),
        ("a.json", "{\n\"license_bearer\": sandbox-license-bearer}"),
    ] {
        let file = desk.file(name, text);
        let ran = desk.run(&["--config", &file, "cards"]).exits(2);
        assert!(!ran.err.contains("sandbox-license-bearer"), "{}", ran.err);
        ran.says("line 2");
    }
    // Twice is for the library to refuse, as it is in the vendor's own program.
    let file = desk.file(
        "twice.json",
        r#"{"license_url": "https://a.example", "license_url": "https://b.example"}"#,
    );
    desk.run(&["--config", &file, "cards"])
        .exits(2)
        .says("HR_E_CONFIG");
    desk.run(&["--config", "none.json", "cards"])
        .exits(2)
        .says("none.json");
}

#[test]
fn the_bearer_comes_from_a_file() {
    let desk = Desk::new();
    let mut configuration = desk.sandbox.config_json();
    configuration
        .as_object_mut()
        .unwrap()
        .remove("license_bearer");
    let file = desk.file("without.json", configuration.to_string());
    let bearer = desk.file("bearer", desk.sandbox.license_bearer() + "\r\n");
    let config = ["--config", &file];
    desk.run(&[&config[..], &["cards"]].concat()).exits(2);
    let option = ["--license-bearer-file", &bearer, "cards"];
    desk.run(&[&config[..], &option].concat()).exits(0);
    configuration["license_bearer_file"] = json!("bearer");
    let file = desk.file("beside.json", configuration.to_string());
    desk.run(&["--config", &file, "cards"]).exits(0);
}
