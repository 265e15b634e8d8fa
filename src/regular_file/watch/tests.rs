use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use super::*;

/// The error of an operation that Windows ended.
const ABORTED: i32 = 995;
const LONG: Duration = Duration::from_secs(20);

/// A thread that hangs until it is freed.
struct Hanging {
    free: Sender<()>,
    asked: Arc<AtomicUsize>,
}

impl Thread for Hanging {
    fn end_operation(&self) {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let _ = self.free.send(());
    }
}

fn hanging(deadline: Duration) -> (Watched, Receiver<()>, Arc<AtomicUsize>) {
    let (free, freed) = mpsc::channel();
    let asked = Arc::new(AtomicUsize::new(0));
    let thread = Hanging {
        free,
        asked: Arc::clone(&asked),
    };
    let deadline = Instant::now() + deadline;
    let watched = Watched::by(Some(deadline), Some(Box::new(thread)));
    (watched, freed, asked)
}

fn aborted() -> io::Error {
    io::Error::from_raw_os_error(ABORTED)
}

fn reason<T>(result: io::Result<T>) -> Option<Reason> {
    Reason::within(&result.err()?).cloned()
}

#[test]
fn the_deadline_ends_what_hangs() {
    let (watched, freed, asked) = hanging(Duration::from_millis(50));
    let result = watched.patiently(|| match freed.recv_timeout(LONG) {
        Ok(()) => Err::<(), _>(aborted()),
        Err(_) => panic!("nobody ended it"),
    });
    assert_eq!(reason(result), Some(Reason::DocumentSlow));
    assert!(asked.load(Ordering::SeqCst) >= 1);
    // And nothing begins afterwards.
    let result = watched.patiently(|| -> io::Result<()> { panic!("it began") });
    assert_eq!(reason(result), Some(Reason::DocumentSlow));
}

#[test]
fn a_cancellation_ends_what_hangs_however_often_it_takes() {
    let (watched, freed, asked) = hanging(LONG);
    let watch = watched.watch();
    let cancelling = std::cell::Cell::new(None);
    let result = watched.patiently(|| {
        let watch = Arc::clone(&watch);
        cancelling.set(Some(std::thread::spawn(move || watch.stop())));
        // As where the system is asked before the operation has begun, or where it consists of several.
        for _ in 0..5 {
            freed.recv_timeout(LONG).expect("the system is asked again");
        }
        Err::<(), _>(aborted())
    });
    cancelling.take().unwrap().join().unwrap();
    assert_eq!(reason(result), Some(Reason::CancelledByHost));
    assert!(asked.load(Ordering::SeqCst) >= 5);
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
fn what_is_held_is_tried_again() {
    let busy = |code| move || Err::<(), _>(io::Error::from_raw_os_error(code));
    for code in [32, 33] {
        let watched = Watched::for_ever();
        let began = Instant::now();
        let result = watched.patiently(busy(code));
        assert_eq!(reason(result), Some(Reason::FileBusy));
        assert!(began.elapsed() >= PATIENCE, "{:?}", began.elapsed());
        let mut tries = 0;
        let result = watched.patiently(|| {
            tries += 1;
            match tries {
                1..=3 => Err(io::Error::from_raw_os_error(code)),
                _ => Ok(tries),
            }
        });
        assert_eq!(result.unwrap(), 4);
    }
    let watched = Watched::for_ever();
    let result = watched.patiently(busy(5));
    assert_eq!(result.unwrap_err().raw_os_error(), Some(5));
}

#[test]
fn waiting_for_what_is_held_ends_with_the_call() {
    let busy = || Err::<(), _>(io::Error::from_raw_os_error(32));
    let time = Duration::from_millis(60);
    let without_thread = || Watched::by(Some(Instant::now() + time), None);
    let with_thread = || hanging(time).0;
    for short in [&without_thread as &dyn Fn() -> Watched, &with_thread] {
        let short = short();
        let mut tries = 0;
        let result = short.patiently(|| {
            tries += 1;
            busy()
        });
        assert_eq!(reason(result), Some(Reason::FileBusy));
        assert!(tries <= 5, "{tries} tries");
    }

    let watched = Watched::for_ever();
    let watch = watched.watch();
    let mut tries = 0;
    let result = watched.patiently(|| {
        tries += 1;
        watch.stop();
        busy()
    });
    assert_eq!((reason(result), tries), (Some(Reason::CancelledByHost), 1));
}
