use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::operation::Operation;
use crate::wire::Patient;

fn session() -> Session {
    let config = r#"{"license_url":"https://license.example","license_bearer":"planted-secret"}"#;
    Session::open(Config::parse(config).unwrap()).unwrap().0
}

/// Each login has a bearer of its own: those with one bearer share their current patient.
fn log_in(session: &Session, identified: Option<bool>) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let bearer = format!("planted-bearer-{}", COUNT.fetch_add(1, Ordering::SeqCst));
    let base = BaseUrl::parse("https://service.example/base").unwrap();
    let started = session.start_login(base, &bearer, identified, false);
    assert_eq!(started, Ok(()));
}

fn patient(id: &str, fit: bool) -> Patient {
    Patient {
        patient_id: Zeroizing::new(id.into()),
        ins_qualified: fit,
        alimentation_consent: true,
    }
}

#[test]
fn next_leads_through_the_chain() {
    let session = session();
    assert_eq!(session.next(), Some(Operation::Ticket));
    session.state().set_ticket(Some("planted-ticket"));
    assert_eq!(session.next(), Some(Operation::Ready));
    let nothing = CardList {
        entries: vec![],
        asked_at: 0,
    };
    session.state().set_listed(nothing.into());
    assert_eq!(session.next(), Some(Operation::Login));
    log_in(&session, None);
    assert_eq!(session.next(), Some(Operation::ProfilePut));
    log_in(&session, Some(true));
    assert_eq!(session.next(), Some(Operation::PatientSearch));
    let mut state = session.state();
    let login = state.login_mut().unwrap();
    login.searched();
    login.patient_read(&patient("1", false));
    drop(state);
    assert_eq!(session.next(), Some(Operation::PatientUpdate));
    session.end_login();
    assert_eq!(session.next(), Some(Operation::Login));
}

#[test]
fn a_record_stays_closed_while_an_update_is_pending() {
    let session = session();
    log_in(&session, Some(true));
    let mut state = session.state();
    let login = state.login_mut().unwrap();
    login.patient_read(&patient("1", true));
    assert_eq!(login.may_update(), Err(Reason::UpdateNotAsked));
    login.opened("1");
    assert_eq!(login.may_send("1"), Ok(()));
    login.patient_read(&patient("1", false));
    assert_eq!(login.may_send("1"), Err(Reason::RecordNotOpen));
    login.patient_read(&patient("2", true));
    assert_eq!(login.may_open("2"), Ok(()));
    assert_eq!(login.may_open("1"), Err(Reason::UpdatePending));
}

#[test]
fn nothing_secret_is_shown() {
    let session = session();
    session.state().set_ticket(Some("planted-ticket"));
    log_in(&session, Some(true));
    let shown = format!("{session:?}");
    let state = session.describe().unwrap();
    let state = String::from_utf8(state.as_slice().to_vec()).unwrap();
    for text in [shown, state] {
        assert!(!text.contains("planted"), "{text}");
    }
}
