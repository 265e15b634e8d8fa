//! The event stream.

use crate::client::*;
use crate::event_client::*;
use hr_sandbox::{Call, Sandbox};
use std::io::{Read, Write};
use std::thread;

const NEW: [&str; 5] = ["hello", "cards", "patients", "sessions", "faults"];

/// A new reader that has read what a new reader gets.
fn reader(sandbox: &Sandbox) -> Events {
    let mut events = Events::open(sandbox, "", &[]);
    let first = events.until(|event| event.kind == "faults");
    assert_eq!(kinds(&first), NEW);
    events
}

fn position(sandbox: &Sandbox) -> String {
    reader(sandbox).last.expect("an identifier")
}

fn number_of(id: &str) -> u64 {
    id.rsplit_once('-').unwrap().1.parse().unwrap()
}

/// Many requests for a ticket on one connection, written before their replies are read.
fn requests(sandbox: &Sandbox, count: usize, query: &str) {
    let url = sandbox.license_url();
    let host = split(&url).0;
    let one = format!("GET /v1/license/ticket?{query} HTTP/1.1\r\nHost: {host}\r\n");
    let mut socket = connect(&url);
    let mut writing = socket.try_clone().unwrap();
    let writer = thread::spawn(move || {
        for left in (0..count).rev() {
            let last = "Connection: close\r\n".repeat(usize::from(left == 0));
            let request = format!("{one}{last}\r\n");
            writing.write_all(request.as_bytes()).unwrap();
        }
    });
    let mut replies = Vec::new();
    socket.read_to_end(&mut replies).unwrap();
    writer.join().unwrap();
    let mark = b"HTTP/1.1 401";
    let got = replies.windows(mark.len()).filter(|it| it == mark).count();
    assert_eq!(got, count);
}

#[test]
fn a_new_reader_learns_how_things_are_and_then_what_happens() {
    let sandbox = sandbox();
    let mut events = Events::open(&sandbox, "", &[]);
    let head = events.head.to_lowercase();
    assert!(head.contains("content-type: text/event-stream"), "{head}");
    assert!(head.contains("cache-control: no-store"), "{head}");
    let first = events.until(|event| event.kind == "faults");
    assert_eq!(kinds(&first), NEW);
    let hello = &first[0].data;
    assert_eq!(hello["resumed"], false);
    assert_eq!(hello["urls"]["control"], sandbox.control_url());
    let run = hello["run"].as_str().unwrap();
    let ids: Vec<_> = first.iter().map(|event| event.id.clone()).collect();
    let last = Some(format!("{run}-0"));
    assert_eq!(ids, [None, None, None, None, last], "only what is whole");

    let hold = sandbox.hold(Call::Ticket);
    thread::scope(|scope| {
        scope.spawn(|| ticket(&sandbox));
        let open = events.next().unwrap();
        assert_eq!((open.kind.as_str(), open.number()), ("request", 1));
        assert!(open.data["status"].is_null());
        assert_eq!(open.id, Some(format!("{run}-1")));
        drop(hold);
        events.until_end_of(1);
    });
    let shown = format!("{first:?}");
    assert!(!shown.contains(&sandbox.license_bearer()) && !shown.contains(PATIENT));
}

#[test]
fn what_happened_before_is_shown_to_who_asks() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    session.open_record(PATIENT);
    session.upload(PATIENT, &document(b"x"));
    let mut events = Events::open(&sandbox, "?recent=2", &[]);
    let past = events.until(|event| event.kind == "document");
    let past = past[NEW.len()..].iter();
    let past: Vec<_> = past.filter(|event| event.kind != "activity").collect();
    let calls: Vec<_> = past.iter().map(|event| &event.data["call"]).collect();
    assert_eq!(calls[..2], ["dmp_open", "dmp_send"]);
    assert_eq!(past[2].data["bytes"], 1);
    assert!(past[2].id.is_some() && past[1].id.is_none());
    assert_eq!(past.len(), 3);

    let mut events = Events::open(&sandbox, "", &[]);
    let documents = events.until(|event| event.kind == "document");
    assert_eq!(documents.len(), NEW.len() + 1, "no request unless asked");
}

