//! When a process began, and whether it still runs.

use std::mem::zeroed;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};

use windows_sys::Win32::Foundation::{ERROR_INVALID_PARAMETER, GetLastError, WAIT_OBJECT_0};
use windows_sys::Win32::Storage::FileSystem::SYNCHRONIZE;
use windows_sys::Win32::System::Threading::{
    GetProcessTimes, OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION, WaitForSingleObject,
};

use crate::system::processes::{Lookup, ProcessFunctions};

pub static TABLE: ProcessFunctions = ProcessFunctions { look_up };

fn look_up(number: u32) -> Lookup {
    let rights = PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE;
    // SAFETY: numbers alone.
    let handle = unsafe { OpenProcess(rights, 0, number) };
    if handle.is_null() {
        // SAFETY: no arguments.
        return match unsafe { GetLastError() } {
            ERROR_INVALID_PARAMETER => Lookup::Nobody,
            // Another user's process may not be asked, but it is there.
            _ => Lookup::Runs,
        };
    }
    // SAFETY: just opened, and nobody else's.
    let process = unsafe { OwnedHandle::from_raw_handle(handle) };
    // SAFETY: the handle is open. A process that has ended is kept while somebody has a handle of it.
    if unsafe { WaitForSingleObject(process.as_raw_handle(), 0) } == WAIT_OBJECT_0 {
        return Lookup::Nobody;
    }
    // SAFETY: times are numbers, which may be 0.
    let mut times = unsafe { [zeroed(), zeroed(), zeroed(), zeroed()] };
    let [began, ended, kernel, user] = &mut times;
    // SAFETY: the handle is open, and there is room for each time.
    let known = unsafe { GetProcessTimes(process.as_raw_handle(), began, ended, kernel, user) };
    match known {
        0 => Lookup::Runs,
        _ => {
            let time = u64::from(began.dwHighDateTime) << 32 | u64::from(began.dwLowDateTime);
            Lookup::Started(time.to_string())
        }
    }
}
