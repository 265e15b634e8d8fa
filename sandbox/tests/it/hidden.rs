//! Secrets that stand where no name gives them away.

use crate::client::*;
use crate::request_log::get;
use hr_sandbox::Sandbox;
use serde_json::json;

/// All that the control port shows, with what `query` asks for.
fn shown(sandbox: &Sandbox, query: &str) -> String {
    let paths = ["/requests", "/documents", "/state", "/faults"];
    paths
        .map(|path| get(sandbox, &format!("{path}{query}")).to_string())
        .join("\n")
}

#[track_caller]
fn hides(shown: &str, secret: &str) {
    if let Some(at) = shown.find(secret) {
        let before: Vec<_> = shown[..at].chars().rev().take(300).collect();
        panic!("{secret}: {}", before.iter().rev().collect::<String>());
    }
}

/// Puts a secret wherever a client can.
fn put_everywhere(sandbox: &Sandbox, session: &Session, secret: &str) {
    let encoded = secret.replace('a', "%61").replace('e', "%65");
    let bases = [
        format!("{}/v1/license", sandbox.license_url()),
        format!("{}/direct", sandbox.local_url()),
        format!("{}/echo", sandbox.service_url()),
    ];
    let headers = [
        ("Authorization", &*session.auth),
        ("User-Agent", secret),
        ("X-Auth", secret),
        ("Referer", &*encoded),
    ];
    let bodies = [
        json!({ "key": secret, "list": [secret], secret: 1, "json": json!({"k": secret}).to_string() }),
        json!([secret]),
        json!(secret),
    ];
    for base in &bases {
        for path in ["", "/echo", "/login"] {
            let url = format!("{base}{path}/{secret}?t={secret}&{encoded}&x=doc{secret}.pdf");
            for body in &bodies {
                send("POST", &url, &headers, body.to_string().as_bytes());
            }
        }
    }
    for path in ["ready", "login"] {
        card(sandbox, path, json!({ "deviceName": secret }));
    }
    session.call("PUT", &format!("/dmp/{secret}"), b"");
    session.call("PUT", &format!("/dmp/{encoded}"), b"");
    session.call("GET", &format!("/patient/search?{secret}=1"), b"");
    session.search(&format!("nom={secret}"));
    let headers = [
        ("Authorization", &*session.auth),
        (
            "Content-Type",
            &*format!("text/plain; charset=none; name={secret}"),
        ),
    ];
    session.search("nom=EXEMPLE");
    session.open_record(PATIENT);
    send("POST", &session.send_url(PATIENT), &headers, b"x");
    let name = format!("{secret}.pdf");
    session.upload(
        PATIENT,
        &[
            ("file", Some(&name), b"x"),
            ("filename", None, name.as_bytes()),
            ("activity_type", None, secret.as_bytes()),
            ("type_code", None, secret.as_bytes()),
        ],
    );
    let fault = json!({
        "call": "other", "nth": 99, "status": 500, "body": json!({"k": secret}).to_string(),
        "headers": {"X-Key": secret}, "content_type": format!("text/{secret}"),
    });
    control(sandbox, "POST", "/faults", &fault.to_string());
}

fn control(sandbox: &Sandbox, method: &str, path: &str, body: &str) -> Reply {
    let url = format!("{}{path}", sandbox.control_url());
    send(method, &url, &[], body.as_bytes())
}

#[test]
fn a_bearer_or_ticket_is_hidden_wherever_it_stands() {
    let sandbox = sandbox();
    let ended = login(&sandbox, ONE, "1234");
    sandbox.end_sessions();
    let session = Session::open(&sandbox);
    let bearer = |session: &Session| session.login["bearer"].as_str().unwrap().to_owned();
    let secrets = [
        bearer(&ended),
        bearer(&session),
        ticket(&sandbox),
        sandbox.license_bearer(),
    ];
    for secret in &secrets {
        put_everywhere(&sandbox, &session, secret);
    }
    let all = shown(&sandbox, "?show=nir,pin");
    for secret in &secrets {
        hides(&all, secret);
        // What is cut leaves no long start of one.
        hides(&all, &secret[..secret.len() / 2]);
    }
    // Identifiers are no secrets.
    let stored = &get(&sandbox, "/documents")[0];
    assert_eq!(stored["sha256"].as_str().unwrap().len(), 64);
    assert!(all.contains(session.login["connectionId"].as_str().unwrap()));

    control(
        &sandbox,
        "PUT",
        "/scenario",
        r#"{"license_bearer":"another-license"}"#,
    );
    let session = Session::open(&sandbox);
    for secret in &secrets {
        put_everywhere(&sandbox, &session, secret);
    }
    let all = shown(&sandbox, "");
    for secret in &secrets {
        hides(&all, secret);
    }
}

