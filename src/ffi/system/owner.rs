//! Connections with their processes, and the sessions of processes.
//!
//! This process may not query a process of another user, so the session of that one is looked up in the system's list
//! of processes, which everybody may read.

use std::ffi::c_void;
use std::mem::{offset_of, size_of};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::ptr::null_mut;

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INSUFFICIENT_BUFFER, FARPROC, GetLastError, HMODULE, NO_ERROR,
    STATUS_INFO_LENGTH_MISMATCH,
};
use windows_sys::Win32::NetworkManagement::IpHelper::{
    MIB_TCP6ROW_OWNER_PID, MIB_TCP6TABLE_OWNER_PID, MIB_TCPROW_OWNER_PID, MIB_TCPTABLE_OWNER_PID,
    TCP_TABLE_CLASS, TCP_TABLE_OWNER_PID_CONNECTIONS,
};
use windows_sys::Win32::Networking::WinSock::{AF_INET, AF_INET6};
use windows_sys::Win32::System::LibraryLoader::{
    GetModuleHandleW, GetProcAddress, LOAD_LIBRARY_SEARCH_SYSTEM32, LoadLibraryExW,
};
use windows_sys::Win32::System::RemoteDesktop::ProcessIdToSessionId;
use windows_sys::Win32::System::Threading::GetCurrentProcessId;
use windows_sys::{s, w};

use crate::system::owner::room::{Filled, bytes_of, filled};
use crate::system::owner::sessions::{ConnectionRow, ProcessSession, SessionFunctions, number_of};
use crate::system::owner::{Family, Unreadable};

pub static TABLE: SessionFunctions = SessionFunctions {
    connections,
    session_of,
    own_session,
};

type GetTable =
    unsafe extern "system" fn(*mut c_void, *mut u32, i32, u32, TCP_TABLE_CLASS, u32) -> u32;
type QuerySystem = unsafe extern "system" fn(i32, *mut c_void, u32, *mut u32) -> i32;

fn get_table() -> Option<GetTable> {
    // SAFETY: names with their final NUL. The library is never unloaded.
    let found = unsafe {
        let library = LoadLibraryExW(w!("iphlpapi.dll"), null_mut(), LOAD_LIBRARY_SEARCH_SYSTEM32);
        function(library, s!("GetExtendedTcpTable"))
    };
    // SAFETY: the function's documented form.
    found.map(|found| unsafe { std::mem::transmute::<_, GetTable>(found) })
}

fn query_system() -> Option<QuerySystem> {
    // SAFETY: names with their final NUL. This library is always there.
    let found = unsafe {
        function(
            GetModuleHandleW(w!("ntdll.dll")),
            s!("NtQuerySystemInformation"),
        )
    };
    // SAFETY: the function's documented form.
    found.map(|found| unsafe { std::mem::transmute::<_, QuerySystem>(found) })
}

/// # Safety
/// `library` is NULL or loaded, and `name` ends with NUL.
unsafe fn function(library: HMODULE, name: *const u8) -> FARPROC {
    match library.is_null() {
        true => None,
        // SAFETY: the caller's promise is the same.
        false => unsafe { GetProcAddress(library, name) },
    }
}

fn connections(
    family: Family,
    visit: &mut dyn FnMut(&ConnectionRow) -> bool,
) -> Result<(), Unreadable> {
    let get_table = get_table().ok_or(Unreadable)?;
    let version = match family {
        Family::V4 => AF_INET,
        Family::V6 => AF_INET6,
    };
    let table = filled(|room| {
        let mut bytes = bytes_of(room);
        // SAFETY: the room has as many bytes.
        let ended = unsafe {
            let class = TCP_TABLE_OWNER_PID_CONNECTIONS;
            get_table(
                room.as_mut_ptr().cast(),
                &raw mut bytes,
                0,
                version.into(),
                class,
                0,
            )
        };
        match ended {
            NO_ERROR => Filled::Whole,
            ERROR_INSUFFICIENT_BUFFER => Filled::Needs(bytes as usize),
            _ => Filled::Failed,
        }
    });
    let table = table.ok_or(Unreadable)?;
    let count = offset_of!(MIB_TCPTABLE_OWNER_PID, dwNumEntries);
    let rows = at::<u32>(&table, count).ok_or(Unreadable)? as usize;
    for number in 0..rows {
        let row = match family {
            Family::V4 => {
                let first = offset_of!(MIB_TCPTABLE_OWNER_PID, table);
                of_v4(
                    &at(&table, first + number * size_of::<MIB_TCPROW_OWNER_PID>())
                        .ok_or(Unreadable)?,
                )
            }
            Family::V6 => {
                let first = offset_of!(MIB_TCP6TABLE_OWNER_PID, table);
                of_v6(
                    &at(&table, first + number * size_of::<MIB_TCP6ROW_OWNER_PID>())
                        .ok_or(Unreadable)?,
                )
            }
        };
        if !visit(&row) {
            break;
        }
    }
    Ok(())
}

/// Structures of the system without pointers that are followed.
trait Plain: Copy {}
impl Plain for u32 {}
impl Plain for MIB_TCPROW_OWNER_PID {}
impl Plain for MIB_TCP6ROW_OWNER_PID {}
impl Plain for Process {}

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

fn own_session() -> Option<u32> {
    // SAFETY: no arguments.
    ask(unsafe { GetCurrentProcessId() }).ok()
}

fn session_of(process: u32) -> ProcessSession {
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

/// An entry of the system's list, as far as it is needed.
#[repr(C)]
#[derive(Clone, Copy)]
struct Process {
    next: u32,
    threads: u32,
    times: [u8; 48],
    name_length: [u16; 2],
    name: usize,
    priority: i32,
    number: usize,
    parent: usize,
    handles: u32,
    session: u32,
}

const SYSTEM_PROCESS_INFORMATION: i32 = 5;

/// The session of a process by the system's list.
fn listed(process: u32) -> Option<u32> {
    let query_system = query_system()?;
    let list = filled(|room| {
        let (bytes, mut needed) = (bytes_of(room), 0);
        // SAFETY: the room has as many bytes, and what is needed is written to a variable.
        let status = unsafe {
            query_system(
                SYSTEM_PROCESS_INFORMATION,
                room.as_mut_ptr().cast(),
                bytes,
                &raw mut needed,
            )
        };
        match status {
            0 => Filled::Whole,
            STATUS_INFO_LENGTH_MISMATCH => Filled::Needs((needed as usize).max(2 * bytes as usize)),
            _ => Filled::Failed,
        }
    })?;
    let mut offset = 0;
    loop {
        let entry: Process = at(&list, offset)?;
        if entry.number == process as usize {
            return Some(entry.session);
        }
        if entry.next == 0 {
            return None;
        }
        offset = offset.checked_add(entry.next as usize)?;
    }
}
