use super::*;
use crate::reason::Reason;
use crate::regular_file::Watched;

#[test]
fn a_cancellation_is_of_the_file_of_its_call() {
    let stopped = |file: &Watched| {
        let busy = || Err::<(), _>(std::io::Error::from_raw_os_error(32));
        let ended = file.patiently(busy).unwrap_err();
        Reason::within(&ended) == Some(&Reason::CancelledByHost)
    };
    let in_flight = Arc::new(InFlight::new());
    let [of_before, first, second] = [(); 3].map(|()| Watched::until(None));
    let running = in_flight.begin(None).unwrap();
    in_flight.attach_file(&of_before.watch());
    drop(running);
    let _running = in_flight.begin(None).unwrap();
    in_flight.cancel();
    assert!(!stopped(&of_before));
    // Also of one that comes too late.
    in_flight.attach_file(&first.watch());
    in_flight.attach_file(&second.watch());
    assert!(stopped(&first) && stopped(&second));
}

#[test]
fn a_closed_handle_stays_stopped() {
    let in_flight = Arc::new(InFlight::new());
    in_flight.close();
    let _running = in_flight.begin(None).unwrap();
    assert_eq!(in_flight.stopped(), Some(Reason::CancelledByHost));
}
