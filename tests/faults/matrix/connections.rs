//! F1 to F12: connections that are refused, end or fall silent, before and after the sandbox acts.

use std::time::Duration;

use hr_sandbox::Call;
use serde_json::json;
use testkit::fault_proxy::{End, Reads, Script, Sends, Share};

use super::calls::*;
use super::expect::*;
use super::variant::{Variant, lost, sending};
use crate::template::frame;

pub fn variants() -> Vec<Variant> {
    let mut all = unreachable().to_vec();
    all.extend(unread());
    all.extend(cut_requests());
    all.extend(lost_answers());
    all.extend(early_answers());
    all.extend(kept());
    all
}

fn unreachable() -> [Variant; 3] {
    let named = |name: &str| Variant::new(2, name, NOT_SENT).short();
    [
        Variant::new(1, "port closed", NOT_SENT)
            .before(|fixture| fixture.proxy.close_listener(fixture.target.endpoint())),
        named("a name that does not exist")
            .to(&[Target::Ticket])
            .config(json!({"license_url": "https://hr-matrix.invalid"})),
        // A record is opened only behind a patient that this session has read, so never first.
        named("a service name that does not exist")
            .to(&[
                Target::Search,
                Target::Get,
                Target::ProfilePut,
                Target::Select,
            ])
            .before(|fixture| fixture.go_elsewhere()),
    ]
}

const INCOMPLETE_OR_NOT: Expect = Expect {
    change: &["incomplete", "not_sent"],
    ..INCOMPLETE
};

/// Nothing of the request was read, or its head.
fn unread() -> Vec<Variant> {
    let mut all = Vec::new();
    for end in [End::Reset, End::Close] {
        for (row, reads) in [(4, Reads::Nothing), (6, Reads::Head)] {
            let name = format!("{reads:?} read, then {end:?}");
            let script = lost(reads, false, end);
            let ended = |expect| Variant::scripted(row, &name, expect, script.clone());
            for ended in [ended(DOUBT).but(&UPLOADS), ended(PART).to(&UPLOADS)] {
                all.push(ended.check(|outcome| {
                    let name = outcome.json["name"].as_str().unwrap();
                    let unreached = matches!(name, "HR_E_CONNECT" | "HR_E_CARD_CLIENT_ABSENT");
                    unreached || matches!(name, "HR_E_IN_DOUBT" | "HR_E_INTERRUPTED")
                }));
            }
            if row == 4 {
                all.push(ended(INCOMPLETE_OR_NOT).large());
            }
        }
    }
    let never = |expect, reads| {
        let name = format!("{reads:?} read, nor ended");
        Variant::scripted(5, name, expect, lost(reads, false, End::Freeze))
    };
    let unread = never(UNKNOWN, Reads::Nothing).but(&UPLOADS);
    all.extend([
        unread.code("HR_E_TIMEOUT").phase("wait"),
        never(DOUBT, Reads::Nothing).to(&UPLOADS),
        never(INCOMPLETE, Reads::Nothing).large(),
        never(DOUBT, Reads::Head),
        never(INCOMPLETE, Reads::Head).large(),
    ]);
    all
}

fn cut_requests() -> Vec<Variant> {
    let mut all = Vec::new();
    for (share, large) in [
        (Share::Bytes(1), INCOMPLETE),
        (Share::Bytes(100), INCOMPLETE),
        (Share::Half, INCOMPLETE),
        (Share::AllBut(1000), PART),
        (Share::AllBut(1), PART),
    ] {
        for end in [End::Reset, End::Close, End::Freeze] {
            let script = lost(Reads::Body(share), false, end);
            let name = format!("{end:?} after {share:?} of the body");
            let cut = |expect| Variant::scripted(6, &name, expect, script.clone());
            all.extend([cut(PART).to(&WITH_BODY), cut(large).large()]);
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
        let lost = Variant::scripted(row, format!("all read, {end:?}"), UNKNOWN, script);
        let lost = lost.code(code).phase("wait");
        all.extend([lost.clone(), lost.clone().tls(), lost.large()]);
    }
    for end in [End::Close, End::Reset, End::Silence, End::Abrupt] {
        let name = format!("acted upon, then {end:?}");
        let lost = Variant::scripted(10, name, UNKNOWN, lost(Reads::All, true, end));
        all.extend([lost.clone(), lost.tls()]);
    }
    all
}

/// Answers that begin before all of the request is read.
fn early_answers() -> Vec<Variant> {
    let early = |status: &str, reads: Reads, end: End, expect: Expect| {
        let script = Script {
            reads,
            forward: false,
            sends: Sends::Bytes(frame(&format!("HTTP/1.1 {status}|<length>{{}}"), "")),
            end,
        };
        let name = format!("{status} after {reads:?}, then {end:?}");
        Variant::scripted(11, name, expect, script)
    };
    // Interim responses without end while the document leaves.
    let interim = frame("<continue*1000>", "");
    let flood = Script {
        reads: Reads::Head,
        forward: false,
        sends: Sends::Dribble(Vec::new(), interim, Duration::ZERO),
        end: End::Freeze,
    };
    let flood = Variant::scripted(11, "a flood meanwhile", INCOMPLETE_OR_NOT, flood).large();
    let (head, byte) = (Reads::Head, Reads::Body(Share::Bytes(1)));
    let mut all = vec![flood.clone(), flood.tls()];
    for end in [End::Close, End::Reset, End::Silence, End::Freeze] {
        for status in ["413 Content Too Large", "401 Unauthorized", "429 Too Many"] {
            for reads in [head, byte, Reads::Body(Share::Half)] {
                all.push(early(status, reads, end, EARLY_LARGE).large().long());
                all.push(early(status, reads, end, EARLY).to(&WITH_BODY).long());
            }
        }
        for status in ["500 Oops", "503 Busy", "200 OK", "201 Created"] {
            let far = Reads::Body(Share::Bytes(1 << 20));
            all.push(early(status, far, end, INCOMPLETE).large());
            for reads in [Reads::Nothing, head] {
                all.push(early(status, reads, end, INCOMPLETE_OR_NOT).large());
            }
        }
    }
    all
}

/// Connections to the service that were used before.
fn kept() -> Vec<Variant> {
    let mut all = Vec::new();
    for end in [End::Close, End::Reset] {
        let name = |what: &str| format!("kept, {end:?} {what}");
        let idle = Variant::new(12, name("while idle"), ACCEPTED).before(move |fixture| {
            let reply = Sends::made(|answer| answer.with(""));
            fixture.proxy.arm(Call::Other, 1, sending(reply, end));
            let echo = fixture.host.request("GET", "/echo", None);
            assert_eq!(echo.code, 0, "{}", echo.text);
            // Long enough for the end to be seen.
            std::thread::sleep(Duration::from_millis(50));
        });
        let ended = |what, expect, script| Variant::scripted(12, name(what), expect, script);
        let reused = ended("on reuse", UNKNOWN, lost(Reads::All, true, end));
        let unread = ended("behind the head", PART, lost(Reads::Head, false, end));
        let all_kept = [idle, reused.code("HR_E_INTERRUPTED"), unread];
        all.extend(all_kept.map(|variant| variant.to(&SERVICE).keep()));
    }
    all
}
