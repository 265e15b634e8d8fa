//! A host with a journal and a stored wrong PIN that is killed in its login, and starts again.

use std::ops::AddAssign;
use std::time::Duration;

use hr::code::HR_E_PIN_GUARD;
use hr_sandbox::{Call, Fault, Options};
use serde_json::json;
use testkit::random::Random;
use testkit::*;

use super::{Process, count, is_full, kill_at_each, orders, records};

const PATIENCE: Duration = Duration::from_secs(30);
const WRONG: &str = "0000";

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_host() {
    let orders = orders();
    let host = Host::open(&orders["config"]);
    host.ticket().ok();
    let token = host.token(CPS);
    println!("ready");
    host.login(&token, WRONG);
    println!("ended");
}

/// When a host is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// So long after its login began: before, while and after it writes its records.
    Microseconds(u64),
    /// So long after its request has arrived, which is answered late.
    Arrived(u64),
}

#[derive(Default)]
struct Counts {
    begun: usize,
    presented: usize,
    ended: usize,
    wrong: Vec<String>,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.begun += other.begun;
        self.presented += other.presented;
        self.ended += other.ended;
        self.wrong.extend(other.wrong);
    }
}

fn killed(number: usize, moment: Moment) -> Counts {
    let options = own_cards(Options::default());
    let serial = options.scenario.cards[0].serial.clone();
    let sandbox = hr_sandbox::Sandbox::start(options).unwrap();
    let folder = TempFile::new("folder", b"");
    let path = folder.0.with_file_name("records.hrj");
    let mut config = sandbox.config_json();
    config["journal"] = json!(path);
    let late = Duration::from_millis(20);
    sandbox.set_fault(Fault::on(Call::Login).times(1).act().delay(late));
    let mut host = Process::new(module_path!(), "the_host", &json!({"config": config}));
    host.until("ready");
    let micros = match moment {
        Moment::Microseconds(micros) => micros,
        Moment::Arrived(micros) => {
            sandbox.wait_for(Call::Login, 1, PATIENCE);
            micros
        }
    };
    std::thread::sleep(Duration::from_micros(micros));
    host.0.kill().unwrap();
    host.0.wait().unwrap();
    if sandbox.wait_for(Call::Login, 1, Duration::from_millis(5)) {
        sandbox.wait_for_end(Call::Login, 1, PATIENCE);
    }

    let (written, wrong) = records(&path);
    let begun = count(&written, "pin");
    let presented = sandbox.pin_presentations(&serial) as usize;
    let mut counts = Counts {
        begun,
        presented,
        ended: count(&written, "pin_end"),
        ..Counts::default()
    };
    let mut must = |fact: bool, what: &str| {
        if !fact {
            let found = format!("{begun} begun, {presented} presented");
            counts
                .wrong
                .push(format!("{number} {moment:?}: {what}: {found}"));
        }
    };
    must(wrong <= 1, "no line but the last is torn");
    must(begun <= 1, "no presentation is invented");
    must(presented <= begun, "none without a record");
    // This process has never heard of the card.
    let host = Host::open(&config);
    host.ticket().ok();
    let login = |pin| {
        let token = host.token(CPS);
        host.login(&token, pin)
    };
    for again in 0..3 {
        let held = login(WRONG);
        let may = begun == 0 && again == 0;
        must(
            (held.code == HR_E_PIN_GUARD) != may,
            "a stored PIN is held back",
        );
        must(
            may || held.json["reason"] == "pin_held",
            "until a person decides",
        );
    }
    must(sandbox.pin_presentations(&serial) <= 1, "one presentation");
    must(
        sandbox.card_tries_left(&serial) >= Some(2),
        "two tries are left",
    );
    must(host.pin_retry_allow_last() == 0, "a person may permit it");
    must(login(PIN).code == 0, "and the right one opens the card");
    must(
        sandbox.card_tries_left(&serial) == Some(3),
        "which is as it was",
    );
    counts
}

#[test]
fn a_stored_wrong_pin_is_presented_once_however_often_the_host_is_killed() {
    let kills = if is_full() { 500 } else { 40 };
    let moment = |number, random: &mut Random| match number % 3 {
        0 => Moment::Arrived(random.below(30_000)),
        _ => Moment::Microseconds(random.below(60_000)),
    };
    let all = kill_at_each(kills, moment, killed);
    println!(
        "killed {kills} times: begun {}, presented {}, ended {}; wrong {}",
        all.begun,
        all.presented,
        all.ended,
        all.wrong.len()
    );
    assert!(all.wrong.is_empty(), "{:#?}", all.wrong);
    let inside = all.begun - all.ended;
    assert!(inside > kills / 5, "few of the moments are inside a login");
}
