//! The table of listeners, and the catalogue of what Winsock goes through.

use super::machine::{own_process, session_of};
use super::{refused, text_in};
use crate::check::report::Measured;
use hr_sandbox::Bilingual;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ptr;
use windows_sys::Win32::Foundation::{
    CloseHandle, ERROR_INSUFFICIENT_BUFFER, ERROR_SUCCESS, WIN32_ERROR,
};
use windows_sys::Win32::NetworkManagement::IpHelper::{
    GetExtendedTcpTable, MIB_TCP6ROW_OWNER_PID, MIB_TCPROW_OWNER_PID, TCP_TABLE_OWNER_PID_LISTENER,
};
use windows_sys::Win32::Networking::WinSock::{
    AF_INET, AF_INET6, SOCKET_ERROR, WSAENOBUFS, WSAPROTOCOL_INFOW, WSCEnumProtocols,
};
use windows_sys::Win32::System::Threading::{
    OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION, QueryFullProcessImageNameW,
};

/// The table may grow between two questions.
const TRIES: usize = 8;

/// In words of four bytes: every field of a row is one, or several bytes that fill some.
fn table(family: u16) -> Result<Vec<u32>, Bilingual> {
    let mut words: Vec<u32> = Vec::new();
    let mut code: WIN32_ERROR = ERROR_SUCCESS;
    for _ in 0..TRIES {
        let mut bytes = u32::try_from(words.len() * 4).unwrap_or(u32::MAX);
        let place = match words.is_empty() {
            true => ptr::null_mut(),
            false => words.as_mut_ptr().cast(),
        };
        // SAFETY: `place` is NULL with size 0, or has as many bytes as given.
        code = unsafe {
            let kind = TCP_TABLE_OWNER_PID_LISTENER;
            GetExtendedTcpTable(place, &mut bytes, 0, u32::from(family), kind, 0)
        };
        match code {
            ERROR_SUCCESS => return Ok(words),
            ERROR_INSUFFICIENT_BUFFER => words = vec![0; bytes as usize / 4 + 64],
            _ => break,
        }
    }
    Err(refused(code))
}

/// The rows behind their number, as many as there are whole.
fn rows<const WORDS: usize>(table: &[u32]) -> impl Iterator<Item = &[u32; WORDS]> {
    let count = table.first().copied().unwrap_or_default() as usize;
    let rows = table.get(1..).unwrap_or_default();
    rows.as_chunks::<WORDS>().0.iter().take(count)
}

const V4: usize = size_of::<MIB_TCPROW_OWNER_PID>() / 4;
const V6: usize = size_of::<MIB_TCP6ROW_OWNER_PID>() / 4;

/// The lower two bytes, in the order of the network.
fn port_of(word: u32) -> u16 {
    let [high, low, ..] = word.to_le_bytes();
    u16::from_be_bytes([high, low])
}

pub(in crate::check) fn listeners(port: u16) -> Result<Vec<Value>, Bilingual> {
    let mut found: Vec<(IpAddr, u32)> = Vec::new();
    for row in rows::<V4>(&table(AF_INET)?) {
        let [_, address, own, _, _, process] = *row;
        if port_of(own) == port {
            found.push((Ipv4Addr::from(address.to_le_bytes()).into(), process));
        }
    }
    // A system without IPv6 has no such table.
    for row in rows::<V6>(&table(AF_INET6).unwrap_or_default()) {
        let [a, b, c, d, _, own, _, _, _, _, _, _, _, process] = *row;
        if port_of(own) == port {
            let mut bytes = [0; 16];
            for (place, word) in bytes.chunks_exact_mut(4).zip([a, b, c, d]) {
                place.copy_from_slice(&word.to_le_bytes());
            }
            found.push((Ipv6Addr::from(bytes).into(), process));
        }
    }
    let own = session_of(own_process()).ok();
    let listeners = found.into_iter().map(|(address, process)| {
        let session = session_of(process).ok();
        json!({
            "address": address.to_string(),
            "pid": process,
            "program": program_of(process),
            "session": session,
            "own_session": session.zip(own).map(|(its, ours)| its == ours),
            "system": session == Some(0),
            "own_process": process == own_process(),
        })
    });
    Ok(listeners.collect())
}

/// The name of the file alone. None for what this user may not ask about.
fn program_of(process: u32) -> Option<String> {
    let mut path = [0u16; 1024];
    let mut length = path.len() as u32;
    // SAFETY: the handle is closed once; no more than `length` units are written.
    let fine = unsafe {
        let handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, process);
        if handle.is_null() {
            return None;
        }
        let fine = QueryFullProcessImageNameW(handle, 0, path.as_mut_ptr(), &mut length);
        CloseHandle(handle);
        fine
    };
    let path = text_in(&path);
    let name = path.rsplit('\\').next().map(str::to_owned);
    name.filter(|name| fine != 0 && !name.is_empty())
}

/// `chain`: 0 is a layer, 1 the system's own or one in its place, more a chain of layers.
pub(in crate::check) fn winsock() -> Measured {
    let mut entries: Vec<WSAPROTOCOL_INFOW> = Vec::new();
    let mut code = 0;
    for _ in 0..TRIES {
        let mut bytes = u32::try_from(size_of_val(&*entries)).unwrap_or(u32::MAX);
        let place = match entries.is_empty() {
            true => ptr::null_mut(),
            false => entries.as_mut_ptr(),
        };
        // SAFETY: all protocols; `place` is NULL with size 0, or has as many bytes as given.
        let count = unsafe { WSCEnumProtocols(ptr::null(), place, &mut bytes, &mut code) };
        if count != SOCKET_ERROR {
            entries.truncate(usize::try_from(count).unwrap_or_default());
            return Ok(entries.iter().map(provider).collect());
        }
        if code != WSAENOBUFS {
            break;
        }
        let size = size_of::<WSAPROTOCOL_INFOW>();
        entries = vec![WSAPROTOCOL_INFOW::default(); bytes as usize / size + 8];
    }
    Err(refused(code.cast_unsigned()))
}

fn provider(entry: &WSAPROTOCOL_INFOW) -> Value {
    json!({
        "name": text_in(&entry.szProtocol),
        "chain": entry.ProtocolChain.ChainLen,
        "family": entry.iAddressFamily,
        "type": entry.iSocketType,
        "protocol": entry.iProtocol,
    })
}