#[test]
fn after_a_break_the_stream_goes_on_without_loss_or_repetition() {
    let sandbox = sandbox();
    let mut whole = reader(&sandbox);
    let mut broken = reader(&sandbox);
    let first = broken.last.clone().unwrap();
    let mut seen = Vec::new();
    for round in 1..=5 {
        for _ in 0..7 {
            ticket(&sandbox);
        }
        // It breaks off in the middle of what there is.
        for _ in 0..round {
            seen.push(broken.next().unwrap());
        }
        let last = broken.last.clone().unwrap();
        let header = ("Last-Event-ID", &*last);
        broken = match round % 2 {
            // A browser repeats its first address: the header counts more.
            0 => Events::open(&sandbox, &format!("?after={first}"), &[header]),
            _ => Events::open(&sandbox, &format!("?after={last}&recent=9"), &[]),
        };
        let hello = broken.next().unwrap();
        assert_eq!(hello.kind, "hello");
        assert_eq!(hello.data["resumed"], true);
    }
    seen.extend(broken.until_end_of(35));
    let ids = seen.iter().map(|event| event.id.as_ref().unwrap());
    let ids: Vec<_> = ids.map(|id| number_of(id)).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    let ends = |events: &[Event]| -> Vec<u64> {
        let ended = events.iter().filter(|event| event.data["status"].is_u64());
        let mut numbers: Vec<_> = ended.map(Event::number).collect();
        numbers.dedup();
        numbers
    };
    let all = ends(&whole.until_end_of(35));
    assert_eq!(all.len(), 35);
    assert_eq!(ends(&seen), all);
}

#[test]
fn an_event_of_another_run_or_a_future_one_begins_again() {
    let sandbox = sandbox();
    ticket(&sandbox);
    let last = position(&sandbox);
    let (run, number) = last.rsplit_once('-').unwrap();
    let number: u64 = number.parse().unwrap();
    for id in [
        format!("0000000-{number}"),
        format!("{run}-{}", number + 1),
        format!("{run}-"),
        number.to_string(),
        "é".into(),
    ] {
        let mut events = Events::open(&sandbox, "?recent=1", &[("Last-Event-ID", &id)]);
        let got = events.until_end_of(1);
        let expected = [
            "hello", "reset", "cards", "patients", "sessions", "faults", "request",
        ];
        assert_eq!(kinds(&got), expected, "{id}");
        assert_eq!(got[0].data["resumed"], false);
        assert_eq!(events.last.as_ref(), Some(&last), "{id}");
    }
}

#[test]
fn an_event_whose_followers_are_no_longer_kept_begins_again() {
    let sandbox = sandbox();
    let last = position(&sandbox);
    // Each makes two events.
    for _ in 0..25_000 {
        sandbox.reset();
    }
    let resumed = |id: &str| {
        let hello = Events::after(&sandbox, id).next().unwrap();
        hello.data["resumed"] == true
    };
    assert!(resumed(&last));
    sandbox.reset();
    assert!(!resumed(&last));
    assert!(resumed(&position(&sandbox)));
}

#[test]
fn a_reset_is_followed_by_the_lists_and_by_its_words() {
    let sandbox = sandbox();
    ticket(&sandbox);
    let mut events = reader(&sandbox);
    let before = events.last.clone().unwrap();
    ticket(&sandbox);
    events.until_end_of(2);
    sandbox.reset();
    let expected = [
        "reset", "cards", "patients", "sessions", "faults", "activity",
    ];
    let got = events.until(|event| event.kind == "activity");
    assert_eq!(kinds(&got), expected);
    let ids: Vec<_> = got.iter().map(|event| event.id.is_some()).collect();
    assert_eq!(ids, [false, false, false, false, true, true]);
    let said = &got[5].data;
    assert_eq!(said["topic"], "scenario");
    assert!(said["text"].is_string() && said["text_fr"].is_string() && said["time"].is_string());

    // What was before it is not sent to who was away.
    let mut away = Events::after(&sandbox, &before);
    let got = away.until(|event| event.kind == "activity");
    assert_eq!(kinds(&got[1..]), expected);
    let mut new = Events::open(&sandbox, "?recent=9", &[]);
    let got = new.until(|event| event.kind == "activity");
    assert_eq!(kinds(&got[NEW.len()..]), ["activity"]);
}

