//! The schemas in `schema/` against the library: what they allow it takes, what they refuse it refuses, with nothing sent.
//! Tried is a request with every member, in which one value is another one, left out, added or there twice.

use std::collections::BTreeSet;

use hr::code::{HR_E_ARGUMENT, HR_E_CONFIG, HR_E_STATE, HR_OK};
use serde_json::{Value, json};
use testkit::functions::Function;
use testkit::*;

/// A good text for each function, with all members; what is passed on as it is has none.
const GOOD: [(&str, &str); 7] = [
    (
        "hr_open",
        r#"{"license_url":"https://license.example","license_bearer":"a-bearer","license_auth":"raw","ticket_method":"GET",
        "license_bearer_file":"/etc/clinic/license.bearer","local_url":"http://127.0.0.1:48367","card_client_owners":["service"],"card_form":"bearer","card_types":["CPS"],
        "card_codes":{"pin_refused":["P-1"],"card_locked":["L-1"],"card_absent":["A-1"]},"identified_field":"/identified",
        "patients_pointer":"/patients","situations_pointer":"","profile":{},"proxy":"none","ca_file":"/etc/clinic/roots.pem",
        "timeouts":{"connect_ms":9,"call_ms":10000,"login_ms":9,"upload_ms":9},"journal":"/var/lib/clinic/hr.journal",
        "journal_days":9,"max_reply_bytes":9999,"allow_plain_http":true,"user_agent":"x","language":"en"}"#,
    ),
    (
        "hr_journal",
        r#"{"entry":"0123456789abcdef0123456789ABCDEF","reference":"letter 7","outcome":"unknown","doubt":true,"limit":1,
        "sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789ABCDEF","since":"2026-11-22T18:30:00Z"}"#,
    ),
    ("hr_wait_card", r#"{"cardType":"CPS","serial":7}"#),
    (
        "hr_connect",
        r#"{"card":{"cardType":"CPS"},"wait_card_ms":0,"profile":{},"situation_id":"1",
        "confirmed":"0123456789abcdef0123456789abcdef","retry":"0123456789abcdef0123456789abcdef"}"#,
    ),
    (
        "hr_patient_find",
        r#"{"patient":{"nom":"A","prenom":"B","date_naissance":"1955-08-14","sexe":"F"},"patient_id":"1"}"#,
    ),
    (
        "hr_deposit",
        r#"{"patient":{"nom":"A"},"patient_id":"1","update":{},"record":{},
        "doubts":{"0123456789abcdef0123456789abcdef":"found"},
        "documents":[{"path":"/a.pdf","filename":"a.pdf","activity_type":"10","type_code":"1","reference":"x","again":true}]}"#,
    ),
    (
        "hr_deposit_bytes",
        r#"{"patient_id":"1","documents":[{"filename":"a.pdf","activity_type":"10","type_code":"1","reference":"x"}]}"#,
    ),
];

/// Values for whatever has one.
const VALUES: &str = r#""" " " "x" "." ".." "é" "a\nb" "a\u0000b" "0" "-0" "12345" "123456" "/" "/~1" "/~2" "a/b" "\\\\"
    "0123456789abcdef0123456789abcde" "https://name.example" "HTTPS://NAME.example:443/a/" "http://127.0.0.1:1/a"
    "https://user@name.example" "https://name.example/?a" "https://name.example/#a" "https:///a" "ftp://name.example"
    "2026-11-22T18:30:00" "planted\ud83d\ude00" null true false 0 -1 1.5 [] {} ["x"] [["x"]] [7]"#;

/// What a schema and those within it name: members, and words, limits and values one beyond these.
#[derive(Default)]
struct Named {
    members: BTreeSet<String>,
    values: Vec<Value>,
    lengths: BTreeSet<usize>,
}

