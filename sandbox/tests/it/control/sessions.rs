//! Sessions, ended from outside.

use super::*;

#[test]
fn it_ends_sessions_and_resets() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    assert_eq!(post(&sandbox, "/sessions/end", json!({})).status, 200);
    assert_eq!(session.search("nom=EXEMPLE").status, 401);
    assert_eq!(post(&sandbox, "/reset", json!({})).status, 200);
    assert!(sandbox.requests().is_empty());
    let unknown = format!("{}/nothing", sandbox.control_url());
    assert_eq!(send("GET", &unknown, &[], b"").status, 404);
}

#[test]
fn one_session_can_be_ended_alone() {
    let sandbox = sandbox();
    let first = Session::open(&sandbox);
    let second = Session::open(&sandbox);
    let ids = get(&sandbox, "/state")["sessions"].clone();
    assert_eq!(ids[0]["connectionId"], first.login["connectionId"]);
    let end = json!({ "connectionId": first.login["connectionId"] });
    let left = post(&sandbox, "/sessions/end", end).json();
    assert_eq!(left["sessions"], json!(1));
    assert_eq!(first.search("nom=EXEMPLE").status, 401);
    assert_eq!(second.search("nom=EXEMPLE").status, 200);
    assert_eq!(second.search("nom=EXEMPLE").status, 200);
    assert_eq!(ask(&sandbox, "POST", "/sessions/end").status, 200);
    assert_eq!(second.search("nom=EXEMPLE").status, 401);
}
