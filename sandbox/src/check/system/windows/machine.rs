//! The computer, the session, and what is loaded.

use super::{last_error, refused, text_in, wide};
use crate::check::report::Measured;
use hr_sandbox::Bilingual;
use serde_json::{Value, json};
use std::ffi::c_void;
use std::ptr;
use windows_sys::Wdk::System::SystemServices::RtlGetVersion;
use windows_sys::Win32::Foundation::{ERROR_SUCCESS, HANDLE};
use windows_sys::Win32::Security::Cryptography::{
    CertCloseStore, CertEnumCertificatesInStore, CertOpenSystemStoreW,
};
use windows_sys::Win32::System::LibraryLoader::{
    GetModuleFileNameW, GetModuleHandleW, GetProcAddress,
};
use windows_sys::Win32::System::Registry::{
    HKEY_LOCAL_MACHINE, RRF_RT_REG_DWORD, RRF_RT_REG_SZ, RegGetValueW,
};
use windows_sys::Win32::System::RemoteDesktop::{
    ProcessIdToSessionId, WTSGetActiveConsoleSessionId,
};
use windows_sys::Win32::System::SystemInformation::{
    GetNativeSystemInfo, IMAGE_FILE_MACHINE_AMD64, IMAGE_FILE_MACHINE_ARM64,
    IMAGE_FILE_MACHINE_I386, OSVERSIONINFOW, SYSTEM_INFO,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetCurrentProcessId};
use windows_sys::core::BOOL;

const CURRENT_VERSION: &str = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

/// `GetNativeSystemInfo` lies to programs that are emulated on ARM; `IsWow64Process2` does not, and is not everywhere.
pub(in crate::check) fn native_machine() -> Result<String, Bilingual> {
    type IsWow64Process2 = unsafe extern "system" fn(HANDLE, *mut u16, *mut u16) -> BOOL;
    if let Some(found) = function("kernel32.dll", c"IsWow64Process2") {
        let (mut process, mut native) = (0, 0);
        // SAFETY: the function of that name has this type; both numbers are writable.
        let fine = unsafe {
            let function: IsWow64Process2 = std::mem::transmute(found);
            function(GetCurrentProcess(), &mut process, &mut native)
        };
        if fine != 0 {
            return Ok(match native {
                IMAGE_FILE_MACHINE_I386 => "x86".into(),
                IMAGE_FILE_MACHINE_AMD64 => "x86_64".into(),
                IMAGE_FILE_MACHINE_ARM64 => "aarch64".into(),
                other => format!("machine 0x{other:04X}"),
            });
        }
    }
    let mut info = SYSTEM_INFO::default();
    // SAFETY: fills the structure, whose first part is a plain number in every form.
    let number = unsafe {
        GetNativeSystemInfo(&mut info);
        info.Anonymous.Anonymous.wProcessorArchitecture
    };
    Ok(match number {
        0 => "x86".into(),
        9 => "x86_64".into(),
        12 => "aarch64".into(),
        other => format!("processor {other}"),
    })
}

type Function = unsafe extern "system" fn() -> isize;

/// A function of a library that is loaded anyway.
fn function(library: &str, name: &std::ffi::CStr) -> Option<Function> {
    let library = wide(library);
    // SAFETY: both texts end with NUL, and a NULL module is not asked.
    unsafe {
        let module = GetModuleHandleW(library.as_ptr());
        if module.is_null() {
            return None;
        }
        GetProcAddress(module, name.as_ptr().cast())
    }
}

pub(in crate::check) fn version() -> Measured {
    let mut info = OSVERSIONINFOW {
        dwOSVersionInfoSize: size_of::<OSVERSIONINFOW>() as u32,
        ..Default::default()
    };
    // SAFETY: the structure says its own size.
    let status = unsafe { RtlGetVersion(&mut info) };
    if status != 0 {
        return Err(refused(status.cast_unsigned()));
    }
    let (major, minor, build) = (info.dwMajorVersion, info.dwMinorVersion, info.dwBuildNumber);
    Ok(json!({
        "version": format!("{major}.{minor}"),
        "build": build,
        "revision": number_of("UBR"),
        "name": text_of("ProductName"),
        "release": text_of("DisplayVersion").or_else(|| text_of("ReleaseId")),
        "edition": text_of("InstallationType"),
        "wine": wine(),
    }))
}

