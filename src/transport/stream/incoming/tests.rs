//! A system that drops what it had received when the connection is reset, as Windows does.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard};

use super::*;

#[derive(Default)]
struct System {
    /// What arrived and no receive got.
    buffer: Vec<u8>,
    /// Of each receive the memory and its end.
    receives: Vec<(Vec<u8>, Option<End>)>,
    /// How a receive ends that gets nothing.
    over: Option<End>,
    short_of_memory: bool,
    cannot_cancel: bool,
}

impl System {
    fn waiting(&mut self) -> impl Iterator<Item = &mut (Vec<u8>, Option<End>)> {
        self.receives.iter_mut().filter(|(_, end)| end.is_none())
    }

    fn end_waiting(&mut self) {
        let (mut buffer, over) = (std::mem::take(&mut self.buffer), self.over);
        for (memory, end) in self.waiting() {
            let amount = buffer.len().min(SIZE);
            memory.extend(buffer.drain(..amount));
            *end = if amount > 0 { Some(End::Got) } else { over };
        }
        self.buffer = buffer;
    }
}

#[derive(Clone, Default)]
struct Fake(Arc<Mutex<System>>);

struct FakeReceive(Fake, usize);

impl Fake {
    fn system(&self) -> MutexGuard<'_, System> {
        self.0.lock().unwrap()
    }

    fn arrives(&self, bytes: &[u8]) {
        let mut system = self.system();
        system.buffer.extend_from_slice(bytes);
        system.end_waiting();
    }

    /// The peer has closed the connection or reset it, or whatever thread begins a receive is no more.
    fn ends(&self, end: End) {
        let mut system = self.system();
        if end == End::Lost {
            system.buffer.clear();
        }
        system.over = Some(end);
        system.end_waiting();
    }

    /// As when the thread ends that began them.
    fn cancels(&self) {
        for (_, end) in self.system().waiting() {
            *end = Some(End::Cancelled);
        }
    }

    fn waiting(&self) -> usize {
        self.system().waiting().count()
    }

    fn held(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}

impl ReceiveSource for Fake {
    fn receive(&self) -> Option<Box<dyn Receive>> {
        let mut system = self.system();
        if system.short_of_memory || system.over == Some(End::Lost) {
            return None;
        }
        system.receives.push((Vec::new(), None));
        system.end_waiting();
        let number = system.receives.len() - 1;
        Some(Box::new(FakeReceive(self.clone(), number)))
    }

    fn cancel(&self) {
        if !self.system().cannot_cancel {
            self.cancels();
        }
    }

    fn read(&self, mut room: &mut [u8]) -> io::Result<usize> {
        let mut system = self.system();
        let amount = room.write(&system.buffer)?;
        system.buffer.drain(..amount);
        Ok(amount)
    }
}

impl Receive for FakeReceive {
    fn end(&mut self, _: Duration) -> Option<End> {
        self.0.system().receives[self.1].1
    }

    fn bytes(&self) -> &[u8] {
        Box::leak(self.0.system().receives[self.1].0.clone().into())
    }
}

fn all(incoming: &mut Incoming, fake: &Fake) -> (Vec<u8>, io::ErrorKind) {
    // No part of a receive.
    let (mut whole, mut room) = (Vec::new(), vec![0; 1000]);
    loop {
        match incoming.read(fake, Duration::ZERO, &mut room) {
            Ok(0) => return (whole, io::ErrorKind::UnexpectedEof),
            Ok(amount) => whole.extend_from_slice(&room[..amount]),
            Err(error) => return (whole, error.kind()),
        }
    }
}

#[test]
fn what_a_reset_follows_is_kept() {
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    incoming.arm(&fake);
    let sent: Vec<u8> = (0..AT_A_TIME * SIZE).map(|at| at as u8).collect();
    fake.arrives(&sent);
    fake.ends(End::Lost);
    // As some systems do.
    fake.system().buffer = b"kept".to_vec();
    let (whole, end) = all(&mut incoming, &fake);
    assert!(whole == [&sent, &b"kept"[..]].concat());
    assert_eq!(end, io::ErrorKind::ConnectionReset);
    // A plain read comes too late.
    let (fake, mut late) = (Fake::default(), Incoming::default());
    fake.arrives(b"HTTP/1.1 413 Too Large\r\n\r\n");
    fake.ends(End::Lost);
    assert_eq!(all(&mut late, &fake).0, b"");
}

#[test]
fn receives_go_on_between_the_reads() {
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    assert_eq!(all(&mut incoming, &fake).1, io::ErrorKind::WouldBlock);
    assert!(!incoming.has_news());
    for round in 0..10_u8 {
        fake.arrives(&[round]);
        assert_eq!(fake.waiting(), AT_A_TIME - 1);
        assert!(incoming.has_news());
        assert_eq!(all(&mut incoming, &fake).0, [round]);
        assert_eq!(fake.waiting(), AT_A_TIME);
    }
    fake.ends(End::Closed);
    assert_eq!(all(&mut incoming, &fake).1, io::ErrorKind::UnexpectedEof);
    assert_eq!(all(&mut incoming, &fake).1, io::ErrorKind::UnexpectedEof);
}

#[test]
fn a_thread_that_ended_takes_nothing_along() {
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    incoming.arm(&fake);
    fake.cancels();
    fake.arrives(b"between");
    assert_eq!(all(&mut incoming, &fake).0, b"between");
    // For ever, it is no connection.
    fake.ends(End::Cancelled);
    let (_, end) = all(&mut incoming, &fake);
    assert_eq!(end, io::ErrorKind::ConnectionAborted);
}

#[test]
fn an_idle_connection_holds_no_memory_and_is_seen_to_end() {
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    incoming.arm(&fake);
    fake.arrives(b"answer");
    assert_eq!(all(&mut incoming, &fake).0, b"answer");
    incoming.rest(&fake);
    assert_eq!(fake.held(), 0);
    assert_eq!(all(&mut incoming, &fake).1, io::ErrorKind::WouldBlock);
    // What comes unasked, before the rest and in it.
    fake.arrives(b"un");
    incoming.rest(&fake);
    fake.arrives(b"asked");
    assert_eq!(all(&mut incoming, &fake).0, b"unasked");
    incoming.rest(&fake);
    fake.ends(End::Lost);
    let lost = (Vec::new(), io::ErrorKind::ConnectionReset);
    assert_eq!(all(&mut incoming, &fake), lost);
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    incoming.arm(&fake);
    incoming.rest(&fake);
    fake.ends(End::Closed);
    assert_eq!(all(&mut incoming, &fake).1, io::ErrorKind::UnexpectedEof);
}

#[test]
fn what_cannot_be_cancelled_goes_on() {
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    fake.system().cannot_cancel = true;
    incoming.arm(&fake);
    incoming.rest(&fake);
    assert_eq!(fake.held(), AT_A_TIME);
    fake.arrives(b"later");
    assert_eq!(all(&mut incoming, &fake).0, b"later");
}

#[test]
fn short_memory_is_a_lost_connection_or_fewer_receives() {
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    fake.system().short_of_memory = true;
    assert_eq!(all(&mut incoming, &fake).1, io::ErrorKind::ConnectionReset);
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    incoming.begun.extend(fake.receive());
    fake.system().short_of_memory = true;
    fake.arrives(b"one");
    assert_eq!(all(&mut incoming, &fake).0, b"one");
}
