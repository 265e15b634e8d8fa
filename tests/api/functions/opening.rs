//! What `hr_open` refuses. The settings that it reports are in the fuzz target `configuration`.

use std::ffi::c_char;
use std::time::{Duration, Instant};

use hr::ffi::handle;
use serde_json::json;
use testkit::*;

/// Configurations, and what the remedy names. What is refused is compared with the schema in `schema`.
const REFUSED: &str = r#"
    |JSON
    []|JSON
    {"licence_url":"x"}|licence_url
    {"proxy":"none","proxy":"env"}|proxy
    {"timeouts":{"read_ms":1}}|timeouts.read_ms
    {"timeouts":{"call_ms":1,"call_ms":1}}|call_ms
    {"timeouts":{"call_ms":"5"}}|timeouts.call_ms
    {"max_reply_bytes":2147483648}|max_reply_bytes
    {"allow_plain_http":1}|allow_plain_http
    {"card_form":null}|card_form
    {"license_bearer":"a b"}|license_bearer
    {"license_bearer_file":7}|license_bearer_file
    {"license_bearer_file":"/nowhere/bearer"}|license_bearer_file
    {"local_url":"http://192.168.1.2:48367"}|local_url
    {"card_client_owners":["own"]}|card_client_owners
    {"identified_field":"/a~2"}|identified_field
    {"card_types":[1]}|card_types
    {"profile":[]}|profile
    {"patients_pointer":"patients"}|patients_pointer
    {"user_agent":"a\r\nb"}|user_agent
    {"ca_file":"/nowhere/ca.pem"}|ca_file
    {"card_codes":{"pin_wrong":[4]}}|card_codes.pin_wrong
    {"card_codes":{"pin_refused":[4],"card_locked":[4]}}|card_codes.card_locked
    {"card_codes":{"pin_refused":[4],"card_locked":["4"]}}|card_codes.card_locked
    {"card_codes":{"card_absent":["A","A"]}}|card_codes.card_absent"#;

#[test]
fn open_names_what_it_cannot_use() {
    let mut number = 7;
    let none = std::ptr::null();
    let refused = call("hr_open", |out| unsafe {
        handle::hr_open(none, &mut number, out)
    });
    refused.fails("HR_E_ARGUMENT");
    assert_eq!(number, 0, "the handle is 0 on failure");
    let config = c("{}");
    let nowhere = std::ptr::null_mut();
    call("hr_open", |out| unsafe {
        handle::hr_open(config.as_ptr(), nowhere, out)
    })
    .fails("HR_E_ARGUMENT");
    let invalid: *const c_char = c"{\"a\":\"\xff\"}".as_ptr();
    call("hr_open", |out| unsafe {
        handle::hr_open(invalid, &mut number, out)
    })
    .fails("HR_E_ARGUMENT");

    for row in REFUSED.trim_start_matches('\n').lines() {
        let (config, named) = row.trim_start().rsplit_once('|').unwrap();
        let (number, outcome) = Host::try_open(config);
        assert_eq!(number, 0);
        let error = outcome.fails("HR_E_CONFIG");
        error.says("remedy", named);
        error.says("remedy_fr", named);
    }
}

/// Of a file that an editor wrote.
#[test]
fn a_byte_order_mark_may_stand_before_the_configuration() {
    let (number, opened) = Host::try_open("\u{feff}{\"language\":\"fr\"}");
    opened.ok().says("language", "fr");
    drop(Host(number));
    let twice = Host::try_open("\u{feff}\u{feff}{}").1;
    twice.fails("HR_E_CONFIG");
}

