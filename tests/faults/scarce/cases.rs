//! The calls, each with what is long in it, in its reply, or in the journal.

use std::ffi::c_char;

use hr::ffi::{dmp, handle, json, library};
use serde_json::json;
use testkit::TempFile;
use testkit::authority::authority;
use testkit::functions::{FUNCTIONS, Function};

use super::{Ended, Fixture, LONG, NIR, Stage, code, escaped, run, text, x};

const OPEN: Stage = Stage {
    replies: &[],
    journal: None,
    open: true,
};

pub fn every_case() {
    arguments();
    opening();
    replies();
    deposits();
    with_journal();
    json_texts();
}

/// A function with good texts, but for these.
fn call(name: &str, what: &str, stage: Stage, replaced: &[(usize, &str)]) {
    let function = Function::named(name);
    let mut texts: Vec<&str> = function.texts.iter().map(|text| text.good).collect();
    for (index, text) in replaced {
        texts[*index] = text;
    }
    run(&format!("{name}, {what}"), stage, &texts, |it| {
        let pointers: Vec<_> = it.texts.iter().map(|text| text.as_ptr()).collect();
        match function.gives_text {
            true => text(|out| unsafe { (function.run)(it.host.0, &pointers, out) }),
            false => code(unsafe { (function.run)(it.host.0, &pointers, std::ptr::null_mut()) }),
        }
    });
}

fn arguments() {
    let long = x(LONG);
    for function in FUNCTIONS {
        for (index, text) in function.texts.iter().enumerate() {
            let replaced = match text.good.chars().next() {
                Some('{') => json!({"other": long}).to_string(),
                Some('/') => format!("/{long}"),
                _ => long.clone(),
            };
            let what = format!("{} long", text.name);
            call(function.name, &what, OPEN, &[(index, &replaced)]);
        }
    }
    run("hr_text_copy_utf16", Stage::default(), &[&long], |it| {
        let null = std::ptr::null_mut();
        let asked = unsafe { library::hr_text_copy_utf16(it.texts[0].as_ptr(), null, 0) };
        assert_eq!(asked as usize, LONG + 1);
        code(0)
    });
}

fn open(config: *const c_char) -> Ended {
    let mut number = 0;
    let ended = text(|out| unsafe { handle::hr_open(config, &mut number, out) });
    handle::hr_close(number);
    ended
}

fn opening() {
    let keys: Vec<String> = (0..20_000).map(|n| format!("\"key{n}\":1")).collect();
    let keys = keys.join(",");
    let long = x(LONG);
    let file = TempFile::new("roots.pem", &vec![b'x'; 300_000]);
    let roots = TempFile::new("many.pem", authority().ca_pem().repeat(2000).as_bytes());
    for config in [
        format!("{{{keys}}}"),
        format!("{{\"timeouts\":{{{keys}}}}}"),
        format!("{{\"{}\":1}}", escaped(LONG)),
        json!({"license_bearer": long}).to_string(),
        json!({"license_url": format!("https://{long}")}).to_string(),
        json!({"identified_field": format!("/{long}")}).to_string(),
        json!({"proxy": format!("http://{long}")}).to_string(),
        json!({"ca_file": format!("/{long}")}).to_string(),
        json!({"user_agent": long}).to_string(),
        json!({"card_codes": {"pin_refused": [long]}}).to_string(),
        json!({"ca_file": file.path()}).to_string(),
        json!({"ca_file": roots.path()}).to_string(),
    ] {
        let name = format!("hr_open with {config:.30}");
        run(&name, Stage::default(), &[&config], |it| {
            open(it.texts[0].as_ptr())
        });
    }
}

