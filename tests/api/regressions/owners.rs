//! Whose process is given ticket and PIN. The oracle is what whoever listens received: of a refusal not one byte, over
//! TLS neither.

use std::cell::Cell;
use std::io::Read;
use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;

use hr::ffi::handle::hr_cancel;
use hr::ffi::test_hooks::owner::{
    self, ConnectionEnds, ConnectionRow, Family, ProcessSession, Seen, judge_sessions,
};
use serde_json::json;

use testkit::card_client::{CardClient, Reply, one};
use testkit::raw_server::Server;
use testkit::{Host, Outcome};

const OWN: u32 = 3;
const SESSIONS: [(u32, ProcessSession); 5] = [
    (100, ProcessSession::Number(OWN)),
    (200, ProcessSession::Number(7)),
    (300, ProcessSession::Number(0)),
    (400, ProcessSession::Withheld),
    (500, ProcessSession::Gone),
];

/// The system's tables as they are for the time of a test.
pub struct Tables;

impl Tables {
    pub fn planted(look: impl FnMut(&ConnectionEnds) -> Seen + 'static) -> Tables {
        owner::LOOK.set(Some(Box::new(look)));
        Tables
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        owner::LOOK.set(None);
    }
}

/// What a program of this session finds in a table with these rows.
fn sessions(rows: Vec<(Family, ConnectionRow)>, ends: &ConnectionEnds) -> Seen {
    judged(Some(rows), Some(OWN), ends)
}

/// The same of another session; without rows the table cannot be read.
fn judged(
    rows: Option<Vec<(Family, ConnectionRow)>>,
    own: Option<u32>,
    ends: &ConnectionEnds,
) -> Seen {
    let connections = |family, visit: &mut dyn FnMut(&ConnectionRow)| {
        let rows = rows.as_ref()?.iter().filter(|(of, _)| *of == family);
        rows.for_each(|(_, row)| visit(row));
        Some(())
    };
    let session_of = |process| {
        let known = SESSIONS.iter().find(|(number, _)| *number == process);
        known.map_or(ProcessSession::Gone, |(_, session)| *session)
    };
    judge_sessions(connections, session_of, || own, ends)
}

/// The other end, held by this process.
fn held_by(ends: &ConnectionEnds, process: u32) -> (Family, ConnectionRow) {
    let family = match ends.theirs.is_ipv4() {
        true => Family::V4,
        false => Family::V6,
    };
    let row = ConnectionRow {
        local: ends.theirs,
        remote: ends.ours,
        process,
    };
    (family, row)
}

fn rows(process: u32) -> impl FnMut(&ConnectionEnds) -> Seen + 'static {
    move |ends| sessions(vec![held_by(ends, process)], ends)
}

#[track_caller]
pub fn refused(outcome: Outcome, reason: &str) {
    let refused = outcome.fails("HR_E_CONFIG");
    assert_eq!(refused.json["reason"], reason, "{}", refused.text);
    assert_eq!(refused.json["at"], "card", "{}", refused.text);
    assert_eq!(refused.json["phase"], "connect", "{}", refused.text);
}

