use super::*;

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
fn a_closed_handle_stays_stopped() {
    let monitor = Arc::new(Monitor::new());
    monitor.close();
    let _running = monitor.begin().unwrap();
    assert_eq!(monitor.stopped(), Some(Fault::CancelledByHost));
}
