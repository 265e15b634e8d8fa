//! Faults, set, seen and removed from outside.

use super::*;
use std::time::Instant;

fn faults(sandbox: &Sandbox) -> Value {
    get(sandbox, "/faults")["armed"].clone()
}

#[test]
fn it_sets_and_clears_faults() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let fault = json!({
        "call": "patient_search", "nth": null, "times": null, "status": 429,
        "delay_ms": 1, "cut": null, "act": false, "body": "later",
        "headers": {"Retry-After": "7"}, "content_type": "text/plain",
    });
    assert_eq!(post(&sandbox, "/faults", fault).status, 200);
    let reply = session.search("nom=EXEMPLE");
    assert_eq!(
        (reply.status, reply.header("retry-after")),
        (429, Some("7"))
    );
    assert_eq!(reply.body, b"later");
    let url = format!("{}/faults", sandbox.control_url());
    assert_eq!(send("DELETE", &url, &[], b"").status, 200);
    assert_eq!(session.search("nom=EXEMPLE").status, 200);
    let cut = json!({ "call": "patient_get", "cut": "before" });
    assert_eq!(post(&sandbox, "/faults", cut).status, 200);
    assert!(session.try_call("GET", "/patient", b"").is_err());
}

#[test]
fn armed_faults_are_listed_and_count_down() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let ready = json!({ "call": "ready", "status": 503, "headers": {"X-A": "1"} });
    let forever = post(&sandbox, "/faults", ready).json();
    let search = json!({ "call": "patient_search", "nth": 2, "times": 2, "status": 500 });
    let counted = post(&sandbox, "/faults", search).json();
    assert_eq!(counted["faults"], json!(2));
    let armed = faults(&sandbox);
    assert_eq!(armed[0]["id"], forever["id"]);
    assert_eq!(
        (&armed[0]["left"], &armed[0]["headers"]),
        (&Value::Null, &json!({"X-A": "1"}))
    );

    let seen = [(); 4].map(|()| {
        let now = faults(&sandbox)[1].clone();
        session.search("nom=EXEMPLE");
        (
            now["seen"].clone(),
            now["applied"].clone(),
            now["left"].clone(),
        )
    });
    let wanted = [(0, 0, 2), (1, 0, 2), (2, 1, 1)].map(|(a, b, c)| (json!(a), json!(b), json!(c)));
    assert_eq!(seen[..3], wanted);
    assert_eq!(seen[3].0, Value::Null, "used up");
    assert_eq!(faults(&sandbox).as_array().unwrap().len(), 1);

    let path = format!("/faults/{}", forever["id"]);
    assert_eq!(
        ask(&sandbox, "DELETE", &path).json(),
        json!({ "faults": 0 })
    );
    assert_eq!(ask(&sandbox, "DELETE", &path).status, 404);
}

#[test]
fn a_listed_fault_can_be_set_again() {
    let sandbox = sandbox();
    let all = get(&sandbox, "/faults");
    let named = all["named"].as_array().unwrap();
    assert!(named.len() >= 11);
    for one in named {
        let name = one["name"].as_str().unwrap();
        assert!(
            one["calls"].as_array().unwrap().contains(&one["call"]),
            "{name}"
        );
        assert_ne!(one["text"], one["text_fr"]);
        for given in [one["fault"].clone(), json!({ "name": name })] {
            assert_eq!(post(&sandbox, "/faults", given).status, 200, "{name}");
        }
        let armed = faults(&sandbox);
        let (full, by_name) = (&armed[0], &armed[1]);
        assert_eq!(
            (&full["name"], &by_name["name"]),
            (&Value::Null, &json!(name))
        );
        assert_eq!((&full["left"], &by_name["left"]), (&Value::Null, &json!(1)));
        for key in one["fault"].as_object().unwrap().keys() {
            let same = key == "times" || full[key] == by_name[key];
            assert!(same && full[key] == one["fault"][key], "{name} {key}");
        }
        sandbox.clear_faults();
    }
}