#[test]
fn a_nir_is_hidden_however_it_is_written() {
    let sandbox = sandbox();
    let added = "2 90 01 75 123 456 78";
    let patient = json!({
        "patient_id": added, "nom": "SUITE 290017512345678", "prenom": "2-90-01-75-123-456-78",
        "date_naissance": "1990-01-02", "sexe": "F", "ins_qualified": true, "alimentation_consent": true,
    });
    let reply = control(&sandbox, "POST", "/patients", &patient.to_string());
    assert_eq!(reply.status, 200);
    let session = Session::open(&sandbox);
    let written = [
        "2%2055%2008%2014%20168%20025%2038",
        "2-55-08-14-168-025-38",
        "%32%35%35081416802538",
        "doc255081416802538.pdf",
        "255081416802538A.pdf",
        "253072A07300443",
        "02550814168025380",
    ];
    for nir in written {
        put_everywhere(&sandbox, &session, nir);
    }
    session.search("nom=SUITE%20290017512345678");
    session.open_record("2%2090%2001%2075%20123%20456%2078");
    let parts = [
        ("file", None, &b"y"[..]),
        ("filename", None, b"doc255081416802538.pdf"),
        ("activity_type", None, b"2 55 08 14 168 025 38"),
        ("type_code", None, b"t"),
    ];
    session.open_record(PATIENT);
    assert_eq!(session.upload(PATIENT, &parts).status, 201);
    let hidden = shown(&sandbox, "");
    for part in written
        .iter()
        .chain(&[added, "290017512345678", "2-90-01", PATIENT, "2 55 08"])
    {
        hides(&hidden, part);
    }
    let whole = shown(&sandbox, "?show=nir");
    assert!(whole.contains(added) && whole.contains(PATIENT));

    let number = get(&sandbox, "/documents").as_array().unwrap().len();
    let name = |query| {
        let path = format!("/documents/{number}/content{query}");
        let reply = control(&sandbox, "GET", &path, "");
        reply.header("content-disposition").unwrap().to_owned()
    };
    let masked = "inline; filename*=UTF-8''doc2550%E2%80%A638.pdf";
    assert_eq!(name(""), masked);
    assert!(name("?show=nir").contains(PATIENT));
}

#[test]
fn a_pin_is_hidden_under_any_name() {
    let sandbox = sandbox();
    let pin = "48213795";
    let url = |path: &str| format!("{}/direct/{path}", sandbox.local_url());
    for name in [
        "pin_code",
        "codePin",
        "code_pin",
        "pin-code",
        "userPin",
        "cpsPin",
        "code",
        "codePorteur",
        "passwd",
        "motDePasse",
        "pin",
        "p",
    ] {
        for call in ["ready", "login"] {
            card(&sandbox, call, json!({ name: pin }));
            card(&sandbox, call, json!({ name: [{ "deep": 48213795 }] }));
            send("POST", &url(&format!("{call}?{name}={pin}")), &[], b"");
        }
        send(
            "GET",
            &format!("{}/echo?p%69nCode={pin}", sandbox.service_url()),
            &[("X-Pin", pin), ("X-Pin-Code", pin)],
            b"",
        );
    }
    let text = json!({ "pin": pin }).to_string();
    let bodies = [
        json!([pin]),
        json!(pin),
        json!(48213795),
        json!({ pin: 1 }),
        json!({ "a": text }),
    ];
    for body in bodies
        .map(|body| body.to_string())
        .iter()
        .chain(&[format!("pin is {pin}")])
    {
        for path in [
            "ready",
            "login",
            &format!("login/{pin}"),
            &format!("login/{pin}/x"),
        ] {
            send(
                "POST",
                &url(path),
                &[("X-Pin", pin), ("X-Code", pin)],
                body.as_bytes(),
            );
        }
    }
    hides(&shown(&sandbox, "?show=nir,pin"), pin);
}
