//! Receives that Winsock carries out by itself, into memory that stays where it is until they have ended.

use std::os::windows::io::BorrowedSocket;
use std::ptr::{NonNull, null, null_mut};
use std::time::Duration;

use windows_sys::Win32::Foundation::{HANDLE, WAIT_OBJECT_0};
use windows_sys::Win32::Networking::WinSock::{
    SOCKET, WSA_IO_INCOMPLETE, WSA_IO_PENDING, WSA_OPERATION_ABORTED, WSABUF, WSACloseEvent,
    WSACreateEvent, WSAEVENT, WSAGetLastError, WSAGetOverlappedResult, WSARecv,
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

struct Overlapped {
    socket: SOCKET,
    event: HANDLE,
    /// Of a box. Nobody but the system uses it while an operation goes on.
    memory: NonNull<Memory>,
    /// How it ended, and with how many bytes; None as long as it goes on.
    ended: Option<(End, usize)>,
    /// Nothing was there when it began.
    #[cfg(feature = "test-hooks")]
    waited: bool,
}

// SAFETY: all of it belongs to this one, and any thread may wait for an operation.
unsafe impl Send for Overlapped {}

/// Begins a receive of so many bytes at most. Its `end` may be asked for only while the socket is open; it may be dropped
/// later. None when memory is short, or when the connection cannot give anything any more.
pub fn receive(socket: BorrowedSocket<'_>, size: usize) -> Option<Box<dyn Receive>> {
    let bytes = WipingBuffer::zeroed(size)?;
    // SAFETY: makes an event; nothing is given.
    let event = unsafe { WSACreateEvent() } as HANDLE;
    if event.is_null() {
        return None;
    }
    // SAFETY: numbers and pointers, for which zero is a value.
    let mut operation: OVERLAPPED = unsafe { std::mem::zeroed() };
    operation.hEvent = event;
    let mut memory = Box::new(Memory { operation, bytes });
    let buffer = WSABUF {
        len: memory.bytes.len() as u32,
        buf: memory.bytes.as_mut_ptr(),
    };
    let memory = NonNull::from(Box::leak(memory));
    let mut receive = Box::new(Overlapped {
        socket: number(socket),
        event,
        memory,
        ended: None,
        #[cfg(feature = "test-hooks")]
        waited: false,
    });
    let (one, mut flags) = (&raw const buffer, 0);
    let flags = &raw mut flags;
    // SAFETY: the event and the memory stay until the operation has ended; the list of buffers is copied.
    let failed = unsafe {
        let operation = &raw mut (*memory.as_ptr()).operation;
        WSARecv(receive.socket, one, 1, null_mut(), flags, operation, None) != 0
    };
    // SAFETY: asks for this thread's last error.
    if failed && unsafe { WSAGetLastError() } != WSA_IO_PENDING {
        receive.ended = Some((End::Lost, 0));
        return None;
    }
    #[cfg(feature = "test-hooks")]
    {
        receive.waited = failed;
    }
    Some(receive)
}

/// Ends all pending receives of the socket.
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
    fn end(&mut self, most: Duration) -> Option<End> {
        if let Some((end, _)) = self.ended {
            return Some(end);
        }
        if !self.has_ended(most) {
            return None;
        }
        let (mut amount, mut flags) = (0, 0);
        // SAFETY: the socket is open as `receive` asks it, and the operation is one of its.
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
        self.ended = Some((end, amount as usize));
        #[cfg(feature = "test-hooks")]
        if matches!(end, End::Got | End::Lost) {
            crate::test_hooks::received(self.waited);
        }
        Some(end)
    }

    fn bytes(&self) -> &[u8] {
        match self.ended {
            // SAFETY: the operation has ended, so nobody writes there.
            Some((End::Got, amount)) => unsafe { self.memory.as_ref() }
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
        if self.ended.is_none() && !self.has_ended(CLOSED) {
            return;
        }
        // SAFETY: nothing goes on; the memory is that of a box, and both are given up once.
        unsafe {
            WSACloseEvent(self.event as WSAEVENT);
            drop(Box::from_raw(self.memory.as_ptr()));
        }
    }
}