#[test]
fn each_change_sends_its_list_and_its_words_and_what_changes_nothing_is_silent() {
    let sandbox = sandbox();
    let mut events = reader(&sandbox);
    for [method, path, body, list] in rows(
        r#"POST   | /sessions/end | {}                                | none
           DELETE | /faults       |                                   | none
           POST   | /cards/remove | {"serial":"2000000001"}           | cards
           POST   | /cards/insert | {"serial":"2000000001"}           | cards
           POST   | /cards/lock   | {"serial":"2000000001"}           | cards
           POST   | /cards/unlock | {"serial":"2000000001"}           | cards
           POST   | /cards/pin    | {"serial":"2000000001","pin":"9"} | cards
           POST   | /patients/1   | {"opposed":false}                 | patients
           POST   | /faults       | {"name":"busy","times":2}         | faults
           DELETE | /faults/1     |                                   | faults
           POST   | /faults       | {"name":"busy"}                   | faults
           DELETE | /faults       |                                   | faults
           PUT    | /scenario     | {}                                | reset"#,
    ) {
        assert_eq!(control(&sandbox, method, path, body).status, 200, "{path}");
        if list != "none" {
            let sent = events.until(|event| event.kind == "activity");
            assert_eq!(sent[0].kind, list, "{path}");
        }
    }
}

#[test]
fn of_several_changes_of_one_thing_the_last_is_sent() {
    let sandbox = sandbox();
    let last = position(&sandbox);
    let hold = sandbox.hold(Call::Ticket);
    thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| ticket(&sandbox));
        }
        assert!(sandbox.wait_for(Call::Ticket, 20, LONG));
        drop(hold);
    });
    assert!(sandbox.wait_for_end(Call::Ticket, 20, LONG));
    let mut events = Events::after(&sandbox, &last);
    assert_eq!(events.next().unwrap().kind, "hello");
    let mut numbers = Vec::new();
    for _ in 0..20 {
        let event = events.next().unwrap();
        assert_eq!(event.data["status"], 200);
        numbers.push(event.number());
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    ticket(&sandbox);
    assert_eq!(events.next().unwrap().number(), 21);
}

#[test]
fn of_a_long_past_a_new_reader_gets_five_thousand_at_most() {
    let sandbox = sandbox();
    requests(&sandbox, 5_100, "");
    let mut events = Events::open(&sandbox, "?recent=1000000", &[]);
    let past = events.until_end_of(5_100);
    let numbers = past[NEW.len()..].iter().map(Event::number);
    assert!(numbers.eq(101..=5_100));
}

#[test]
fn a_reader_that_does_not_read_holds_up_nobody() {
    let sandbox = sandbox();
    let mut silent: Vec<_> = (0..3)
        .map(|_| {
            let socket = connect(&sandbox.control_url());
            let narrow = socket2::SockRef::from(&socket);
            narrow.set_recv_buffer_size(128 * 1024).unwrap();
            Events::on(socket, &sandbox.control_url(), "", &[])
        })
        .collect();
    let mut reading = reader(&sandbox);
    let long = "x".repeat(4000);
    requests(&sandbox, 2_000, &long);
    reading.until_end_of(2_000);
    // Late, it learns all the same how each request ended.
    let events = silent[0].until_end_of(2_000);
    let ended = events.iter().filter(|event| event.data["status"] == 401);
    assert_eq!(ended.count(), 2_000);
    // The others never read.
    drop(sandbox);
    while silent[0].next().is_some() {}
}

#[test]
fn of_many_sessions_the_newest_are_sent() {
    const LOGINS: usize = 230;
    let sandbox = sandbox();
    let mut events = Events::open(&sandbox, "", &[]);
    for _ in 0..LOGINS {
        Session::open(&sandbox);
    }
    let whole = |event: &Event| event.kind == "sessions" && event.data["total"] == LOGINS;
    let seen = events.until(whole);
    let lists = seen.iter().filter(|event| event.kind == "sessions").count();
    // It changes all the time.
    assert!(lists < LOGINS / 2, "{lists} lists");
    let list = seen.last().unwrap().data["sessions"].as_array().unwrap();
    assert_eq!(list.len(), 200);
    let newest = sandbox.requests_of(Call::Login).pop().unwrap().session;
    assert_eq!(list[199]["connectionId"].as_str(), newest.as_deref());
}
