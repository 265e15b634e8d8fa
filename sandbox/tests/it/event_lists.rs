//! The lists of the event stream.

use crate::client::*;
use crate::event_client::*;
use hr_sandbox::Call;

#[test]
fn of_many_sessions_the_newest_are_told() {
    const LOGINS: usize = 230;
    let sandbox = sandbox();
    let mut events = Events::open(&sandbox, "", &[]);
    for _ in 0..LOGINS {
        Session::open(&sandbox);
    }
    let whole = |event: &Event| event.kind == "sessions" && event.data["total"] == LOGINS;
    let seen = events.until(whole);
    let list = seen.last().unwrap().data["sessions"].as_array().unwrap();
    assert_eq!(list.len(), 200);
    let newest = sandbox.requests_of(Call::Login).pop().unwrap().session;
    assert_eq!(list[199]["connectionId"].as_str(), newest.as_deref());
}