/// A function, the end of the path that is replied to, and the reply. `<x>` is a long text, `<u>` one that has to be decoded,
/// `<keys>` and `<cards>` are many of these, `<[>` are brackets, `<to>` is a service and `<may>` what a record needs.
const REPLIES: &str = r#"
    hr_ticket ticket {"licenseTicket":"<x>"}
    hr_ticket ticket {"licenseTicket":"t","<u>":"<x>"}
    hr_ticket ticket <x>
    hr_ready ready {"status":{"code":0},"data":{"data":{}}}
    hr_ready ready {"data":{"data":{"t":[<cards>]}}}
    hr_ready ready {"data":{"data":{"t":[{<keys>}]}}}
    hr_ready ready {"status":{"code":9,"message":"<60000>"}}
    hr_ready ready {"status":{"code":9,"message":"<x>"}}
    hr_ready ready <[>"status"
    hr_login login {"status":{"code":0},"bearer":"<x>",<to>}
    hr_login login {"status":{"code":0},"bearer":"b","serviceUrl":"<x>"}
    hr_login login {"status":{"code":0},"bearer":"b","serviceUrl":"<u>"}
    hr_login login {"status":{"code":0},"bearer":"b",<to>,"other":"<x>"}
    hr_login login {"status":{"code":0},"bearer":"b",<to>,"masterData":{"a":"<x>"}}
    hr_login login {"status":{"code":0},"bearer":"b",<to>,<keys>}
    hr_patient_get patient {"patient_id":"<x>",<may>}
    hr_patient_get patient {"patient_id":"<u>",<may>}
    hr_patient_get patient {"patient_id":"1","a":"<x>",<may>}
    hr_profile_put user-profiles {"other":"<x>"}
    hr_profile_select select {"other":"<x>"}
    hr_patient_search search {"other":"<x>"}
    hr_dmp_open 255081416802538 {"other":"<x>"}
    hr_dmp_send_bytes send {"other":"<x>"}
    hr_request echo {"other":"<x>"}
    hr_request echo <x>
"#;

fn replies() {
    let each = |count, one: &dyn Fn(usize) -> String| {
        let each: Vec<String> = (0..count).map(one).collect();
        each.join(",")
    };
    let values = [
        ("<x>", x(LONG)),
        ("<u>", escaped(LONG)),
        ("<60000>", x(60_000)),
        ("<[>", "[".repeat(LONG)),
        ("<keys>", each(20_000, &|n| format!(r#""k{n}":1"#))),
        (
            "<cards>",
            each(1000, &|n| format!(r#"{{"serial":"s{n}"}}"#)),
        ),
        ("<to>", r#""serviceUrl":"https://service.invalid/x""#.into()),
        (
            "<may>",
            r#""insQualified":true,"alimentationConsent":false"#.into(),
        ),
    ];
    let mut rows: Vec<String> = REPLIES.trim().lines().map(str::to_owned).collect();
    for field in [
        "serial",
        "idNat",
        "pinAttempt",
        "model",
        "manufacturer",
        "token",
    ] {
        for value in ["<x>", "<u>"] {
            let entry = format!(r#"{{"{field}":"{value}"}}"#);
            rows.push(format!(
                r#"hr_ready ready {{"data":{{"data":{{"t":[{entry}]}}}}}}"#
            ));
        }
    }
    for row in &rows {
        let [function, end, reply] = row.trim().splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let filled = values
            .iter()
            .fold(reply.to_owned(), |reply, (name, value)| {
                reply.replace(name, value)
            });
        let replies = [(end.to_owned(), filled)];
        let replies = &replies;
        let name = format!("replied {reply}");
        call(function, &name, Stage { replies, ..OPEN }, &[]);
    }
}

/// The most documents that a deposit takes, and long ones; the place of the patients' list, whose names are long.
fn deposits() {
    let (long, escaped) = (x(LONG), escaped(LONG));
    let other = json!({"other": long}).to_string();
    let document = |path| json!({"path": path, "activity_type": "10", "type_code": "11503-0"});
    let mut wrong = document("/nowhere/a.pdf");
    let many = |each: String| format!(r#""documents":[{}]"#, vec![each; 10_000].join(","));
    let missing = many(wrong.to_string());
    wrong["colour"] = json!("red");
    let mut all = vec![missing, many(wrong.to_string())];
    let large = format!(r#""record":{other},"documents":[{}]"#, document("FILE"));
    all.push(large);
    for member in [
        "path",
        "filename",
        "activity_type",
        "type_code",
        "reference",
    ] {
        for value in [&long, &escaped] {
            let mut document = document("FILE");
            document[member] = json!("PLACE");
            let document = document.to_string().replace("PLACE", value);
            all.push(format!(r#""documents":[{document}]"#));
        }
    }
    let replies = &[("send".to_owned(), other.clone()), (NIR.to_owned(), other)];
    for more in all {
        let request = format!(r#"{{"patient_id":"{NIR}",{more}}}"#);
        let (what, stage) = (format!("{more:.60}"), Stage { replies, ..OPEN });
        call("hr_deposit", &what, stage, &[(0, &request)]);
    }
    let list = vec![r#"{"nom":"EXEMPLE"}"#; 20_000].join(",");
    for found in ["{}", &list] {
        let reply = format!(r#"{{"patients":{{"{escaped}":1,"found":[{found}]}}}}"#);
        let replies = &[("search".to_owned(), reply)];
        for function in ["hr_deposit", "hr_patient_find"] {
            let what = format!("for {found:.30}");
            call(function, &what, Stage { replies, ..OPEN }, &[]);
        }
    }
}

fn send(it: &Fixture) -> Ended {
    let [id, name, activity, code_of] = [0, 1, 2, 3].map(|index: usize| it.texts[index].as_ptr());
    let (data, length) = (it.document.as_ptr(), it.document.len() as i32);
    let number = it.host.0;
    text(|out| unsafe {
        dmp::hr_dmp_send_bytes(number, id, data, length, name, activity, code_of, out)
    })
}

fn with_journal() {
    let labels = [NIR, "a.pdf", "10", "11503-0"];
    for journal in [None, Some(0), Some(300), Some(3000)] {
        let stage = Stage { journal, ..OPEN };
        let closed = Stage {
            open: false,
            ..stage
        };
        let opened = |it: &Fixture| open(it.config.as_ptr());
        let name = format!("hr_open with a journal of {journal:?}");
        run(&name, closed, &[], opened);
        let name = format!("hr_dmp_send_bytes with a journal of {journal:?}");
        run(&name, stage, &labels, send);
        let what = format!("a file, {journal:?}");
        call("hr_dmp_send", &what, stage, &[(1, "FILE")]);
    }
    let stage = Stage {
        journal: Some(3000),
        ..OPEN
    };
    let entry = format!("{:032x}", 7);
    let all = r#"{"limit":10000}"#;
    call("hr_journal", "3000 uploads", stage, &[(0, all)]);
    call("hr_dmp_found", "3000 uploads", stage, &[(0, &entry)]);
    call("hr_dmp_resend_allow", "3000 uploads", stage, &[(0, &entry)]);
    call("hr_login", "3000 uploads", stage, &[]);
}

/// A text that need not be JSON: only whether there is one counts.
fn given(function: impl FnOnce(*mut *mut c_char) -> i32) -> Ended {
    let mut out = std::ptr::null_mut();
    let ended = code(function(&mut out));
    assert_eq!(out.is_null(), ended.code != 0);
    unsafe { library::hr_free(out) };
    ended
}

fn json_texts() {
    let (long, plain) = (escaped(LONG), x(LONG));
    let text = format!("{{\"{long}\":1,\"a\":[\"{long}\",{{\"b\":\"{plain}\"}}]}}");
    let closed = Stage::default();
    type Read = unsafe fn(*const c_char, *const c_char) -> Ended;
    let reads: [(&str, Read); 2] = [
        ("hr_json_get", |text, path| {
            given(|out| unsafe { json::hr_json_get(text, path, out) })
        }),
        ("hr_json_count", |text, path| unsafe {
            code(json::hr_json_kind(text, path).min(json::hr_json_count(text, path)))
        }),
    ];
    for path in ["/a/0", "/a", "/a/1/b", "", "/none"] {
        for (name, read) in reads {
            run(&format!("{name} {path:?}"), closed, &[&text, path], |it| {
                let [text, path] = [0, 1].map(|index: usize| it.texts[index].as_ptr());
                unsafe { read(text, path) }
            });
        }
    }
    run("hr_json_key", closed, &[&text], |it| {
        given(|out| unsafe { json::hr_json_key(it.texts[0].as_ptr(), c"".as_ptr(), 0, out) })
    });
    let quotes = "\"".repeat(LONG);
    run("hr_json_quote", closed, &[&quotes], |it| {
        given(|out| unsafe { json::hr_json_quote(it.texts[0].as_ptr(), out) })
    });
}