/// Whoever held the port of the card client first was given the ticket and the PIN.
#[test]
fn r130_ticket_and_pin_are_for_the_own_session() {
    let client = CardClient::start();
    client.list(one(
        "t",
        r#"{"serial":"r130","idNat":"8r130","pinAttempt":3}"#,
    ));
    client.reply(Reply::opened());
    let unknown = json!({"card_client_owners": []});
    let host = client.host_with(unknown.clone());
    host.ready().ok();
    let before = client.server.connections();
    for (process, reason) in [
        (200, "card_client_other_session"),
        (300, "card_client_service"),
        (400, "card_client_other_session"),
        (4, "card_client_http_sys"),
        (0, "card_client_unknown"),
        (500, "card_client_unknown"),
        (600, "card_client_unknown"),
    ] {
        let _tables = Tables::planted(rows(process));
        refused(host.ready(), reason);
        refused(host.login("t", "4071").outcome("not_sent"), reason);
        // Nor is a byte of TLS sent.
        let silent = Server::start(|mut peer| {
            peer.request();
        });
        let url = silent.url().replace("http", "https");
        let secure = Host::open(&json!({"local_url": url, "card_client_owners": []}));
        assert_eq!(secure.ticket_set("ticket"), 0);
        refused(secure.ready(), reason);
        assert_eq!(silent.connections(), 1);
        silent.until_gone();
        assert_eq!(silent.received_on(0), b"", "{process}");
    }
    let connections = before..client.server.connections();
    assert_eq!(connections.len(), 14);
    client.server.until_gone();
    for connection in connections {
        assert_eq!(client.server.received_on(connection), b"");
    }
    assert_eq!(client.count(), 0);
    // The PIN is not held, and a process of the own session is sent it at once.
    let _tables = Tables::planted(rows(100));
    host.login("t", "4071").ok();
    assert_eq!(client.count(), 1);
}

/// The row counts that has both ends of the connection, also when it comes late.
#[test]
fn r131_the_owner_is_that_of_this_connection() {
    let client = CardClient::start();
    let host = client.host_with(json!({"card_client_owners": []}));
    let other_port = |end: SocketAddr| SocketAddr::new(end.ip(), end.port() ^ 1);
    let others = move |ends: &ConnectionEnds, process: u32| {
        let near = [
            (other_port(ends.theirs), ends.ours),
            (ends.theirs, other_port(ends.ours)),
            (ends.ours, ends.theirs),
            ("127.0.0.2:1".parse().unwrap(), ends.ours),
        ];
        let row = |(local, remote)| ConnectionRow {
            local,
            remote,
            process,
        };
        near.map(|ends| (Family::V4, row(ends)))
    };
    let among = move |own: u32, strange: u32| {
        Tables::planted(move |ends| {
            let mut rows = others(ends, strange).to_vec();
            rows.push(held_by(ends, own));
            sessions(rows, ends)
        })
    };
    let tables = among(100, 200);
    host.ready().ok();
    drop(tables);
    let tables = among(200, 100);
    refused(host.ready(), "card_client_other_session");
    drop(tables);

    // Not there, then without its process, then whole.
    let late = |process: u32| {
        let mut looks = 0;
        Tables::planted(move |ends| {
            looks += 1;
            let rows = match looks {
                1 => others(ends, 100).to_vec(),
                2 => vec![held_by(ends, 0)],
                3 => vec![held_by(ends, 500)],
                _ => vec![held_by(ends, process)],
            };
            sessions(rows, ends)
        })
    };
    let tables = late(100);
    host.ready().ok();
    drop(tables);
    let tables = late(200);
    refused(host.ready(), "card_client_other_session");
    drop(tables);
    // It never comes; the tables cannot be read; this process's own session is not known.
    let tables = Tables::planted(move |ends| sessions(others(ends, 100).to_vec(), ends));
    refused(host.ready(), "card_client_unknown");
    drop(tables);
    for (rows, own) in [(None, Some(OWN)), (Some(100), None)] {
        let _tables = Tables::planted(move |ends| {
            let rows = rows.map(|process| vec![held_by(ends, process)]);
            judged(rows, own, ends)
        });
        refused(host.ready(), "card_client_unknown");
    }
    // A listener of IPv6 that serves IPv4 may be in the other table.
    let _tables = Tables::planted(|ends| {
        let mapped = |end: SocketAddr| match end {
            SocketAddr::V4(v4) => SocketAddr::new(v4.ip().to_ipv6_mapped().into(), v4.port()),
            v6 => v6,
        };
        let row = ConnectionRow {
            local: mapped(ends.theirs),
            remote: mapped(ends.ours),
            process: 200,
        };
        sessions(vec![(Family::V6, row)], ends)
    });
    refused(host.ready(), "card_client_other_session");
}

