//! `hr_diagnose`: each check with what makes it fail and what is to be done then; and that nothing is different afterwards.

use std::net::TcpListener;

use hr_sandbox::{Call, CardForm, Fault, Options, Sandbox, TicketMethod};
use serde_json::{Value, json};
use testkit::authority::{authority, ca_file};
use testkit::fault_proxy::{Authority, CertificateFlaw};
use testkit::raw_server::{Server, answer};
use testkit::*;

const MAIL: &str = "220 mail.example ESMTP\r\n";

/// All that a configuration may say, but for the journal.
fn complete(sandbox: &Sandbox, mut more: Value) -> Host {
    more["card_codes"] = json!({"pin_refused": [1], "card_locked": [2]});
    more["patients_pointer"] = json!("/patients");
    Host::with(sandbox, more)
}

fn check<'a>(found: &'a Outcome, name: &str) -> &'a Value {
    let checks = found.json["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["name"] == name);
    check.unwrap_or_else(|| panic!("no {name} in {}", found.text))
}

/// A failed check: whether work is possible without it, and words of what was found and of what is to be done.
struct Failed<'a>(&'a str, bool, &'a str, &'a str);

impl Failed<'_> {
    /// The result and the page of both languages say it.
    #[track_caller]
    fn is_found_by(&self, host: &Host) {
        let Failed(name, needed, detail, remedy) = *self;
        let found = host.diagnose().ok();
        let failed = check(&found, name);
        failed.has(json!({"ok": false, "needed": needed}));
        failed.says("detail", detail);
        failed.says("remedy", remedy);
        assert_eq!(found.json["works"], !needed, "{}", found.text);
        for (page, remedy) in [("text", "remedy"), ("text_fr", "remedy_fr")] {
            let page = found.json[page].as_str().unwrap();
            assert!(page.contains(failed[remedy].as_str().unwrap()), "{page}");
            let verdict = page.lines().last().unwrap();
            assert_eq!(verdict.contains(": "), needed, "{page}");
        }
    }
}

/// A sound setup, with a patient's open record.
fn with_journal() -> (TempFile, Sandbox, Host, String) {
    let (journal, sandbox) = (TempFile::new("journal", b""), sandbox());
    let host = complete(&sandbox, json!({ "journal": journal.path() }));
    let id = host.open_record();
    (journal, sandbox, host, id)
}

/// An address at which nothing listens.
fn closed() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

#[test]
fn a_sound_setup_is_sound_and_stays_as_it_is() {
    let (_journal, sandbox, host, id) = with_journal();
    let before = host.state().ok().text;
    let asked = sandbox.requests().len();
    let found = host.diagnose().ok();
    assert_eq!(found.json["works"], true);
    for check in found.json["checks"].as_array().unwrap() {
        check.has(json!({"ok": true, "remedy": null, "remedy_fr": null}));
    }
    for name in ["license_server", "card_client"] {
        let check = check(&found, name);
        check.says("detail", "connect ");
        assert!(check["ms"].is_u64());
    }
    let asked = sandbox.requests().split_off(asked);
    let calls: Vec<Call> = asked.iter().map(|request| request.call).collect();
    assert_eq!(calls, [Call::Ticket, Call::Ready]);
    assert_eq!(host.state().ok().text, before);
    host.dmp_send_bytes(&id, b"after the diagnosis", "a.txt")
        .ok();

    let bearer = sandbox.license_bearer();
    let serial = sandbox.requests_of(Call::Login)[0].body.clone();
    let login: Value = serde_json::from_slice(&serial).unwrap();
    let token = login["token"].as_str().unwrap();
    for secret in [&bearer, token, "D'ESSAI", "Zoé", CPS] {
        assert!(!found.text.contains(secret), "{secret}");
    }
}

#[test]
fn what_is_not_configured_is_said_with_what_it_costs() {
    let sandbox = sandbox();
    let config = sandbox.config_json();
    let needed = ["license_url", "license_bearer", "local_url"];
    let needed = needed.map(|key| (key.to_owned(), config[key].clone()));
    let host = Host::open(&Value::from_iter(needed));
    for failed in [
        Failed("card_codes", false, "a locked card", "card_codes"),
        Failed("identified_field", false, "hr_connect", "identified_field"),
        Failed("patients_pointer", false, "compare", "patients_pointer"),
        Failed("journal", false, "restart", "absolute path"),
    ] {
        failed.is_found_by(&host);
    }
    let nothing = Host::open(&json!({ "local_url": sandbox.local_url() }));
    let found = nothing.diagnose().ok();
    for name in ["license_server", "clock", "ticket", "cards"] {
        assert_eq!(check(&found, name)["ok"], Value::Null, "{name}");
    }
    nothing.ticket_set("a.ticket");
    let found = nothing.diagnose().ok();
    assert_eq!(check(&found, "ticket")["ok"], Value::Null);
}