/// The emulation of Windows where it is not Windows.
fn wine() -> Option<String> {
    type GetVersion = unsafe extern "C" fn() -> *const std::ffi::c_char;
    let found = function("ntdll.dll", c"wine_get_version")?;
    // SAFETY: Wine's function of that name has this type and gives a static text.
    let text = unsafe {
        let function: GetVersion = std::mem::transmute(found);
        std::ffi::CStr::from_ptr(function())
    };
    Some(text.to_string_lossy().into_owned())
}

fn text_of(name: &str) -> Option<String> {
    let mut buffer = [0u16; 256];
    read_value(
        name,
        RRF_RT_REG_SZ,
        buffer.as_mut_ptr().cast(),
        size_of_val(&buffer),
    )?;
    Some(text_in(&buffer))
}

fn number_of(name: &str) -> Option<u32> {
    let mut number = 0u32;
    let place = (&raw mut number).cast();
    read_value(name, RRF_RT_REG_DWORD, place, size_of::<u32>())?;
    Some(number)
}

/// `place` has `size` bytes.
fn read_value(name: &str, kind: u32, place: *mut c_void, size: usize) -> Option<()> {
    let (key, name) = (wide(CURRENT_VERSION), wide(name));
    let mut size = u32::try_from(size).ok()?;
    // SAFETY: texts with their NUL; no more than `size` bytes are written, which both callers own.
    let code = unsafe {
        RegGetValueW(
            HKEY_LOCAL_MACHINE,
            key.as_ptr(),
            name.as_ptr(),
            kind,
            ptr::null_mut(),
            place,
            &mut size,
        )
    };
    (code == ERROR_SUCCESS).then_some(())
}

/// The number of the session of a process.
pub(super) fn session_of(process: u32) -> Result<u32, Bilingual> {
    let mut session = 0;
    // SAFETY: the number is writable.
    match unsafe { ProcessIdToSessionId(process, &mut session) } {
        0 => Err(last_error()),
        _ => Ok(session),
    }
}

pub(super) fn own_process() -> u32 {
    // SAFETY: takes nothing and cannot fail.
    unsafe { GetCurrentProcessId() }
}

pub(in crate::check) fn session() -> Measured {
    let own = session_of(own_process())?;
    // SAFETY: takes nothing and cannot fail.
    let console = unsafe { WTSGetActiveConsoleSessionId() };
    Ok(json!({
        "own": own,
        "console": (console != u32::MAX).then_some(console),
        "remote": own != console,
    }))
}

/// This program needs none: one that is there was put into the process by somebody else.
pub(in crate::check) fn loaded_copies() -> Measured {
    let name = wide("hr.dll");
    let mut path = [0u16; 1024];
    // SAFETY: a text with its NUL; the path is written into a buffer of the size that is given.
    let length = unsafe {
        let module = GetModuleHandleW(name.as_ptr());
        if module.is_null() {
            return Ok(json!([]));
        }
        GetModuleFileNameW(module, path.as_mut_ptr(), path.len() as u32)
    };
    match length {
        0 => Err(last_error()),
        _ => Ok(json!([text_in(&path)])),
    }
}

/// The user's view of the stores, which has the computer's as well.
pub(in crate::check) fn roots() -> Measured {
    let count = |name: &str| -> Result<u32, Bilingual> {
        let name = wide(name);
        let mut count = 0;
        // SAFETY: a text with its NUL. Each certificate is given back for the next one, and the last with the end
        // of the list; the store is closed once.
        unsafe {
            let store = CertOpenSystemStoreW(0, name.as_ptr());
            if store.is_null() {
                return Err(last_error());
            }
            let mut certificate = ptr::null_mut();
            loop {
                certificate = CertEnumCertificatesInStore(store, certificate);
                if certificate.is_null() {
                    break;
                }
                count += 1;
            }
            CertCloseStore(store, 0);
        }
        Ok(count)
    };
    let of = |name: &str| count(name).map_or(Value::Null, Value::from);
    Ok(json!({
        "count": count("ROOT")?,
        "intermediate": of("CA"),
        "disallowed": of("Disallowed"),
    }))
}
