//! Numbers that are no handles, while handles come and go: closed ones of any thread, and ones never given out.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use hr::code::{HR_E_HANDLE, HR_OK};
use hr::ffi::handle;
use serde_json::json;

use super::{THREADS, together};
use testkit::Host;
use testkit::functions::FUNCTIONS;
use testkit::random::Random;

/// Closed handles of all threads; a number enters when its hr_close is over. 0 where none was yet.
static CLOSED: [AtomicI32; 1024] = [const { AtomicI32::new(0) }; 1024];
static OPENED: AtomicU64 = AtomicU64::new(0);
/// No number below it can come again.
static LAST: AtomicI32 = AtomicI32::new(0);

/// How many steps pass between two handles of a thread.
const LIFE: u64 = 50;

fn open() -> Host {
    let before = LAST.load(Ordering::SeqCst);
    let host = Host::open(&json!({}));
    assert!(host.0 > before, "{} came again after {before}", host.0);
    LAST.fetch_max(host.0, Ordering::SeqCst);
    let nth = OPENED.fetch_add(1, Ordering::SeqCst);
    assert_eq!(host.ticket_set(&format!("ticket-{nth}")), HR_OK);
    host
}

/// Any call; the text is looked at now and then.
fn refuse(number: i32, random: &mut Random) {
    match random.below(FUNCTIONS.len() as u64 + 2) as usize {
        0 if number != 0 => assert_eq!(handle::hr_close(number), HR_E_HANDLE),
        0 => assert_eq!(handle::hr_close(0), HR_OK),
        1 => assert_eq!(handle::hr_cancel(number), HR_E_HANDLE),
        which => {
            let function = &FUNCTIONS[which - 2];
            if random.below(32) > 0 {
                assert_eq!(function.code_alone(number), HR_E_HANDLE);
                return;
            }
            let ran = function.call(number, None);
            assert_eq!(ran.code, HR_E_HANDLE, "{} {number}", function.name);
            if let Some(error) = ran.text {
                assert_eq!(error["operation"], function.name);
                assert_eq!(error["raw"], json!(null), "no result of another's");
                assert_eq!(error["at"], "library");
            }
        }
    }
}

/// Nothing that happened to other numbers shows here.
const OWN_STATE: &str =
    r#"{"ticket":true,"cards":null,"session":false,"identified":null,"patient":false,"#;

fn thread(number: usize, seed: u64, steps: u64) -> u64 {
    let mut random = Random::of_stream(seed, number as u64);
    let mut own = open();
    for step in 1..=steps {
        let closed = random.pick(&CLOSED).load(Ordering::SeqCst);
        let far = i32::MAX - random.below(1 << 20) as i32;
        let wanted = match random.below(8) {
            0 => far,
            1 => -(random.below(1 << 31) as i64) as i32,
            2 => *random.pick(&[0, -1, i32::MIN, i32::MAX]),
            _ => closed,
        };
        refuse(wanted, &mut random);
        if step % LIFE == 0 {
            let state = own.state().ok();
            assert!(state.text.starts_with(OWN_STATE), "{}", state.text);
            let old = std::mem::replace(&mut own, open());
            let gone = old.0;
            assert_eq!(handle::hr_close(gone), HR_OK);
            std::mem::forget(old);
            random.pick(&CLOSED).store(gone, Ordering::SeqCst);
        }
    }
    steps
}

pub fn run(seed: u64, steps: u64) -> String {
    let share = steps / THREADS as u64;
    let made: u64 = together(move |number| thread(number, seed, share))
        .iter()
        .sum();
    // SAFETY: NULL is allowed.
    let state = unsafe { handle::hr_state(LAST.load(Ordering::SeqCst) + 1, null_mut()) };
    assert_eq!(state, HR_E_HANDLE);
    let opened = OPENED.load(Ordering::SeqCst);
    format!(
        "{made} calls with {THREADS} threads on numbers that are no handles, {opened} handles opened meanwhile"
    )
}
