//! What the chain of calls may look like otherwise. The nine calls themselves are walked by `tests/host/c_program.rs` and
//! by the clients of `tests/bindings`.

use hr_sandbox::{Call, CardForm, LicenseAuth, Options, TicketMethod};
use serde_json::json;
use testkit::*;

/// A service that is strict about one reading of the interface refuses the other one, with a remedy that names the key;
/// nothing is switched to by itself.
#[test]
fn the_other_reading_of_the_interface_is_refused_by_its_key() {
    let readings = [
        json!({"card_form": "body", "ticket_method": "POST", "license_auth": "bearer"}),
        json!({"card_form": "bearer", "ticket_method": "GET", "license_auth": "raw"}),
    ];
    let strict = [
        (CardForm::Body, TicketMethod::Post, LicenseAuth::Bearer),
        (CardForm::Bearer, TicketMethod::Get, LicenseAuth::Raw),
    ];
    for (at, (form, method, auth)) in strict.into_iter().enumerate() {
        let sandbox = start(Options {
            strict_form: Some(form),
            strict_ticket: Some(method),
            strict_auth: Some(auth),
            ..Options::default()
        });
        let host = Host::with(&sandbox, readings[at].clone());
        let ticket = host.ticket().ok().str("licenseTicket");
        let mut other = readings[1 - at].clone();
        other["license_auth"] = readings[at]["license_auth"].clone();
        let other = Host::with(&sandbox, other);
        let refused = other.ticket().fails("HR_E_REFUSED");
        refused.says("remedy", "ticket_method");
        assert_eq!(other.ticket_set(&ticket), 0);
        let refused = other.ready().fails("HR_E_REFUSED");
        refused.says("remedy", "card_form");
        assert_eq!(sandbox.requests().len(), 3, "no other form");
    }
}

/// What a stricter service than the sandbox would look at.
#[test]
fn each_request_states_its_host_its_credential_and_the_type_of_its_body() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    host.profile_put("{}").ok();
    host.dmp_send_bytes(&id, b"x", "a.pdf").ok();
    let config = sandbox.config_json().to_string();
    for request in sandbox.requests() {
        let all = |name: &str| {
            let headers = request.headers.iter().filter(|(key, _)| key == name);
            let values: Vec<&str> = headers.map(|(_, value)| &**value).collect();
            values.join(" and ")
        };
        // The license server asks for it beside an empty body.
        let has_json = request.call != Call::DmpSend && !request.body.is_empty();
        if has_json || request.call == Call::Ticket {
            assert_eq!(
                all("content-type"),
                "application/json",
                "{:?}",
                request.call
            );
        }
        let of_card_client = matches!(request.call, Call::Ready | Call::Login);
        let schemes = all("authorization").matches("Bearer ").count();
        assert_eq!(schemes, usize::from(!of_card_client), "{:?}", request.call);
        let to = all("host");
        let is_known =
            config.contains(&format!("http://{to}")) || sandbox.service_url().contains(&to);
        assert!(is_known, "{:?} {to}", request.call);
    }
}

#[test]
fn what_is_written_on_a_card_is_readable() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.ticket().ok();
    let ready = host.ready().ok();
    let readable = json!({"modelText": "IAS ECC", "manufacturerText": "Fabricant d'essai"});
    ready.json["cards"][0].has(readable);
}

#[test]
fn a_ticket_and_a_login_can_come_from_elsewhere() {
    let sandbox = sandbox();
    let ticket = Host::of(&sandbox).ticket().ok().str("licenseTicket");
    let workstation = Host::open(&json!({ "local_url": sandbox.local_url() }));
    workstation.state().ok().next("hr_ticket_set");
    workstation.ticket().fails("HR_E_CONFIG");
    assert_eq!(workstation.ticket_set(&ticket), 0);
    let token = workstation.token(CPS);
    let login = workstation.login(&token, PIN).ok();
    let (url, bearer) = (login.str("serviceUrl"), login.str("bearer"));

    let adopted = Host::open(&json!({}));
    assert_eq!(adopted.session_set(&url, &bearer), 0);
    adopted.patient_search(QUALIFIED).ok();
    assert_eq!(adopted.patient_get().ok().json["insQualified"], true);
    sandbox.end_sessions();
    adopted.patient_get().fails("HR_E_UNAUTHORIZED");
    adopted.state().ok().next("hr_session_set");
}

#[test]
fn any_other_call_goes_under_the_service_url() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.request("GET", "/echo", None).fails("HR_E_STATE");
    let bearer = host.log_in(CPS, PIN).str("bearer");
    let changed = host.request("PATCH", "/echo?x=%20y", Some("[1, 2]")).ok();
    let raw = &changed.outcome("accepted").json["raw"];
    raw.has(json!({"method": "PATCH", "query": "x=%20y"}));
    let read = host.request("GET", "/echo", None).ok();
    assert!(read.json.get("outcome").is_none());
    let seen = sandbox.requests_of(Call::Other);
    assert_eq!(seen[0].body, b"[1, 2]", "byte for byte");
    let authorization = ("authorization".to_owned(), format!("Bearer {bearer}"));
    assert!(
        seen.iter()
            .all(|request| request.headers.contains(&authorization))
    );
    for (method, path, body) in [
        ("get", "/echo", None),
        ("TRACE", "/echo", None),
        ("GET", "echo", None),
        ("GET", "/../x", None),
        ("POST", "/echo", Some("{")),
    ] {
        host.request(method, path, body).fails("HR_E_ARGUMENT");
    }
    assert_eq!(sandbox.requests_of(Call::Other).len(), 2);
}