impl Named {
    fn gather(&mut self, node: &Value) {
        for value in node.as_array().into_iter().flatten() {
            self.gather(value);
        }
        for (key, value) in node.as_object().into_iter().flatten() {
            let number = value.as_i64().unwrap_or_default();
            let list = || value.as_array().into_iter().flatten().cloned();
            match key.as_str() {
                "properties" if value.is_object() => {
                    let names = value.as_object().unwrap().keys();
                    self.members.extend(names.cloned());
                }
                "const" | "default" => self.values.push(value.clone()),
                "enum" | "examples" => self.values.extend(list()),
                "minimum" => self.values.extend([json!(number), json!(number - 1)]),
                "maximum" => self.values.extend([json!(number), json!(number + 1)]),
                "maxLength" => {
                    let texts = [number, number + 1].map(|length| "a".repeat(length as usize));
                    self.values.extend(texts.map(Value::String));
                }
                "maxItems" => self.lengths.extend([number as usize, number as usize + 1]),
                _ => {}
            }
            self.gather(value);
        }
    }
}

/// Where the values of a value stand, itself included.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    for (name, inner) in value.as_object().into_iter().flatten() {
        pointers(inner, &format!("{at}/{name}"), found);
    }
    for (place, inner) in value.as_array().into_iter().flatten().enumerate() {
        pointers(inner, &format!("{at}/{place}"), found);
    }
}

/// Texts for a function's schema, each with whether it is allowed.
fn texts(name: &str) -> BTreeSet<(String, bool)> {
    let place = schema::index()[name]["request"].as_str().unwrap();
    let file = schema::file(place.split('#').next().unwrap());
    let mut named = Named::default();
    named.gather(&file);
    named.gather(&schema::file("words.json")["$defs"]["outcome"]);
    let values = serde_json::Deserializer::from_str(VALUES).into_iter::<Value>();
    named.values.extend(values.map(Result::unwrap));

    let (_, good) = GOOD.iter().find(|(function, _)| *function == name).unwrap();
    let good: Value = serde_json::from_str(good).unwrap();
    let mut all = vec![good.clone()];
    let mut repeated = Vec::new();
    let mut places = Vec::new();
    pointers(&good, "", &mut places);
    for place in &places {
        let with = |change: &dyn Fn(&mut Value)| {
            let mut other = good.clone();
            change(other.pointer_mut(place).unwrap());
            other
        };
        all.extend(
            named
                .values
                .iter()
                .map(|value| with(&|at| *at = value.clone())),
        );
        match good.pointer(place).unwrap() {
            Value::Object(members) => {
                all.push(with(&|at| at["unknown"] = json!(1)));
                for (name, value) in members {
                    all.push(with(&|at| drop(at.as_object_mut().unwrap().remove(name))));
                    let member = format!("{}:{value}", json!(name));
                    let twice = format!("{member},{member}");
                    repeated.push(good.to_string().replacen(&member, &twice, 1));
                }
            }
            Value::Array(items) => {
                let lengths = named.lengths.iter().chain(&[2]);
                all.extend(lengths.map(|length| with(&|at| *at = json!(vec![&items[0]; *length]))));
            }
            _ => {}
        }
    }
    let validator = schema::validator(place);
    assert_eq!(schema::faults(&validator, &good), [""; 0], "{good}");
    let judged = all
        .into_iter()
        .map(|value| (value.to_string(), validator.is_valid(&value)));
    // A value that was read has each member once: no validator sees it.
    judged
        .chain(repeated.into_iter().map(|text| (text, false)))
        .collect()
}

