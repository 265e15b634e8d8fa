//! The proxy settings of Windows, by winhttp.dll: loaded when the first question is asked, and never given back.

use std::ffi::c_void;
use std::mem::transmute;
use std::ptr::{null, null_mut};

use once_cell::race::{OnceBool, OnceBox};
use windows_sys::Win32::Foundation::{GetLastError, GlobalFree};
use windows_sys::Win32::Networking::WinHttp::{
    ERROR_WINHTTP_LOGIN_FAILURE, WINHTTP_ACCESS_TYPE_NAMED_PROXY, WINHTTP_ACCESS_TYPE_NO_PROXY,
    WINHTTP_AUTO_DETECT_TYPE_DHCP, WINHTTP_AUTO_DETECT_TYPE_DNS_A, WINHTTP_AUTOPROXY_AUTO_DETECT,
    WINHTTP_AUTOPROXY_CONFIG_URL, WINHTTP_AUTOPROXY_OPTIONS, WINHTTP_CURRENT_USER_IE_PROXY_CONFIG,
    WINHTTP_PROXY_INFO,
};
use windows_sys::Win32::System::LibraryLoader::{
    GetProcAddress, LOAD_LIBRARY_SEARCH_SYSTEM32, LoadLibraryExW,
};
use windows_sys::Win32::System::RemoteDesktop::ProcessIdToSessionId;
use windows_sys::Win32::System::Threading::GetCurrentProcessId;
use windows_sys::core::{BOOL, PCWSTR, PWSTR};

use crate::system::proxy::{Named, ProxyFunctions, Script, User};

pub static TABLE: ProxyFunctions = ProxyFunctions {
    user,
    machine,
    script,
};

/// Longest list or address that is read, in UTF-16 units; what is longer counts as absent.
const MOST: usize = 32 * 1024;

/// How long the server of a script is waited for, for each of name, connection, request and reply.
const PATIENCE_MS: i32 = 10_000;

type GetUser = unsafe extern "system" fn(*mut WINHTTP_CURRENT_USER_IE_PROXY_CONFIG) -> BOOL;
type GetMachine = unsafe extern "system" fn(*mut WINHTTP_PROXY_INFO) -> BOOL;
type Open = unsafe extern "system" fn(PCWSTR, u32, PCWSTR, PCWSTR, u32) -> *mut c_void;
type SetTimeouts = unsafe extern "system" fn(*mut c_void, i32, i32, i32, i32) -> BOOL;
type GetForUrl = unsafe extern "system" fn(
    *mut c_void,
    PCWSTR,
    *mut WINHTTP_AUTOPROXY_OPTIONS,
    *mut WINHTTP_PROXY_INFO,
) -> BOOL;

struct WinHttp {
    user: GetUser,
    machine: GetMachine,
    for_url: GetForUrl,
    /// One for the process: it keeps the scripts that were fetched. NULL: there are no scripts.
    session: *mut c_void,
}

// SAFETY: functions of a library that stays, and a handle that any thread may use.
unsafe impl Send for WinHttp {}
// SAFETY: as above.
unsafe impl Sync for WinHttp {}

fn load() -> Option<WinHttp> {
    let name = wide("winhttp.dll");
    // SAFETY: a text with its NUL; the folder of the system alone is searched.
    let library =
        unsafe { LoadLibraryExW(name.as_ptr(), null_mut(), LOAD_LIBRARY_SEARCH_SYSTEM32) };
    if library.is_null() {
        return None;
    }
    // SAFETY: a library that was just loaded, and a name with its NUL.
    let find = |name: &std::ffi::CStr| unsafe { GetProcAddress(library, name.as_ptr().cast()) };
    let user = find(c"WinHttpGetIEProxyConfigForCurrentUser")?;
    let machine = find(c"WinHttpGetDefaultProxyConfiguration")?;
    let for_url = find(c"WinHttpGetProxyForUrl")?;
    let open = find(c"WinHttpOpen")?;
    let set_timeouts = find(c"WinHttpSetTimeouts")?;
    // SAFETY: the functions of these names have these types.
    let (user, machine, for_url, open, set_timeouts) = unsafe {
        (
            transmute::<_, GetUser>(user),
            transmute::<_, GetMachine>(machine),
            transmute::<_, GetForUrl>(for_url),
            transmute::<_, Open>(open),
            transmute::<_, SetTimeouts>(set_timeouts),
        )
    };
    let agent = wide("hr");
    // SAFETY: a text with its NUL, and the two that may be NULL; the handle is not used where it is NULL.
    let session = unsafe {
        let session = open(
            agent.as_ptr(),
            WINHTTP_ACCESS_TYPE_NO_PROXY,
            null(),
            null(),
            0,
        );
        if !session.is_null() {
            set_timeouts(session, PATIENCE_MS, PATIENCE_MS, PATIENCE_MS, PATIENCE_MS);
        }
        session
    };
    Some(WinHttp {
        user,
        machine,
        for_url,
        session,
    })
}

