//! What is asked of Winsock beyond the standard library.

mod overlapped;

use std::ffi::c_void;
use std::io;
use std::os::windows::io::{AsRawSocket, BorrowedSocket};
use std::ptr::null_mut;
use std::time::Duration;

use windows_sys::Wdk::System::SystemServices::RtlGetVersion;
use windows_sys::Win32::Networking::WinSock::{
    FD_SET, SIO_TCP_INITIAL_RTO, SOCKET, SOCKET_ERROR, TCP_INITIAL_RTO_NO_SYN_RETRANSMISSIONS,
    TCP_INITIAL_RTO_PARAMETERS, TIMEVAL, WSAIoctl, select,
};
use windows_sys::Win32::System::SystemInformation::OSVERSIONINFOW;

pub use overlapped::{cancel, receive};

/// What a socket that does not block is ready for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// For nothing, in the time given.
    Nothing,
    /// To be written to: it is connected, and has room.
    Writable,
    /// Its connection was refused, or failed otherwise.
    Failed,
}

fn number(socket: BorrowedSocket<'_>) -> SOCKET {
    socket.as_raw_socket() as SOCKET
}

/// Waits, so long at most, until the socket can be written to or its connection fails: by `select`, which reports a refused
/// connection on every Windows and does not care which providers lie between.
pub fn wait(socket: BorrowedSocket<'_>, most: Duration) -> io::Result<Ready> {
    // The first counts.
    let mut writable = FD_SET {
        fd_count: 1,
        fd_array: [number(socket); 64],
    };
    let mut failed = writable;
    let patience = TIMEVAL {
        tv_sec: i32::try_from(most.as_secs()).unwrap_or(i32::MAX),
        tv_usec: i32::try_from(most.subsec_micros()).unwrap_or(0),
    };
    let (write, except) = (&raw mut writable, &raw mut failed);
    // SAFETY: sets of one open socket each, which live on, as does the time.
    let found = unsafe { select(0, null_mut(), write, except, &raw const patience) };
    match found {
        SOCKET_ERROR => Err(io::Error::last_os_error()),
        _ if failed.fd_count > 0 => Ok(Ready::Failed),
        _ if writable.fd_count > 0 => Ok(Ready::Writable),
        _ => Ok(Ready::Nothing),
    }
}

/// The first Windows for which the value means no retransmission. Older ones may take it for a number of them.
const KNOWS_NONE: (u32, u32) = (10, 16299);

/// The fewest retransmissions that this Windows can be asked for.
fn fewest() -> u8 {
    // SAFETY: numbers and an array of numbers.
    let mut version: OSVERSIONINFOW = unsafe { std::mem::zeroed() };
    version.dwOSVersionInfoSize = size_of::<OSVERSIONINFOW>() as u32;
    // SAFETY: writable, and it says its size.
    unsafe { RtlGetVersion(&raw mut version) };
    match (version.dwMajorVersion, version.dwBuildNumber) >= KNOWS_NONE {
        true => TCP_INITIAL_RTO_NO_SYN_RETRANSMISSIONS as u8,
        false => 1,
    }
}

/// Makes the system report a refused connection at once, not after further tries. Without effect where the system has no
/// such option.
pub fn hasten_refusal(socket: BorrowedSocket<'_>) {
    let parameters = TCP_INITIAL_RTO_PARAMETERS {
        // Whatever the administrator set: windows-sys has no name for it.
        Rtt: u16::MAX,
        MaxSynRetransmissions: fewest(),
    };
    let (given, size) = (
        (&raw const parameters).cast::<c_void>(),
        size_of_val(&parameters) as u32,
    );
    let mut returned = 0;
    let (number, code) = (number(socket), SIO_TCP_INITIAL_RTO);
    // SAFETY: an open socket, parameters of the size given, no room for an answer, nothing overlapped. Whether it is
    // granted makes no difference but in time.
    unsafe {
        WSAIoctl(
            number,
            code,
            given,
            size,
            null_mut(),
            0,
            &raw mut returned,
            null_mut(),
            None,
        );
    }
}
