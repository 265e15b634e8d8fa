//! F1 to F12: connections that are refused, end or fall silent, before and after the sandbox acts.

use std::time::Duration;

use hr_sandbox::Call;
use serde_json::json;
use testkit::fault_proxy::{End, Reads, SandboxResponse, Script, Sends, Share};

use super::calls::*;
use super::expect::*;
use super::variant::{Variant, lost, sending};

const ENDS: [End; 3] = [End::Close, End::Reset, End::Silence];

pub fn variants() -> Vec<Variant> {
    let mut all = unreachable();
    all.extend(cut_requests());
    all.extend(lost_answers());
    all.extend(early_answers());
    all.extend(kept());
    all
}

fn unreachable() -> Vec<Variant> {
    let mut all = vec![
        Variant::new(1, "port closed", NOT_SENT)
            .before(|fixture| fixture.proxy.close_listener(fixture.target.endpoint())),
        Variant::new(2, "a name that does not exist", NOT_SENT)
            .to(&[Target::Ticket])
            .config(json!({"license_url": "https://hr-matrix.invalid"}))
            .short(),
    ];
    // A record is opened only behind a patient that this session has read, so never first.
    let elsewhere = Variant::new(2, "a service name that does not exist", NOT_SENT).short();
    all.push(
        elsewhere
            .to(&[
                Target::Search,
                Target::Get,
                Target::ProfilePut,
                Target::Select,
            ])
            .before(|fixture| {
                let set = fixture
                    .host
                    .session_set("https://hr-matrix.invalid/x", "planted");
                assert_eq!(set, 0);
            }),
    );
    for (row, reads, name) in [
        (4, Reads::Nothing, "accepted"),
        (6, Reads::Head, "after the head"),
    ] {
        for end in [End::Reset, End::Close] {
            let script = lost(reads, false, end);
            let name = format!("{name}, then {end:?}");
            let ended = |expect| Variant::scripted(row, &name, expect, script.clone());
            for ended in [ended(DOUBT).but(&UPLOADS), ended(PART).to(&UPLOADS)] {
                all.push(ended.check(|outcome| {
                    let name = outcome.json["name"].as_str().unwrap();
                    let unreached = matches!(name, "HR_E_CONNECT" | "HR_E_CARD_CLIENT_ABSENT");
                    unreached || matches!(name, "HR_E_IN_DOUBT" | "HR_E_INTERRUPTED")
                }));
            }
            if row == 4 {
                let name = format!("{name}, large");
                all.push(Variant::scripted(4, name, INCOMPLETE_OR_NOT, script).large());
            }
        }
    }
    let never = lost(Reads::Nothing, false, End::Freeze);
    let unread = Variant::scripted(5, "never read", UNKNOWN, never.clone()).but(&UPLOADS);
    let unread = unread.code("HR_E_TIMEOUT");
    all.push(unread.check(|outcome| outcome.json["phase"] == "wait"));
    all.push(Variant::scripted(5, "never read", DOUBT, never.clone()).to(&UPLOADS));
    all.push(Variant::scripted(5, "never read, large", INCOMPLETE, never).large());
    let head = lost(Reads::Head, false, End::Freeze);
    all.push(Variant::scripted(
        5,
        "head read, no more",
        DOUBT,
        head.clone(),
    ));
    all.push(Variant::scripted(5, "head read, no more, large", INCOMPLETE, head).large());
    all
}

const INCOMPLETE_OR_NOT: Expect = Expect {
    change: &["incomplete", "not_sent"],
    ..INCOMPLETE
};

fn cut_requests() -> Vec<Variant> {
    let mut all = Vec::new();
    let shares = [
        Share::Bytes(1),
        Share::Bytes(100),
        Share::Half,
        Share::AllBut(1000),
        Share::AllBut(1),
    ];
    for share in shares {
        for end in [End::Reset, End::Close, End::Freeze] {
            let script = lost(Reads::Body(share), false, end);
            let name = format!("{end:?} after {share:?} of the body");
            let variant = Variant::scripted(6, &name, PART, script.clone());
            all.push(variant.to(&WITH_BODY));
            let far = matches!(share, Share::Bytes(_) | Share::Half);
            let expect = if far { INCOMPLETE } else { PART };
            all.push(Variant::scripted(6, name + ", large", expect, script).large());
        }
    }
    all
}