/// Each word of card_client_owners accepts what it names, and none another user's session.
#[test]
fn r132_what_is_accepted_is_said_in_the_configuration() {
    let client = CardClient::start();
    for (word, process) in [("service", 300), ("http_sys", 4), ("unknown", 0)] {
        let only = client.host_with(json!({"card_client_owners": [word]}));
        for other in [300, 4, 0] {
            let _tables = Tables::planted(rows(other));
            match other == process {
                true => drop(only.ready().ok()),
                false => drop(only.ready().fails("HR_E_CONFIG")),
            }
        }
    }
    let all = json!({"card_client_owners": ["service", "http_sys", "unknown"]});
    let all = client.host_with(all);
    for process in [200, 400] {
        let _tables = Tables::planted(rows(process));
        refused(all.ready(), "card_client_other_session");
    }
    // A host that is a service has the services' session, and the others are strangers.
    let service = client.host_with(json!({"card_client_owners": []}));
    let as_service = |process| {
        Tables::planted(move |ends| judged(Some(vec![held_by(ends, process)]), Some(0), ends))
    };
    let tables = as_service(300);
    service.ready().ok();
    drop(tables);
    let tables = as_service(100);
    refused(service.ready(), "card_client_other_session");
    drop(tables);
    let _tables = as_service(4);
    refused(service.ready(), "card_client_http_sys");
}

/// The same over IPv6.
#[test]
fn r133_ipv6_has_owners_too() {
    let Ok(listener) = TcpListener::bind("[::1]:0") else {
        eprintln!("NOT RUN: r133, this computer has no IPv6");
        return;
    };
    let url = format!("http://{}", listener.local_addr().unwrap());
    let host = Host::open(&json!({"local_url": url}));
    assert_eq!(host.ticket_set("ticket"), 0);
    let _tables = Tables::planted(rows(200));
    refused(host.ready(), "card_client_other_session");
    let mut received = Vec::new();
    let (mut peer, _) = listener.accept().unwrap();
    peer.read_to_end(&mut received).unwrap();
    assert_eq!(received, b"");
}

/// What is not settled is waited for within the time to connect, and no longer than until hr_cancel.
#[test]
fn r134_the_wait_for_an_owner_ends_with_cancel_and_deadline() {
    let client = CardClient::start();
    client.list(one(
        "t",
        r#"{"serial":"r134","idNat":"8r134","pinAttempt":3}"#,
    ));
    let host = client.host_with(json!({"card_client_owners": ["unknown"]}));
    host.ready().ok();
    let looks = Rc::new(Cell::new(0));
    let (counted, handle) = (Rc::clone(&looks), host.0);
    let tables = Tables::planted(move |ends| {
        counted.set(counted.get() + 1);
        hr_cancel(handle);
        sessions(Vec::new(), ends)
    });
    host.login("t", "4071")
        .fails("HR_E_CANCELLED")
        .outcome("not_sent");
    assert_eq!(looks.get(), 1);
    drop(tables);

    let times = json!({"timeouts": {"connect_ms": 5}, "card_client_owners": ["unknown"]});
    let short = client.host_with(times);
    let tables = Tables::planted(|ends| sessions(Vec::new(), ends));
    let late = short.ready().fails("HR_E_TIMEOUT");
    assert_eq!(late.json["phase"], "connect", "{}", late.text);
    drop(tables);

    // Another session's row that comes late is not accepted as an unknown one.
    let mut looks = 0;
    let _tables = Tables::planted(move |ends| {
        looks += 1;
        match looks {
            1..=3 => sessions(Vec::new(), ends),
            _ => sessions(vec![held_by(ends, 200)], ends),
        }
    });
    refused(
        host.login("t", "4071").outcome("not_sent"),
        "card_client_other_session",
    );
    assert_eq!(client.count(), 0);
}