/// R28: a bearer in the place of a key was named in the error.
#[test]
fn a_secret_in_the_place_of_a_key_is_not_repeated() {
    let long = "a".repeat(41);
    let keys = "eyJhbGciOiJ.x k3y OurKey qq-zz qq.zz qq\u{e9} dG9rZW4tMTIz 0123456789abcdef";
    for key in keys.split(' ').chain(["qq zz", &long]) {
        for config in [
            format!(r#"{{"{key}":1}}"#),
            format!(r#"{{"timeouts":{{"{key}":1}}}}"#),
            format!(r#"{{"{key}":1,"{key}":2}}"#),
        ] {
            let error = Host::try_open(&config).1.fails("HR_E_CONFIG");
            assert!(!error.text.contains(key), "{}", error.text);
        }
    }
}

/// A `ca_file` that was a pipe was waited for, a device was read without end, a folder gave no clear error. What holds for it
/// holds for `license_bearer_file`.
#[cfg(unix)]
#[test]
fn r30_a_ca_file_is_a_regular_file_of_bounded_size() {
    let large = TempFile::new("large.pem", b"");
    let file = std::fs::File::create(large.path()).unwrap();
    file.set_len((16 << 20) + 1).unwrap();
    let pipe = format!("{}.pipe", large.path());
    assert_eq!(unsafe { libc::mkfifo(c(&pipe).as_ptr(), 0o600) }, 0);
    let folder = std::env::temp_dir();
    let folder = folder.to_str().unwrap();
    let paths = [large.path(), &pipe, folder, "/dev/zero", "/dev/stdin"];
    let keys = ["ca_file", "license_bearer_file"];
    for (path, key) in paths
        .into_iter()
        .flat_map(|path| keys.map(|key| (path, key)))
    {
        let config = json!({ key: path }).to_string();
        let (end, ended) = std::sync::mpsc::channel();
        std::thread::spawn(move || end.send(Host::try_open(&config).1));
        let refused = ended.recv_timeout(SOON).expect(path);
        let remedy = refused.fails("HR_E_CONFIG").str("remedy");
        assert!(remedy.contains(key), "{remedy}");
    }
}

#[test]
fn the_license_bearer_comes_from_a_file_and_stands_in_no_error() {
    let sandbox = sandbox();
    let mut config = sandbox.config_json();
    let bearer = config["license_bearer"].as_str().unwrap().to_owned();
    // What the file has counts.
    config["license_bearer"] = json!("another");
    for text in [bearer.clone(), format!("\u{feff} {bearer}\r\n")] {
        let file = TempFile::new("license.bearer", text.as_bytes());
        config["license_bearer_file"] = json!(file.path());
        let (handle, opened) = Host::try_open(&config.to_string());
        let opened = opened.ok();
        assert_eq!(opened.json["license_bearer_set"], true);
        assert!(!opened.text.contains(&bearer), "{}", opened.text);
        Host(handle).ticket().ok();
    }
    let long = "planted".repeat(10_000);
    for text in ["", " \n", "a planted-bearer", "planted\u{e9}", &long] {
        let file = TempFile::new("license.bearer", text.as_bytes());
        // Somebody may give the bearer in place of the path.
        for path in [file.path(), "planted-bearer"] {
            let config = json!({"license_bearer_file": path}).to_string();
            let error = Host::try_open(&config).1.fails("HR_E_CONFIG");
            error.says("remedy", "nothing but the license bearer");
            assert!(!error.text.contains("planted"), "{}", error.text);
        }
    }
}

/// Each of 65,000 keys was compared with all keys before it: 3.7 seconds, and 60 in a debug build.
#[test]
fn r86_the_time_of_reading_grows_with_a_text_and_not_faster() {
    let keys: Vec<String> = (0..65_000).map(|n| format!("\"key{n}\":1")).collect();
    let object = format!("{{{}}}", keys.join(","));
    let twice = format!("{{{},\"key7\":1}}", keys.join(","));
    let nobody = json!({"local_url": "http://127.0.0.1:1", "timeouts": {"connect_ms": 1000}});
    let host = Host::open(&nobody);
    assert_eq!(host.ticket_set("planted-ticket"), 0);
    let started = Instant::now();
    Host::try_open(&object).1.fails("HR_E_CONFIG");
    let within = format!("{{\"timeouts\":{object}}}");
    Host::try_open(&within).1.fails("HR_E_CONFIG");
    let absent = host.wait_card(Some(&object), 0);
    absent.fails("HR_E_CARD_CLIENT_ABSENT");
    host.wait_card(Some(&twice), 0).fails("HR_E_ARGUMENT");
    assert!(started.elapsed() < Duration::from_secs(10));
}
