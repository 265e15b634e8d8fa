//! `hr-sandbox check` as a program: what is on the page, and what is not. Never how fast anything was.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const EVERY: [&str; 11] = [
    "platform",
    "refusal",
    "card_port",
    "reset",
    "early_refusal",
    "tls",
    "clock",
    "cancel",
    "files",
    "network",
    "traps",
];
const ROUNDS: u64 = 12;
const USER: &str = "zoe-dessai";

/// A user's folder, with the folder for temporary files in it, and a copy of the library on PATH.
struct User(PathBuf);

impl User {
    fn new(name: &str) -> User {
        let folder = format!("check-{}-{name}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(folder)
            .join(USER);
        for part in ["tmp", "bin"] {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        fs::write(folder.join("bin/libhr.so"), b"\x7fELF\x02 invented").unwrap();
        // Where the name is not that of a home folder.
        let other = User::other(&folder);
        fs::create_dir(&other).unwrap();
        fs::write(other.join("libhr.so"), b"another").unwrap();
        User(folder)
    }

    fn other(folder: &Path) -> PathBuf {
        folder.with_file_name(format!("of {USER}"))
    }

    fn check(&self, arguments: &[&str]) -> Output {
        let path = env::join_paths([self.0.join("bin"), User::other(&self.0)]).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_hr-sandbox"));
        for name in [
            "HTTPS_PROXY",
            "ALL_PROXY",
            "all_proxy",
            "HTTP_PROXY",
            "http_proxy",
            "NO_PROXY",
            "no_proxy",
        ] {
            program.env_remove(name);
        }
        program
            .args(["check", "--offline"])
            .args(arguments)
            .env("TMPDIR", self.0.join("tmp"))
            .env("HOME", &self.0)
            .env("USER", USER)
            .env("PATH", path)
            .env("https_proxy", "http://login:parole@proxy.example:3128")
            .output()
            .unwrap()
    }

    fn left(&self) -> usize {
        fs::read_dir(self.0.join("tmp")).unwrap().count()
    }
}

impl Drop for User {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().unwrap());
    }
}

#[track_caller]
fn document(output: &Output, status: i32) -> Value {
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(status), "{said}");
    serde_json::from_str(&said).expect("one JSON document and nothing else")
}

#[track_caller]
fn counts(times: &Value, rounds: u64) {
    let ms = |key: &str| {
        times[key]
            .as_f64()
            .unwrap_or_else(|| panic!("no {key} in {times}"))
    };
    assert_eq!(times["rounds"], rounds, "{times}");
    assert!(
        0.0 <= ms("min_ms") && ms("min_ms") <= ms("median_ms") && ms("median_ms") <= ms("max_ms")
    );
}

#[test]
fn r180_the_page_has_every_measurement() {
    let user = User::new("every");
    let rounds = ROUNDS.to_string();
    let output = user.check(&["--json", "--rounds", &rounds]);
    let page = document(&output, 0);
    assert!(output.stderr.is_empty());
    assert_eq!(
        (&page["format_version"], &page["ok"]),
        (&json!(1), &json!(true))
    );
    // Where the tests were built there may be other copies of the library.
    let findings = page["findings"].as_array().unwrap().iter();
    let findings: Vec<_> = findings
        .filter(|it| it["measurement"] != "platform")
        .collect();
    assert!(findings.is_empty(), "{findings:?}");
    let made: Vec<_> = page["measurements"].as_object().unwrap().keys().collect();
    let mut every = EVERY;
    every.sort_unstable();
    assert_eq!(made, every);
    for (name, part) in page["measurements"].as_object().unwrap() {
        assert_eq!(
            (&part["ok"], &part["failed"]),
            (&json!(true), &Value::Null),
            "{name}"
        );
        for (key, value) in part["values"].as_object().unwrap() {
            let why =
                part["missing"][key]["en"].is_string() && part["missing"][key]["fr"].is_string();
            assert_eq!(value.is_null(), why, "{name}: {key}");
        }
    }
    let of = |name: &str, key: &str| page["measurements"][name]["values"][key].clone();

    assert_eq!(of("platform", "build")["bits"], usize::BITS);
    let copies = of("platform", "copies");
    let mut copies = copies.as_array().unwrap().iter();
    let on_path = copies.find(|copy| copy["place"] == "PATH, entry 1");
    assert_eq!(on_path.expect("the copy on PATH")["bits"], 64);
    for key in ["ipv4", "localhost"] {
        let refused = of("refusal", key);
        counts(&refused, 5);
        assert_eq!(
            refused["endings"],
            json!(["5 x HR_E_CARD_CLIENT_ABSENT connect"])
        );
    }
    assert_eq!(of("card_port", "port"), 48367);
    assert_eq!(of("card_port", "own_ready")["ending"], "HR_OK 200");
    assert_eq!(of("card_port", "own_listener")[0]["own_process"], true);
    for name in ["reset", "early_refusal"] {
        assert_eq!(
            (of(name, "rounds"), of(name, "lost")),
            (json!(ROUNDS), json!(0))
        );
        counts(&of(name, "times"), ROUNDS);
    }
    for (key, ending) in [
        ("without_ca_file", "HR_E_TLS tls_unknown_issuer tls"),
        ("ca_file_address", "HR_OK 200"),
        ("ca_file_name", "HR_OK 200"),
    ] {
        assert_eq!(of("tls", key)["endings"], json!([ending, ending, ending]));
    }
    assert!(of("clock", "clock").as_str().unwrap().starts_with("20"));
    for key in ["connect", "handshake", "read", "upload"] {
        let ended = of("cancel", key);
        counts(&ended, 5);
        assert_eq!(
            (&ended["hung"], &ended["ended_before"]),
            (&json!(0), &json!(0))
        );
        for ending in ended["endings"].as_array().unwrap() {
            assert!(
                ending.as_str().unwrap().contains("HR_E_CANCELLED"),
                "{key}: {ended}"
            );
        }
    }
    assert_eq!(
        of("cancel", "handshake")["endings"],
        json!(["5 x HR_E_CANCELLED tls"])
    );
    for (key, arrived) in [
        ("ordinary", true),
        ("written", true),
        ("long", true),
        ("folder", false),
        ("absent", false),
        ("pipe", false),
        ("null", false),
        ("zero", false),
    ] {
        let file = of("files", key);
        assert_eq!(
            (&file["arrived"], &file["cancelled"]),
            (&json!(arrived), &json!(false)),
            "{key}"
        );
        if arrived {
            assert_eq!(file["unchanged"], true, "{key}");
        }
    }
    let proxy = json!([{"name": "https_proxy", "value": "http://***@proxy.example:3128"}]);
    assert_eq!(of("network", "proxy_environment"), proxy);
    if cfg!(any(target_arch = "x86_64", target_arch = "x86")) {
        for key in ["survived", "read", "kept", "caught"] {
            assert_eq!(of("traps", key), true, "{key}");
        }
    }
}