#[test]
fn a_name_takes_a_call_and_which_requests() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let busy = json!({ "name": "busy", "call": "patient_get", "times": 0, "nth": 2 });
    assert_eq!(post(&sandbox, "/faults", busy).status, 200);
    session.search("nom=EXEMPLE");
    let statuses = [(); 4].map(|()| session.call("GET", "/patient", b"").status);
    assert_eq!(statuses, [200, 429, 429, 429]);
    let armed = faults(&sandbox);
    assert_eq!(
        (&armed[0]["left"], &armed[0]["times"]),
        (&Value::Null, &json!(0))
    );
    let seen = sandbox.requests_of(Call::PatientGet).pop().unwrap();
    let fault = get(&sandbox, &format!("/requests/{}", seen.number))["fault"].clone();
    assert_eq!(fault, json!({ "id": armed[0]["id"], "name": "busy" }));
}

#[test]
fn cards_leave_the_reader_before_the_request_is_acted_upon() {
    let sandbox = sandbox();
    let pulled = json!({ "call": "ready", "times": 1, "remove_cards": true });
    post(&sandbox, "/faults", pulled);
    let ready = card(&sandbox, "ready", json!({}));
    assert_eq!(ready.json()["data"]["data"], json!({}));
    assert_eq!(sandbox.card_token(ONE), None);
    let inserted = post(&sandbox, "/cards/insert", json!({ "serial": ONE }));
    assert_eq!(inserted.status, 200);
    assert_ne!(
        card(&sandbox, "ready", json!({})).json()["data"]["data"],
        json!({})
    );
}

#[test]
fn a_service_is_down_until_the_fault_is_removed() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    for end in ["DELETE", "POST"] {
        let down = json!({ "call": "patient_search", "times": 1, "down_ms": 600_000 });
        post(&sandbox, "/faults", down);
        let reply = session.search("nom=EXEMPLE");
        assert_eq!(reply.status, 200, "the request itself is answered");
        assert_eq!(reply.header("connection"), Some("close"));
        let address = split(&session.url).0;
        assert!(std::net::TcpStream::connect(address).is_err());
        assert!(
            !card(&sandbox, "ready", json!({})).body.is_empty(),
            "the other services go on"
        );
        assert_eq!(faults(&sandbox)[0]["down"], json!(true));

        let path = if end == "POST" { "/reset" } else { "/faults" };
        assert_eq!(ask(&sandbox, end, path).status, 200);
        assert!(
            std::net::TcpStream::connect(address).is_ok(),
            "it listens before the answer"
        );
        assert_eq!(faults(&sandbox), json!([]));
    }
}

#[test]
fn a_service_is_not_down_before_the_answer() {
    let sandbox = sandbox();
    let url = format!("{}/direct/ready", sandbox.local_url());
    let down = json!({ "call": "ready", "times": 1, "down_ms": 600_000 });
    post(&sandbox, "/faults", down);
    let hold = sandbox.hold(Call::Ready);
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| send("POST", &url, &[], b"{}"));
        assert!(sandbox.wait_for(Call::Ready, 1, LONG));
        assert_eq!(faults(&sandbox)[0]["down"], json!(false));
        drop(hold);
        assert_eq!(asked.join().unwrap().status, 400);
    });
    assert_eq!(faults(&sandbox)[0]["down"], json!(true));
}

#[test]
fn a_service_comes_back_by_itself() {
    let sandbox = sandbox();
    let url = format!("{}/direct/ready", sandbox.local_url());
    let down = json!({ "call": "ready", "times": 1, "down_ms": 100 });
    post(&sandbox, "/faults", down);
    send("POST", &url, &[], b"{}");
    let address = split(&url).0;
    let end = Instant::now() + LONG;
    while std::net::TcpStream::connect(address).is_err() {
        assert!(Instant::now() < end, "it stays down");
        std::thread::yield_now();
    }
    assert_eq!(faults(&sandbox), json!([]), "the fault is used up");
    send("POST", &url, &[], b"{}");
    assert_eq!(sandbox.requests_of(Call::Ready).len(), 2);
}
