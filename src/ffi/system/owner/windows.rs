//! Connections with their processes, and the sessions of processes.
//!
//! This process may not query a process of another user, so the session of that one is looked up in the system's list
//! of processes, which everybody may read.

use std::ffi::c_void;
use std::mem::{offset_of, size_of};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::ptr::null_mut;

use windows_sys::Wdk::System::SystemInformation::{
    NtQuerySystemInformation, SystemProcessInformation,
};
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INSUFFICIENT_BUFFER, GetLastError, NO_ERROR,
    STATUS_INFO_LENGTH_MISMATCH, STATUS_SUCCESS,
};
use windows_sys::Win32::NetworkManagement::IpHelper::{
    MIB_TCP6ROW_OWNER_PID, MIB_TCP6TABLE_OWNER_PID, MIB_TCPROW_OWNER_PID, MIB_TCPTABLE_OWNER_PID,
    TCP_TABLE_CLASS, TCP_TABLE_OWNER_PID_CONNECTIONS,
};
use windows_sys::Win32::Networking::WinSock::{AF_INET, AF_INET6};
use windows_sys::Win32::System::RemoteDesktop::ProcessIdToSessionId;
use windows_sys::Win32::System::Threading::GetCurrentProcessId;
use windows_sys::Win32::System::WindowsProgramming::SYSTEM_PROCESS_INFORMATION;
use windows_sys::w;

use super::room::{Filled, filled};
use super::sessions::{ConnectionRow, Family, ProcessSession};
use crate::system::system_library::Library;

type GetTable =
    unsafe extern "system" fn(*mut c_void, *mut u32, i32, u32, TCP_TABLE_CLASS, u32) -> u32;

fn get_table() -> Option<GetTable> {
    // SAFETY: a name with its final NUL, and the function's documented form.
    unsafe { Library::load(w!("iphlpapi.dll"))?.function(c"GetExtendedTcpTable") }
}

/// Visits the connections of a table. None where it cannot be read, or has no end.
pub fn connections(family: Family, visit: &mut dyn FnMut(&ConnectionRow)) -> Option<()> {
    let get_table = get_table()?;
    let version = match family {
        Family::V4 => AF_INET,
        Family::V6 => AF_INET6,
    };
    let table = filled(|room| {
        let (mut bytes, to) = (bytes_of(room), room.as_mut_ptr().cast());
        let (version, class) = (version.into(), TCP_TABLE_OWNER_PID_CONNECTIONS);
        // SAFETY: the room has as many bytes.
        match unsafe { get_table(to, &raw mut bytes, 0, version, class, 0) } {
            NO_ERROR => Filled::Whole,
            ERROR_INSUFFICIENT_BUFFER => Filled::TooSmall,
            _ => Filled::Failed,
        }
    })?;
    match family {
        Family::V4 => {
            let first = offset_of!(MIB_TCPTABLE_OWNER_PID, table);
            rows(&table, first, |row| visit(&of_v4(row)))
        }
        Family::V6 => {
            let first = offset_of!(MIB_TCP6TABLE_OWNER_PID, table);
            rows(&table, first, |row| visit(&of_v6(row)))
        }
    }
}

/// The rows of a table, which begins with how many they are.
fn rows<T: Plain>(table: &[u64], first: usize, mut each: impl FnMut(&T)) -> Option<()> {
    for number in 0..at::<u32>(table, 0)? as usize {
        each(&at(table, first + number * size_of::<T>())?);
    }
    Some(())
}

/// How long a room is.
fn bytes_of(room: &[u64]) -> u32 {
    u32::try_from(size_of_val(room)).unwrap_or(u32::MAX)
}

/// Structures of the system without pointers that are followed.
trait Plain: Copy {}
impl Plain for u32 {}
impl Plain for MIB_TCPROW_OWNER_PID {}
impl Plain for MIB_TCP6ROW_OWNER_PID {}
impl Plain for SYSTEM_PROCESS_INFORMATION {}

/// What begins at an offset; None where it does not end within the memory.
fn at<T: Plain>(memory: &[u64], offset: usize) -> Option<T> {
    let end = offset.checked_add(size_of::<T>())?;
    if end > size_of_val(memory) {
        return None;
    }
    // SAFETY: within the memory, and every pattern of bits is a value of these types.
    Some(unsafe {
        memory
            .as_ptr()
            .cast::<u8>()
            .add(offset)
            .cast::<T>()
            .read_unaligned()
    })
}

/// The number of a port: what is above it in its field is no part of it.
fn number_of(port: u32) -> u16 {
    u16::from_be(port as u16)
}

fn of_v4(row: &MIB_TCPROW_OWNER_PID) -> ConnectionRow {
    let end = |address: u32, port| {
        let ip = Ipv4Addr::from(address.to_ne_bytes());
        SocketAddr::new(ip.into(), number_of(port))
    };
    ConnectionRow {
        local: end(row.dwLocalAddr, row.dwLocalPort),
        remote: end(row.dwRemoteAddr, row.dwRemotePort),
        process: row.dwOwningPid,
    }
}

fn of_v6(row: &MIB_TCP6ROW_OWNER_PID) -> ConnectionRow {
    let end =
        |address, port| SocketAddr::new(Ipv6Addr::from_octets(address).into(), number_of(port));
    ConnectionRow {
        local: end(row.ucLocalAddr, row.dwLocalPort),
        remote: end(row.ucRemoteAddr, row.dwRemotePort),
        process: row.dwOwningPid,
    }
}

pub fn own_session() -> Option<u32> {
    // SAFETY: no arguments.
    ask(unsafe { GetCurrentProcessId() }).ok()
}

pub fn session_of(process: u32) -> ProcessSession {
    match ask(process) {
        Ok(session) => ProcessSession::Number(session),
        Err(error) => match (listed(process), error) {
            (Some(session), _) => ProcessSession::Number(session),
            (None, ERROR_ACCESS_DENIED) => ProcessSession::Withheld,
            (None, _) => ProcessSession::Gone,
        },
    }
}

fn ask(process: u32) -> Result<u32, u32> {
    let mut session = 0;
    // SAFETY: the number of a session is written to a variable.
    match unsafe { ProcessIdToSessionId(process, &raw mut session) } {
        // SAFETY: no arguments.
        0 => Err(unsafe { GetLastError() }),
        _ => Ok(session),
    }
}

/// The session of a process by the system's list.
fn listed(process: u32) -> Option<u32> {
    let list = filled(|room| {
        let (bytes, to) = (bytes_of(room), room.as_mut_ptr().cast());
        // SAFETY: the room has as many bytes; how many are needed is not asked.
        let status =
            unsafe { NtQuerySystemInformation(SystemProcessInformation, to, bytes, null_mut()) };
        match status {
            STATUS_SUCCESS => Filled::Whole,
            STATUS_INFO_LENGTH_MISMATCH => Filled::TooSmall,
            _ => Filled::Failed,
        }
    })?;
    let mut offset = 0;
    loop {
        let entry: SYSTEM_PROCESS_INFORMATION = at(&list, offset)?;
        if entry.UniqueProcessId as usize == process as usize {
            return Some(entry.SessionId);
        }
        if entry.NextEntryOffset == 0 {
            return None;
        }
        offset = offset.checked_add(entry.NextEntryOffset as usize)?;
    }
}
