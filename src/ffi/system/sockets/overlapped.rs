//! Receives that Winsock carries out by itself, into memory that stays where it is until they have ended.

use std::os::windows::io::BorrowedSocket;
use std::ptr::{NonNull, null, null_mut};
use std::time::Duration;

use windows_sys::Win32::Foundation::{HANDLE, WAIT_OBJECT_0};
use windows_sys::Win32::Networking::WinSock::{
    SOCKET, WSA_IO_INCOMPLETE, WSA_IO_PENDING, WSA_OPERATION_ABORTED, WSABUF, WSACloseEvent,
    WSACreateEvent, WSAEVENT, WSAGetLastError, WSAGetOverlappedResult, WSARecv, WSAResetEvent,
    WSAWaitForMultipleEvents,
};
use windows_sys::Win32::System::IO::{CancelIoEx, OVERLAPPED};

use super::number;
use crate::system::receive::{End, Receive};
use crate::wiping::WipingBuffer;

/// What the system writes to while an operation goes on.
struct Memory {
    operation: OVERLAPPED,
    bytes: WipingBuffer,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ReceiveState {
    Idle,
    GoesOn,
    Ended(End, usize),
}

struct Overlapped {
    socket: SOCKET,
    event: HANDLE,
    /// Of a box. Nobody but the system uses it while an operation goes on.
    memory: NonNull<Memory>,
    state: ReceiveState,
    /// Nothing was there when it began.
    #[cfg(feature = "test-hooks")]
    waited: bool,
}

// SAFETY: all of it belongs to this one, and any thread may wait for an operation.
unsafe impl Send for Overlapped {}

pub fn receive(socket: BorrowedSocket<'_>, size: usize) -> Option<Box<dyn Receive>> {
    let bytes = WipingBuffer::zeroed(size)?;
    // SAFETY: makes an event; nothing is given.
    let event = unsafe { WSACreateEvent() } as HANDLE;
    if event.is_null() {
        return None;
    }
    // SAFETY: numbers and pointers, for which zero is a value.
    let operation = unsafe { std::mem::zeroed() };
    let memory = Box::new(Memory { operation, bytes });
    Some(Box::new(Overlapped {
        socket: number(socket),
        event,
        memory: NonNull::from(Box::leak(memory)),
        state: ReceiveState::Idle,
        #[cfg(feature = "test-hooks")]
        waited: false,
    }))
}

pub fn cancel(socket: BorrowedSocket<'_>) {
    // SAFETY: an open socket; without an operation all are meant. Where nothing goes on, or the socket is one of a
    // layered provider that the system does not know, nothing happens.
    unsafe { CancelIoEx(number(socket) as HANDLE, null()) };
}

impl Overlapped {
    /// Whether the operation under way has ended, after so long at most.
    fn has_ended(&self, most: Duration) -> bool {
        let most = most.as_nanos().div_ceil(1_000_000).try_into();
        // SAFETY: one event, which is open as long as this is.
        let waited = unsafe {
            WSAWaitForMultipleEvents(1, &raw const self.event, 0, most.unwrap_or(60_000), 0)
        };
        waited == WAIT_OBJECT_0
    }
}

impl Receive for Overlapped {
    fn begin(&mut self) -> bool {
        if self.state == ReceiveState::GoesOn {
            return true;
        }
        // SAFETY: nothing goes on, so it is used here alone until WSARecv has it.
        let memory = unsafe { self.memory.as_mut() };
        // SAFETY: as where it was made.
        memory.operation = unsafe { std::mem::zeroed() };
        memory.operation.hEvent = self.event;
        let buffer = WSABUF {
            len: memory.bytes.len() as u32,
            buf: memory.bytes.as_mut_ptr(),
        };
        let operation = &raw mut memory.operation;
        let mut flags = 0;
        // SAFETY: the event and the memory stay until the operation has ended; the list of buffers is copied.
        let failed = unsafe {
            WSAResetEvent(self.event as WSAEVENT);
            let one = &raw const buffer;
            WSARecv(
                self.socket,
                one,
                1,
                null_mut(),
                &raw mut flags,
                operation,
                None,
            ) != 0
        };
        // SAFETY: asks for this thread's last error.
        if failed && unsafe { WSAGetLastError() } != WSA_IO_PENDING {
            self.state = ReceiveState::Idle;
            return false;
        }
        self.state = ReceiveState::GoesOn;
        #[cfg(feature = "test-hooks")]
        {
            self.waited = failed;
        }
        true
    }

    fn end(&mut self, most: Duration) -> Option<End> {
        match self.state {
            ReceiveState::Idle => return Some(End::Cancelled),
            ReceiveState::Ended(end, _) => return Some(end),
            ReceiveState::GoesOn if !self.has_ended(most) => return None,
            ReceiveState::GoesOn => {}
        }
        let (mut amount, mut flags) = (0, 0);
        // SAFETY: the socket is open by the table's promise, and the operation is one of its.
        let end = unsafe {
            let operation = &raw const (*self.memory.as_ptr()).operation;
            let (amount, flags) = (&raw mut amount, &raw mut flags);
            match WSAGetOverlappedResult(self.socket, operation, amount, 0, flags) {
                0 => match WSAGetLastError() {
                    WSA_IO_INCOMPLETE => return None,
                    WSA_OPERATION_ABORTED => End::Cancelled,
                    _ => End::Lost,
                },
                _ => End::Got,
            }
        };
        let end = match (end, amount) {
            (End::Got, 0) => End::Closed,
            (end, _) => end,
        };
        self.state = ReceiveState::Ended(end, amount as usize);
        #[cfg(feature = "test-hooks")]
        if matches!(end, End::Got | End::Lost) {
            crate::test_hooks::received(self.waited);
        }
        Some(end)
    }

    fn bytes(&self) -> &[u8] {
        match self.state {
            // SAFETY: the operation has ended, so nobody writes there.
            ReceiveState::Ended(End::Got, amount) => unsafe { self.memory.as_ref() }
                .bytes
                .get(..amount)
                .unwrap_or_default(),
            _ => &[],
        }
    }
}

/// What closing the socket ends at once may take.
const CLOSED: Duration = Duration::from_secs(1);

impl Drop for Overlapped {
    fn drop(&mut self) {
        // What does not end keeps its memory, into which the system may yet write.
        if self.state == ReceiveState::GoesOn && !self.has_ended(CLOSED) {
            return;
        }
        // SAFETY: nothing goes on; the memory is that of a box, and both are given up once.
        unsafe {
            WSACloseEvent(self.event as WSAEVENT);
            drop(Box::from_raw(self.memory.as_ptr()));
        }
    }
}