/// Two threads may load it at once; what one of them then holds too much is a session of a hundred bytes.
fn winhttp() -> Option<&'static WinHttp> {
    static LOADED: OnceBox<Option<WinHttp>> = OnceBox::new();
    LOADED.get_or_init(|| Box::new(load())).as_ref()
}

fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

/// A text that the system gave, given back when dropped.
struct Given(PWSTR);

impl Given {
    fn text(&self) -> Option<String> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: the system's text ends with a NUL, and is read no further.
        let length = (0..MOST).find(|at| unsafe { *self.0.add(*at) } == 0)?;
        // SAFETY: as many units were read just now.
        let units = unsafe { std::slice::from_raw_parts(self.0, length) };
        let mut text = String::new();
        // At most three bytes for a unit.
        text.try_reserve_exact(3 * length).ok()?;
        text.extend(char::decode_utf16(units.iter().copied()).map(|c| c.unwrap_or('\u{fffd}')));
        Some(text)
    }
}

impl Drop for Given {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: the system gave it to this process, which gives it back once.
            unsafe { GlobalFree(self.0.cast()) };
        }
    }
}

fn user() -> Option<User> {
    let mut given = WINHTTP_CURRENT_USER_IE_PROXY_CONFIG::default();
    // SAFETY: writable, and empty.
    let answered = unsafe { (winhttp()?.user)(&raw mut given) } != 0;
    let [script, servers, bypass] = [
        given.lpszAutoConfigUrl,
        given.lpszProxy,
        given.lpszProxyBypass,
    ]
    .map(Given);
    let user = User {
        detect: given.fAutoDetect != 0,
        script: script.text(),
        named: Named {
            servers: servers.text().unwrap_or_default(),
            bypass: bypass.text().unwrap_or_default(),
        },
    };
    // A service's account has such settings too, which nobody made.
    let made = !is_service() || user.script.is_some() || !user.named.servers.is_empty();
    (answered && made).then_some(user)
}

/// Whether the process runs where no user is logged in.
fn is_service() -> bool {
    static SERVICE: OnceBool = OnceBool::new();
    SERVICE.get_or_init(|| {
        let mut session = 0;
        // SAFETY: the number is writable.
        let answered =
            unsafe { ProcessIdToSessionId(GetCurrentProcessId(), &raw mut session) } != 0;
        answered && session == 0
    })
}

fn machine() -> Option<Named> {
    let mut given = WINHTTP_PROXY_INFO::default();
    // SAFETY: writable, and empty.
    let answered = unsafe { (winhttp()?.machine)(&raw mut given) } != 0;
    let named = read(given);
    answered.then_some(named)
}

fn read(given: WINHTTP_PROXY_INFO) -> Named {
    let [servers, bypass] = [given.lpszProxy, given.lpszProxyBypass].map(Given);
    if given.dwAccessType != WINHTTP_ACCESS_TYPE_NAMED_PROXY {
        return Named::default();
    }
    Named {
        servers: servers.text().unwrap_or_default(),
        bypass: bypass.text().unwrap_or_default(),
    }
}

fn script(origin: &str, script: Script<'_>) -> Option<Named> {
    let winhttp = winhttp().filter(|winhttp| !winhttp.session.is_null())?;
    let url = wide(&format!("{origin}/"));
    let at = match script {
        Script::At(at) => wide(at),
        Script::Detected => Vec::new(),
    };
    let mut options = WINHTTP_AUTOPROXY_OPTIONS::default();
    match script {
        Script::Detected => {
            options.dwFlags = WINHTTP_AUTOPROXY_AUTO_DETECT;
            options.dwAutoDetectFlags =
                WINHTTP_AUTO_DETECT_TYPE_DHCP | WINHTTP_AUTO_DETECT_TYPE_DNS_A;
        }
        Script::At(_) => {
            options.dwFlags = WINHTTP_AUTOPROXY_CONFIG_URL;
            options.lpszAutoConfigUrl = at.as_ptr();
        }
    }
    // Windows proves who the user is only to a server that asks for it and that the settings name: whoever is in the
    // network may offer a script.
    let log_ons: &[BOOL] = match script {
        Script::Detected => &[0],
        Script::At(_) => &[0, 1],
    };
    for &log_on in log_ons {
        options.fAutoLogonIfChallenged = log_on;
        let mut given = WINHTTP_PROXY_INFO::default();
        // SAFETY: a session that stays open, a text with its NUL, options whose text outlives the call, and room that
        // is writable and empty. The error is asked for before anything else is.
        let (answered, error) = unsafe {
            let (options, given) = (&raw mut options, &raw mut given);
            let answered = (winhttp.for_url)(winhttp.session, url.as_ptr(), options, given);
            (answered != 0, GetLastError())
        };
        let named = read(given);
        if answered {
            return Some(named);
        }
        if error != ERROR_WINHTTP_LOGIN_FAILURE {
            break;
        }
    }
    None
}