/// Asserts what the library makes of each text: one code for those that are allowed, one for the others.
fn compare(name: &str, [taken, refused]: [i32; 2], run: impl Fn(&str, bool) -> i32) {
    let texts = texts(name);
    let allowed = texts.iter().filter(|(_, allowed)| *allowed).count();
    println!("{name}: {allowed} of {} are allowed", texts.len());
    assert!(allowed > 5 && texts.len() - allowed > 5);
    let wrong = texts.into_iter().filter_map(|(text, allowed)| {
        let code = run(&text, allowed);
        let expected = if allowed { taken } else { refused };
        let start: String = text.chars().take(1000).collect();
        (code != expected).then(|| format!("{code}, not {expected}: {start}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

#[test]
fn hr_open_takes_what_the_schema_of_the_configuration_allows() {
    let (_sandbox, roots) = secure();
    let bearer = TempFile::new("license.bearer", b"a-bearer\n");
    let journal = TempFile::new("kept", b"");
    let journal = format!("{}.journal", journal.path());
    let run = |text: &str, allowed: bool| {
        let text = text.replace("/etc/clinic/roots.pem", roots.path());
        let text = text.replace("/etc/clinic/license.bearer", bearer.path());
        let mut text = text.replace("/var/lib/clinic/hr.journal", &journal);
        if allowed {
            let mut config: Value = serde_json::from_str(&text).unwrap();
            // Any text may be a path.
            for (key, path) in [
                ("ca_file", roots.path()),
                ("license_bearer_file", bearer.path()),
            ] {
                if let Some(given) = config.get_mut(key) {
                    *given = json!(path);
                }
            }
            // It is made where there is a folder, and read in the time of a call.
            let fast = matches!(config["timeouts"]["call_ms"].as_u64(), Some(..1_000));
            if fast || config["journal"] != journal {
                config.as_object_mut().unwrap().remove("journal");
            }
            text = config.to_string();
        }
        let (handle, opened) = Host::try_open(&text);
        drop(Host(handle));
        opened.code
    };
    compare("hr_open", [HR_OK, HR_E_CONFIG], run);
}

/// On a handle that holds nothing a request that is taken is out of order. One that is refused is refused before anything is
/// sent, also where all is ready.
#[test]
fn each_function_takes_what_the_schema_of_its_request_allows() {
    let sandbox = sandbox();
    let ready = Host::of(&sandbox);
    ready.open_record();
    let bare = Host::open(&json!({ "local_url": sandbox.local_url() }));
    let requests = sandbox.requests().len();
    for (name, _) in &GOOD[1..] {
        let entry = &schema::index()[*name];
        let function = Function::named(name);
        let mut arguments = function.texts.iter();
        let argument = arguments.position(|text| entry["argument"] == text.name);
        let taken = match *name {
            "hr_journal" => HR_E_CONFIG,
            _ => HR_E_STATE,
        };
        compare(name, [taken, HR_E_ARGUMENT], |text, allowed| {
            let (host, text) = (if allowed { &bare } else { &ready }, c(text));
            let replaced = Some((argument.unwrap(), text.as_ptr()));
            function.call(host.0, replaced).code
        });
    }
    assert_eq!(sandbox.requests().len(), requests);
}

/// What is listed here is all that there is: functions with a request, and the members of these.
#[test]
fn each_function_and_each_member_is_tried() {
    let index = schema::index().iter();
    let with_request = index.filter(|(_, entry)| entry["request"].is_string());
    assert_eq!(with_request.count(), GOOD.len());
    let good: String = GOOD.iter().map(|(_, good)| *good).collect();
    let mut named = Named::default();
    named.gather(&schema::file("configuration.json"));
    named.gather(&schema::file("requests.json"));
    for member in &named.members {
        assert!(good.contains(&format!("\"{member}\":")), "{member}");
    }
    let functions = testkit::header::functions();
    let gives = functions.iter().filter(|function| {
        let mut names = function.parameters.iter().map(|it| it.name.as_str());
        // hr_json_quote needs no handle.
        names.any(|name| name == "out_json") && function.name != "hr_json_quote"
    });
    let gives: BTreeSet<&str> = gives.map(|function| function.name.as_str()).collect();
    let listed: BTreeSet<&str> = schema::index().keys().map(String::as_str).collect();
    assert_eq!(listed, gives);
}
