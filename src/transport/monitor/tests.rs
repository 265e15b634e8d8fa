use super::*;
use crate::regular_file::{Trouble, Watched};

#[test]
fn one_call_at_a_time_and_a_cancel_reaches_only_the_running_one() {
    let monitor = Arc::new(Monitor::new());
    monitor.cancel();
    let running = monitor.begin().unwrap();
    assert_eq!(monitor.stopped(), None);
    assert!(monitor.begin().is_none());
    monitor.cancel();
    assert_eq!(monitor.stopped(), Some(Fault::CancelledByHost));
    drop(running);
    let _running = monitor.begin().unwrap();
    assert_eq!(monitor.stopped(), None);
}

#[test]
fn a_cancellation_is_of_the_file_of_its_call() {
    let stopped = |file: &Watched| {
        let busy = || Err::<(), _>(std::io::Error::from_raw_os_error(32));
        let trouble = Trouble::within(&file.patiently(busy).unwrap_err());
        trouble == Some(Trouble::Stopped)
    };
    let monitor = Arc::new(Monitor::new());
    let [of_before, first, second] = [(); 3].map(|()| Watched::for_ever());
    let running = monitor.begin().unwrap();
    monitor.attach_file(&of_before.watch());
    drop(running);
    let _running = monitor.begin().unwrap();
    monitor.cancel();
    assert!(!stopped(&of_before));
    // Also of one that comes too late.
    monitor.attach_file(&first.watch());
    monitor.attach_file(&second.watch());
    assert!(stopped(&first) && stopped(&second));
}

#[test]
fn a_closed_handle_stays_stopped() {
    let monitor = Arc::new(Monitor::new());
    monitor.close();
    let _running = monitor.begin().unwrap();
    assert_eq!(monitor.stopped(), Some(Fault::CancelledByHost));
}