#[test]
fn what_the_license_server_answers() {
    let on = || Fault::on(Call::Ticket);
    let page = on().content_type("text/html");
    let page = page.body("<html><body>Connexion au Wi-Fi</body></html>");
    let date = on().header("date", "Thu, 26 Nov 2020 10:00:00 GMT");
    // {"exp":1000000000}
    let ended = on().body(r#"{"licenseTicket":"e30.eyJleHAiOjEwMDAwMDAwMDB9.c2ln"}"#);
    // {"nbf":4102444800}
    let early = on().body(r#"{"licenseTicket":"e30.eyJuYmYiOjQxMDI0NDQ4MDB9.c2ln"}"#);
    let server = "license_server";
    for (fault, name, detail, remedy) in [
        (page, server, "HR_E_REPLY", "web page"),
        (on().status(401), server, "HTTP 401", "license_bearer"),
        (
            on().status(503),
            server,
            "HR_E_SERVER, HTTP 503",
            "operator",
        ),
        (date, "clock", "2020-11-26T10:00:0", "Set the clock"),
        (ended, "ticket", "2001-09-09T01:46:40", "new ticket"),
        (early, "ticket", "2100-01-01T00:00:00", "clock"),
    ] {
        let sandbox = sandbox();
        sandbox.set_fault(fault);
        let host = complete(&sandbox, json!({}));
        Failed(name, name != "clock", detail, remedy).is_found_by(&host);
    }
    let sandbox = start(Options {
        strict_ticket: Some(TicketMethod::Get),
        ..Options::default()
    });
    let failed = Failed(server, true, "HTTP 405", "ticket_method");
    failed.is_found_by(&complete(&sandbox, json!({})));
}

#[test]
fn why_no_connection_to_the_license_server_comes_about() {
    let sandbox = sandbox();
    let (ours, stranger) = (authority(), Authority::new());
    let ca = ca_file();
    let plain = Server::saying(MAIL);
    let asks = Server::saying(answer("407 No", "Proxy-Authenticate: NTLM\r\n", ""));
    let refuses = Server::saying(answer("403 Forbidden", "", ""));
    let closed = closed();
    let at = |url: &str| json!({ "license_url": url });
    let outside = "https://license.invalid";
    let proxied = |proxy: &str| json!({"license_url": outside, "proxy": proxy});
    for (more, detail, remedy) in [
        (proxied(&closed), "HR_E_PROXY", "proxy"),
        (proxied(&asks.url()), "HR_E_PROXY", "NTLM"),
        (proxied(&refuses.url()), "HR_E_PROXY", "proxy"),
        (at(&closed), "HR_E_CONNECT", "license server"),
        (at(outside), "HR_E_CONNECT", "license server"),
        (at(&plain.url()), "HR_E_REPLY", "address and port"),
    ] {
        let host = complete(&sandbox, more);
        Failed("license_server", true, detail, remedy).is_found_by(&host);
    }
    for (signer, flaw, reason, remedy) in [
        (ours, CertificateFlaw::Expired, "tls_expired", "clock"),
        (
            ours,
            CertificateFlaw::NotYetValid,
            "tls_not_yet_valid",
            "clock",
        ),
        (ours, CertificateFlaw::WrongName, "tls_wrong_name", "name"),
        (
            &stranger,
            CertificateFlaw::None,
            "tls_unknown_issuer",
            "rcgen",
        ),
    ] {
        let config = signer.config(flaw);
        let server = Server::launch(Some(config), |mut peer| {
            peer.request();
        });
        let more = json!({"license_url": server.url(), "ca_file": ca.path()});
        let host = complete(&sandbox, more);
        Failed("license_server", true, reason, remedy).is_found_by(&host);
    }
}

#[test]
fn what_answers_in_the_place_of_the_card_client() {
    let client = "card_client";
    let sandbox = sandbox();
    let html = "<!DOCTYPE html><html></html>";
    let page = Server::saying(answer("200 OK", "Content-Type: text/html\r\n", html));
    let other = Server::saying(MAIL);
    for (url, detail, remedy) in [
        (closed(), "HR_E_CARD_CLIENT_ABSENT", "local_url"),
        (page.url(), "HR_E_REPLY", "local_url"),
        (other.url(), "HR_E_REPLY", "address and port"),
    ] {
        let host = complete(&sandbox, json!({ "local_url": url }));
        Failed(client, true, detail, remedy).is_found_by(&host);
    }
    // Without a ticket it is asked whether it is there.
    let nowhere = json!({"license_url": closed(), "local_url": closed()});
    let host = complete(&sandbox, nowhere);
    Failed(client, true, "HR_E_CARD_CLIENT_ABSENT", "local_url").is_found_by(&host);
    Failed("license_server", true, "HR_E_CONNECT", "firewall").is_found_by(&host);
    // A session that was opened elsewhere needs no card client.
    let host = complete(&sandbox, json!({ "local_url": closed() }));
    assert_eq!(
        host.session_set(&sandbox.service_url(), "a.session.bearer"),
        0
    );
    Failed(client, false, "HR_E_CARD_CLIENT_ABSENT", "local_url").is_found_by(&host);
    // One that is out of order says nothing of its form.
    sandbox.set_fault(Fault::on(Call::Ready).status(503).times(1));
    let host = complete(&sandbox, json!({}));
    Failed(client, true, "HTTP 503", "operator").is_found_by(&host);
    // A card client that wants the other form may refuse the ticket.
    sandbox.set_fault(Fault::on(Call::Ready).status(401).times(1));
    let host = complete(&sandbox, json!({}));
    let found = host.diagnose().ok();
    check(&found, client).says("remedy", "bearer");
    for (strict, right, set) in [
        (CardForm::Bearer, "bearer", "body"),
        (CardForm::Body, "body", "bearer"),
    ] {
        let sandbox = start(Options {
            strict_form: Some(strict),
            ..Options::default()
        });
        let host = complete(&sandbox, json!({ "card_form": set }));
        Failed(client, true, "form", right).is_found_by(&host);
        let found = host.diagnose().ok();
        assert_eq!(check(&found, "cards")["ok"], true);
    }
}

#[test]
fn which_cards_are_in_the_reader() {
    let sandbox = sandbox();
    let host = complete(&sandbox, json!({}));
    let remove = |kind: &str| {
        host.ticket().ok();
        let cards = host.ready().ok().json["cards"].clone();
        let cards = cards.as_array().unwrap().iter();
        for card in cards.filter(|card| card["cardType"] == kind) {
            sandbox.remove_card(card["serial"].as_str().unwrap());
        }
    };
    remove("CPS");
    Failed("cards", true, "VITALE", "professional's card").is_found_by(&host);
    remove("Vitale");
    Failed("cards", true, "No card", "reader").is_found_by(&host);
}

#[test]
fn what_is_wrong_with_the_journal() {
    let (journal, sandbox, host, id) = with_journal();
    sandbox.set_fault(Fault::on(Call::DmpSend).status(502).times(1));
    host.dmp_send_bytes(&id, b"a document in doubt", "a.txt")
        .outcome("unknown");
    Failed("journal", false, "in doubt: 1", "hr_journal").is_found_by(&host);
    let mut lines = std::fs::read(journal.path()).unwrap();
    lines.extend_from_slice(b"not a record\n");
    std::fs::write(journal.path(), &lines).unwrap();
    Failed("journal", false, "Damaged lines: 1", "hr_journal").is_found_by(&host);
    std::fs::remove_file(journal.path()).unwrap();
    Failed("journal", true, "journal", "journal").is_found_by(&host);
}

#[test]
fn a_cancelled_diagnosis_ends_and_leaves_the_handle_as_it_was() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.ticket().ok();
    let before = host.state().ok().text;
    for call in [Call::Ticket, Call::Ready] {
        let held = sandbox.hold(call);
        let seen = sandbox.requests_of(call).len();
        std::thread::scope(|scope| {
            let diagnosis = scope.spawn(|| host.diagnose());
            assert!(sandbox.wait_for(call, seen + 1, SOON));
            assert_eq!(hr::ffi::handle::hr_cancel(host.0), 0);
            diagnosis.join().unwrap().fails("HR_E_CANCELLED");
        });
        drop(held);
        assert_eq!(host.state().ok().text, before);
    }
}

#[test]
fn what_may_be_somebodys_secret_or_number_is_not_shown() {
    testkit::alone!();
    unsafe { std::env::set_var("HTTPS_PROXY", "http://user:planted-word@127.0.0.1:1") };
    let sandbox = sandbox();
    // A card client that writes a number of a person where the kind of card belongs.
    let listed =
        r#"{"status":{"code":0},"data":{"data":{"token-1":[{"cardType":"255081416802538"}]}}}"#;
    sandbox.set_fault(Fault::on(Call::Ready).body(listed));
    let proxy = "http://user:planted-word@127.0.0.1:1";
    let found = complete(&sandbox, json!({ "proxy": proxy })).diagnose();
    let found = found.ok();
    check(&found, "proxy").says("detail", "HTTPS_PROXY");
    check(&found, "proxy").says("detail", "http://127.0.0.1:1");
    check(&found, "cards").says("detail", "In the reader: ?.");
    assert!(!found.text.contains("planted-word") && !found.text.contains("255081416802538"));
}
