//! Whose process is given ticket and PIN. The oracle is what whoever listens received: of a refusal not one byte, over
//! TLS neither.

use std::cell::Cell;
use std::net::SocketAddr;
use std::rc::Rc;

use hr::ffi::handle::hr_cancel;
use hr::ffi::test_hooks::owner::{
    self, ConnectionEnds, ConnectionRow, Family, ProcessSession, judge_sessions,
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

const OTHER: &str = "card_client_other_session";
const UNKNOWN: &str = "card_client_unknown";

type Rows = Vec<(Family, ConnectionRow)>;

/// The system's table of connections, until it is dropped.
struct Table;

impl Table {
    /// What a program of this session finds in it, by the number of the look; without rows it cannot be read.
    fn of(
        own: Option<u32>,
        mut rows: impl FnMut(usize, &ConnectionEnds) -> Option<Rows> + 'static,
    ) -> Table {
        let mut looks = 0;
        owner::LOOK.set(Some(Box::new(move |ends| {
            looks += 1;
            let rows = rows(looks, ends);
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
        })));
        Table
    }

    fn held_by(process: u32) -> Table {
        Table::of(Some(OWN), move |_, ends| Some(vec![held_by(ends, process)]))
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        owner::LOOK.set(None);
    }
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

#[track_caller]
fn refused(outcome: Outcome, reason: &str) {
    let refused = outcome.fails("HR_E_CONFIG");
    refused.has(json!({"reason": reason, "at": "card", "phase": "connect"}));
}

/// Refused for this reason; none: accepted.
#[track_caller]
fn ends(outcome: Outcome, reason: &str) {
    match reason {
        "" => drop(outcome.ok()),
        reason => refused(outcome, reason),
    }
}

fn card(serial: &str) -> String {
    one("t", &format!(r#"{{"serial":"{serial}","pinAttempt":3}}"#))
}

#[test]
fn ticket_and_pin_are_for_the_own_session() {
    let client = CardClient::start();
    client.list(card("owner-1"));
    client.reply(Reply::opened());
    let host = client.host_with(json!({"card_client_owners": []}));
    host.ready().ok();
    let before = client.server.connections();
    for (process, reason) in [
        (200, OTHER),
        (300, "card_client_service"),
        (400, OTHER),
        (4, "card_client_http_sys"),
        (0, UNKNOWN),
        (500, UNKNOWN),
        (600, UNKNOWN),
    ] {
        let _table = Table::held_by(process);
        refused(host.ready(), reason);
        refused(host.login("t", "4071").outcome("not_sent"), reason);
        // Nor is a byte of TLS sent.
        let silent = Server::decoy();
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
    let _table = Table::held_by(100);
    host.login("t", "4071").ok();
    assert_eq!(client.count(), 1);
}

/// Rows that have one end of the connection, or both in the wrong places.
fn near(ends: &ConnectionEnds, process: u32) -> Rows {
    let other_port = |end: SocketAddr| SocketAddr::new(end.ip(), end.port() ^ 1);
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
    near.map(|ends| (Family::V4, row(ends))).into()
}

/// The row counts that has both ends, also when it comes late: at first it is not there, then without its process, then
/// with one that is gone.
fn late(look: usize, ends: &ConnectionEnds, process: u32) -> Rows {
    match look {
        1 => near(ends, 100),
        2 => vec![held_by(ends, 0)],
        3 => vec![held_by(ends, 500)],
        _ => vec![held_by(ends, process)],
    }
}

/// A listener of IPv6 that serves IPv4 may be in the other table.
fn mapped(ends: &ConnectionEnds, process: u32) -> Rows {
    let mapped = |end: SocketAddr| match end {
        SocketAddr::V4(v4) => SocketAddr::new(v4.ip().to_ipv6_mapped().into(), v4.port()),
        v6 => v6,
    };
    let row = ConnectionRow {
        local: mapped(ends.theirs),
        remote: mapped(ends.ours),
        process,
    };
    vec![(Family::V6, row)]
}

#[test]
fn the_owner_is_that_of_this_connection() {
    let client = CardClient::start();
    let host = client.host_with(json!({"card_client_owners": []}));
    type Look = fn(usize, &ConnectionEnds) -> Option<Rows>;
    let among_others: [Look; 2] = [
        |_, ends| Some([near(ends, 200), vec![held_by(ends, 100)]].concat()),
        |_, ends| Some([near(ends, 100), vec![held_by(ends, 200)]].concat()),
    ];
    for (own, rows, reason) in [
        (Some(OWN), among_others[0], ""),
        (Some(OWN), among_others[1], OTHER),
        (Some(OWN), |look, ends| Some(late(look, ends, 100)), ""),
        (Some(OWN), |look, ends| Some(late(look, ends, 200)), OTHER),
        (Some(OWN), |_, ends| Some(mapped(ends, 200)), OTHER),
        // It never comes; the table cannot be read; this process's own session is not known.
        (Some(OWN), |_, ends| Some(near(ends, 100)), UNKNOWN),
        (Some(OWN), |_, _| None, UNKNOWN),
        (None, |_, ends| Some(vec![held_by(ends, 100)]), UNKNOWN),
    ] {
        let _table = Table::of(own, rows);
        ends(host.ready(), reason);
    }
}

/// Each word of card_client_owners accepts what it names, and none another user's session.
#[test]
fn what_is_accepted_is_said_in_the_configuration() {
    let client = CardClient::start();
    let words = [("service", 300), ("http_sys", 4), ("unknown", 0)];
    for (word, process) in words {
        let only = client.host_with(json!({"card_client_owners": [word]}));
        for other in [300, 4, 0] {
            let _table = Table::held_by(other);
            assert_eq!(only.ready().code == 0, other == process, "{word} {other}");
        }
    }
    let all = json!({"card_client_owners": words.map(|(word, _)| word)});
    let all = client.host_with(all);
    for process in [200, 400] {
        let _table = Table::held_by(process);
        refused(all.ready(), OTHER);
    }
    // A host that is a service has the services' session, and the others are strangers.
    let service = client.host_with(json!({"card_client_owners": []}));
    for (process, reason) in [(300, ""), (100, OTHER), (4, "card_client_http_sys")] {
        let _table = Table::of(Some(0), move |_, ends| Some(vec![held_by(ends, process)]));
        ends(service.ready(), reason);
    }
}

/// What is not settled is waited for within the time to connect, and no longer than until hr_cancel.
#[test]
fn the_wait_for_an_owner_ends_with_cancel_and_deadline() {
    let client = CardClient::start();
    client.list(card("owner-2"));
    let host = client.host_with(json!({"card_client_owners": ["unknown"]}));
    host.ready().ok();
    let looks = Rc::new(Cell::new(0));
    let (counted, handle) = (Rc::clone(&looks), host.0);
    let table = Table::of(Some(OWN), move |_, _| {
        counted.set(counted.get() + 1);
        hr_cancel(handle);
        Some(Vec::new())
    });
    let cancelled = host.login("t", "4071").fails("HR_E_CANCELLED");
    cancelled.outcome("not_sent");
    assert_eq!(looks.get(), 1);
    drop(table);

    let times = json!({"timeouts": {"connect_ms": 5}, "card_client_owners": ["unknown"]});
    let short = client.host_with(times);
    let table = Table::of(Some(OWN), |_, _| Some(Vec::new()));
    let late = short.ready().fails("HR_E_TIMEOUT");
    late.has(json!({"phase": "connect"}));
    drop(table);

    // Another session's row that comes late is not accepted as an unknown one.
    let _table = Table::of(Some(OWN), |look, ends| match look {
        1..=3 => Some(Vec::new()),
        _ => Some(vec![held_by(ends, 200)]),
    });
    refused(host.login("t", "4071").outcome("not_sent"), OTHER);
    assert_eq!(client.count(), 0);
}

/// On Linux an owner is a user: that of the socket at the other end, or of whoever listens as long as nobody has accepted
/// the connection: src/ffi/system/owner/sock_diag.rs. Only root may start a listener of another user.
#[cfg(target_os = "linux")]
#[test]
fn another_users_listener_is_given_nothing() {
    use std::process::Command;

    use testkit::process::Speaking;
    use testkit::tools::has;

    const LISTENER: &str = "import os, socket, sys, threading
os.setuid(65534)
listener = socket.create_server(('127.0.0.1', 0))
received = []
def take():
    for _ in range(3):
        with listener.accept()[0] as peer:
            peer.settimeout(20)
            while part := peer.recv(65536): received.append(part)
accepting = threading.Thread(target=take, daemon=True)
if sys.argv[1] == 'accepts': accepting.start()
print(listener.getsockname()[1], flush=True)
sys.stdin.readline()
if sys.argv[1] == 'waits': accepting.start()
accepting.join(20)
print(accepting.is_alive(), received, flush=True)
";
    if !rustix::process::geteuid().is_root() {
        eprintln!("NOT RUN: a listener of another user (only root may start one)");
        return;
    }
    if !has("python3", "a listener of another user") {
        return;
    }
    for how in ["accepts", "waits"] {
        let mut python = Command::new("python3");
        let mut python = Speaking::start(python.args(["-c", LISTENER, how]));
        let port = python.said("").unwrap();
        let host = Host::open(&json!({
            "local_url": format!("http://127.0.0.1:{port}"),
            "card_client_owners": ["service", "unknown"],
        }));
        assert_eq!(host.ticket_set("ticket"), 0);
        for _ in 0..3 {
            refused(host.ready(), OTHER);
        }
        python.write("\n");
        assert_eq!(python.said("").unwrap(), "False []", "{how}");
        assert!(python.running.0.wait().unwrap().success());
    }
}
