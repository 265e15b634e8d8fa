//! A system that drops what it had received when the connection is reset, as Windows does.

use std::sync::{Arc, Mutex, MutexGuard};

use super::*;

#[derive(Default)]
struct System {
    /// What arrived and no receive got.
    buffer: Vec<u8>,
    /// The receives that go on, by number; of each the memory and its end.
    waiting: Vec<usize>,
    receives: Vec<(Vec<u8>, Option<End>)>,
    /// The peer has closed the connection, or reset it.
    over: Option<End>,
    short_of_memory: bool,
    cannot_cancel: bool,
    thread_is_gone: bool,
}

impl System {
    fn end_waiting(&mut self) {
        while !self.waiting.is_empty() {
            let end = match self.over {
                _ if self.thread_is_gone => End::Cancelled,
                Some(End::Lost) => End::Lost,
                _ if !self.buffer.is_empty() => End::Got,
                Some(end) => end,
                None => return,
            };
            let number = self.waiting.remove(0);
            let amount = self.buffer.len().min(SIZE);
            let got = self.buffer.drain(..amount).collect();
            self.receives[number] = (got, Some(end));
        }
    }
}

#[derive(Clone, Default)]
struct Fake(Arc<Mutex<System>>);

struct FakeReceive(Fake, usize);

impl Fake {
    fn system(&self) -> MutexGuard<'_, System> {
        self.0.lock().unwrap()
    }

    fn change(&self, change: impl FnOnce(&mut System)) {
        let mut system = self.system();
        change(&mut system);
        system.end_waiting();
    }

    fn arrives(&self, bytes: &[u8]) {
        self.change(|system| system.buffer.extend_from_slice(bytes));
    }

    fn closes(&self) {
        self.change(|system| system.over = Some(End::Closed));
    }

    fn resets(&self) {
        self.change(|system| {
            system.buffer.clear();
            system.over = Some(End::Lost);
        });
    }

    /// As when the thread ends that began them.
    fn cancels(&self) {
        let mut system = self.system();
        for number in std::mem::take(&mut system.waiting) {
            system.receives[number].1 = Some(End::Cancelled);
        }
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
        let number = system.receives.len() - 1;
        system.waiting.push(number);
        system.end_waiting();
        Some(Box::new(FakeReceive(self.clone(), number)))
    }

    fn cancel(&self) {
        if !self.system().cannot_cancel {
            self.cancels();
        }
    }

    fn read(&self, room: &mut [u8]) -> io::Result<usize> {
        let mut system = self.system();
        let amount = system.buffer.len().min(room.len());
        let got: Vec<u8> = system.buffer.drain(..amount).collect();
        room[..amount].copy_from_slice(&got);
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
    fake.resets();
    // As some systems do.
    fake.system().buffer = b"kept".to_vec();
    let (whole, end) = all(&mut incoming, &fake);
    assert!(whole == [&sent, &b"kept"[..]].concat());
    assert_eq!(end, io::ErrorKind::ConnectionReset);
    // A plain read comes too late.
    let (fake, mut late) = (Fake::default(), Incoming::default());
    fake.arrives(b"HTTP/1.1 413 Too Large\r\n\r\n");
    fake.resets();
    assert_eq!(all(&mut late, &fake).0, b"");
}

#[test]
fn receives_go_on_between_the_reads() {
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    assert_eq!(all(&mut incoming, &fake).1, io::ErrorKind::WouldBlock);
    assert!(!incoming.has_news());
    for round in 0..10_u8 {
        fake.arrives(&[round]);
        assert_eq!(fake.system().waiting.len(), AT_A_TIME - 1);
        assert!(incoming.has_news());
        assert_eq!(all(&mut incoming, &fake).0, [round]);
        assert_eq!(fake.system().waiting.len(), AT_A_TIME);
    }
    fake.closes();
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
    fake.system().thread_is_gone = true;
    fake.arrives(b"");
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
    fake.resets();
    assert_eq!(
        all(&mut incoming, &fake),
        (Vec::new(), io::ErrorKind::ConnectionReset)
    );
    let (fake, mut incoming) = (Fake::default(), Incoming::default());
    incoming.arm(&fake);
    incoming.rest(&fake);
    fake.closes();
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