fn lost_answers() -> Vec<Variant> {
    let mut all = Vec::new();
    for (row, end, code) in [
        (7, End::Close, "HR_E_INTERRUPTED"),
        (8, End::Reset, "HR_E_INTERRUPTED"),
        (9, End::Silence, "HR_E_TIMEOUT"),
        (9, End::Freeze, "HR_E_TIMEOUT"),
    ] {
        let script = lost(Reads::All, false, end);
        let name = format!("all read, {end:?}");
        let lost = Variant::scripted(row, &name, UNKNOWN, script.clone()).code(code);
        let lost = lost.check(|outcome| outcome.json["phase"] == "wait");
        all.extend([lost.clone(), lost.tls()]);
        all.push(Variant::scripted(row, name + ", large", UNKNOWN, script).large());
    }
    for end in ENDS.into_iter().chain([End::Abrupt]) {
        let script = lost(Reads::All, true, end);
        let name = format!("acted upon, then {end:?}");
        all.push(Variant::scripted(10, &name, UNKNOWN, script.clone()));
        all.push(Variant::scripted(10, name, UNKNOWN, script).tls());
    }
    all
}

fn early(status: &str, reads: Reads, end: End) -> Script {
    Script {
        reads,
        forward: false,
        sends: Sends::Bytes(SandboxResponse::encode(status, "", b"{}")),
        end,
    }
}

fn early_answers() -> Vec<Variant> {
    let mut all = Vec::new();
    for status in ["413 Content Too Large", "401 Unauthorized", "429 Too Many"] {
        for reads in [
            Reads::Head,
            Reads::Body(Share::Bytes(1)),
            Reads::Body(Share::Half),
        ] {
            for end in [End::Close, End::Reset, End::Freeze, End::Silence] {
                let script = early(status, reads, end);
                let name = format!("{status} after {reads:?}, then {end:?}");
                let far =
                    Variant::scripted(11, format!("{name}, large"), EARLY_LARGE, script.clone());
                all.push(far.large().long());
                let near = Variant::scripted(11, name, EARLY, script);
                all.push(near.to(&WITH_BODY).long());
            }
        }
    }
    for status in ["500 Oops", "503 Busy", "200 OK", "201 Created"] {
        for end in [End::Close, End::Reset, End::Silence, End::Freeze] {
            for reads in [
                Reads::Nothing,
                Reads::Head,
                Reads::Body(Share::Bytes(1 << 20)),
            ] {
                let expect = match reads {
                    Reads::Body(_) => INCOMPLETE,
                    _ => INCOMPLETE_OR_NOT,
                };
                let script = early(status, reads, end);
                let name = format!("{status} after {reads:?}, then {end:?}, large");
                all.push(Variant::scripted(11, name, expect, script).large());
            }
        }
    }
    all
}

/// Connections to the service that were used before.
fn kept() -> Vec<Variant> {
    let mut all = Vec::new();
    for end in [End::Close, End::Reset] {
        let idle = Variant::new(12, format!("kept, {end:?} while idle"), ACCEPTED).before(
            move |fixture| {
                let reply = Sends::made(|answer| answer.with(""));
                fixture.proxy.arm(Call::Other, 1, sending(reply, end));
                let echo = fixture.host.request("GET", "/echo", None);
                assert_eq!(echo.code, 0, "{}", echo.text);
                // Long enough for the end to be seen.
                std::thread::sleep(Duration::from_millis(50));
            },
        );
        let reused = Variant::scripted(
            12,
            format!("kept, {end:?} on reuse"),
            UNKNOWN,
            lost(Reads::All, true, end),
        )
        .code("HR_E_INTERRUPTED");
        let unread = Variant::scripted(
            12,
            format!("kept, {end:?} behind the head"),
            PART,
            lost(Reads::Head, false, end),
        );
        all.extend([idle, reused, unread].map(|variant| variant.to(&SERVICE).keep()));
    }
    all
}