#[test]
fn r181_the_page_names_no_user_and_nothing_is_left() {
    let user = User::new("private");
    let file = user.0.join("brouillon.txt");
    fs::write(&file, "a document of a user's").unwrap();
    let target = user.0.join("page.json");
    let (file, target) = (file.to_str().unwrap(), target.to_str().unwrap());
    let asked = ["platform", "card_port", "files", "network"];
    let only: Vec<&str> = asked.iter().flat_map(|name| ["--only", name]).collect();
    let given = [
        "--lang",
        "fr",
        "--output",
        target,
        "--file",
        file,
        "--ask-card-client",
    ];
    // A port of this test's own, where nobody listens.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let url = format!("http://127.0.0.1:{port}");
    let given: Vec<_> = given
        .into_iter()
        .chain(["--local-url", &url])
        .chain(only)
        .collect();
    let output = user.check(&given);
    assert_eq!(output.status.code(), Some(0));
    let shown = String::from_utf8(output.stdout.clone()).unwrap();
    let written = fs::read_to_string(target).unwrap();
    let page: Value = serde_json::from_str(&written).unwrap();
    for text in [&shown, &written, &String::from_utf8(output.stderr).unwrap()] {
        for secret in [USER, "parole", "brouillon", "255081416802538"] {
            // As a word: hashes and times may hold any digits.
            let found = text
                .split(|c: char| !c.is_alphanumeric() && c != '-')
                .any(|word| word == secret);
            assert!(!found, "{secret} is in {text}");
        }
        assert!(!text.contains(user.0.to_str().unwrap()));
    }
    let mut made: Vec<_> = page["measurements"].as_object().unwrap().keys().collect();
    made.sort();
    assert_eq!(made, ["card_port", "files", "network", "platform"]);
    for line in [
        "Ce qui ressort\n",
        "Bibliothèque de ce programme: ",
        "laissé de côté à cause de --offline",
    ] {
        assert!(shown.contains(line), "{line:?} is not in {shown}");
    }
    let values = &page["measurements"]["files"]["values"];
    assert_eq!(
        (
            &values["given"][0]["arrived"],
            &values["given"][0]["unchanged"]
        ),
        (&json!(true), &json!(true))
    );
    let asked = &page["measurements"]["card_port"]["values"]["ready"]["ending"];
    assert_eq!(asked, "HR_E_CARD_CLIENT_ABSENT connect");
    let copies = page["measurements"]["platform"]["values"]["copies"]
        .as_array()
        .unwrap();
    assert_eq!(copies.last().unwrap()["place"], "PATH, entry 2");
    assert_eq!(user.left(), 0);
}

#[test]
fn r182_what_fails_is_on_the_page_and_in_the_status() {
    let user = User::new("fails");
    // No address that the library takes.
    let given = [
        "--json",
        "--only",
        "card_port",
        "--local-url",
        "http://192.0.2.1:1",
        "--ask-card-client",
    ];
    let page = document(&user.check(&given), 1);
    assert_eq!(page["ok"], false);
    let part = &page["measurements"]["card_port"];
    assert!(
        part["failed"]
            .as_str()
            .unwrap()
            .starts_with("hr_open: HR_E_CONFIG"),
        "{part}"
    );
    // What was measured before stays.
    assert_eq!(part["values"]["own_ready"]["ending"], "HR_OK 200");
    let nowhere = user.0.join("no folder/page.json");
    let given = [
        "--json",
        "--only",
        "network",
        "--output",
        nowhere.to_str().unwrap(),
    ];
    let page = document(&user.check(&given), 1);
    assert_eq!(page["ok"], true);
    let wrong = user.check(&["--only", "everything"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(user.left(), 0);
}
