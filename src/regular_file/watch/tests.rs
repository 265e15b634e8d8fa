use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};

use super::*;

/// The error of an operation that Windows ended.
const ABORTED: i32 = 995;
const LONG: Duration = Duration::from_secs(20);

/// A thread that hangs until it is freed, and how often that was asked.
fn hanging(deadline: Duration) -> (Watched, Receiver<()>, Arc<AtomicUsize>) {
    let (free, freed) = mpsc::channel();
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let end_operation = move || {
        counted.fetch_add(1, Ordering::SeqCst);
        let _ = free.send(());
    };
    let deadline = Instant::now() + deadline;
    let watched = Watched::by(Some(deadline), Some(Box::new(end_operation)));
    (watched, freed, asked)
}

fn reason<T>(result: io::Result<T>) -> Option<Reason> {
    Reason::within(&result.err()?).cloned()
}

#[test]
fn the_deadline_and_a_cancellation_end_what_hangs_however_often_it_takes() {
    for (time, ended) in [
        (Duration::from_millis(50), Reason::DocumentSlow),
        (LONG, Reason::CancelledByHost),
    ] {
        let (watched, freed, asked) = hanging(time);
        let watch = watched.watch();
        let result = watched.patiently(|| {
            std::thread::scope(|threads| {
                if ended == Reason::CancelledByHost {
                    threads.spawn(|| watch.stop());
                }
                // As where the system is asked before the operation has begun, or where it consists of several.
                for _ in 0..5 {
                    freed.recv_timeout(LONG).expect("the system is asked again");
                }
            });
            Err::<(), _>(io::Error::from_raw_os_error(ABORTED))
        });
        assert_eq!(reason(result).as_ref(), Some(&ended));
        assert!(asked.load(Ordering::SeqCst) >= 5);
        // And nothing begins afterwards.
        let result = watched.patiently(|| -> io::Result<()> { panic!("it began") });
        assert_eq!(reason(result).as_ref(), Some(&ended));
    }
}

#[test]
fn nothing_but_an_operation_is_ended() {
    let (watched, _freed, asked) = hanging(Duration::from_millis(30));
    let watch = watched.watch();
    assert_eq!(watched.patiently(|| Ok(7)).unwrap(), 7);
    watch.stop();
    // Past the deadline, and past several times of insisting.
    std::thread::sleep(Duration::from_millis(100));
    watch.stop();
    let result = watched.patiently(|| -> io::Result<()> { panic!("it began") });
    assert_eq!(reason(result), Some(Reason::CancelledByHost));
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[test]
fn what_is_held_is_tried_again_until_the_call_must_end() {
    let busy = |code| Err::<(), _>(io::Error::from_raw_os_error(code));
    for code in [32, 33] {
        let watched = Watched::until(None);
        let began = Instant::now();
        let held = reason(watched.patiently(|| busy(code)));
        assert_eq!(held, Some(Reason::FileBusy));
        assert!(began.elapsed() >= PATIENCE, "{:?}", began.elapsed());
        let mut tries = 0;
        let result = watched.patiently(|| {
            tries += 1;
            if tries < 4 { busy(code) } else { Ok(()) }
        });
        assert!(result.is_ok());
    }
    let watched = Watched::until(None);
    let other = watched.patiently(|| busy(5)).unwrap_err();
    assert_eq!(other.raw_os_error(), Some(5));

    let time = Duration::from_millis(60);
    for with_thread in [false, true] {
        let short = match with_thread {
            true => hanging(time).0,
            false => Watched::by(Some(Instant::now() + time), None),
        };
        let mut tries = 0;
        let result = short.patiently(|| {
            tries += 1;
            busy(32)
        });
        assert_eq!(reason(result), Some(Reason::FileBusy));
        assert!(tries <= 5, "{tries} tries");
    }
    let watch = watched.watch();
    let stopped = watched.patiently(|| {
        watch.stop();
        busy(32)
    });
    assert_eq!(reason(stopped), Some(Reason::CancelledByHost));
}
