//! The proxy settings of Windows, by winhttp.dll: loaded when the first question is asked, and never given back.

use std::ffi::c_void;
use std::ptr::null;

use once_cell::race::OnceBox;
use windows_sys::Win32::Foundation::{GetLastError, GlobalFree};
use windows_sys::Win32::Networking::WinHttp::{
    ERROR_WINHTTP_LOGIN_FAILURE, WINHTTP_ACCESS_TYPE_NAMED_PROXY, WINHTTP_ACCESS_TYPE_NO_PROXY,
    WINHTTP_AUTO_DETECT_TYPE_DHCP, WINHTTP_AUTO_DETECT_TYPE_DNS_A, WINHTTP_AUTOPROXY_AUTO_DETECT,
    WINHTTP_AUTOPROXY_CONFIG_URL, WINHTTP_AUTOPROXY_OPTIONS, WINHTTP_CURRENT_USER_IE_PROXY_CONFIG,
    WINHTTP_PROXY_INFO,
};
use windows_sys::core::{BOOL, PCWSTR, PWSTR, w};

use super::{Named, ProxyFunctions, Script, User};
use crate::system::owner::own_session;
use crate::system::owner::sessions::SERVICES;
use crate::system::system_library::Library;
use crate::system::wide;

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
    let agent = wide("hr");
    // SAFETY: names with their NUL, and the functions of these names have these types. Of those that are called here one
    // takes a text with its NUL and two that may be NULL; the handle is not used where it is NULL.
    unsafe {
        let library = Library::load(w!("winhttp.dll"))?;
        let open: Open = library.function(c"WinHttpOpen")?;
        let set_timeouts: SetTimeouts = library.function(c"WinHttpSetTimeouts")?;
        let direct = WINHTTP_ACCESS_TYPE_NO_PROXY;
        let winhttp = WinHttp {
            user: library.function(c"WinHttpGetIEProxyConfigForCurrentUser")?,
            machine: library.function(c"WinHttpGetDefaultProxyConfiguration")?,
            for_url: library.function(c"WinHttpGetProxyForUrl")?,
            session: open(agent.as_ptr(), direct, null(), null(), 0),
        };
        if !winhttp.session.is_null() {
            set_timeouts(
                winhttp.session,
                PATIENCE_MS,
                PATIENCE_MS,
                PATIENCE_MS,
                PATIENCE_MS,
            );
        }
        Some(winhttp)
    }
}

/// Two threads may load it at once; what one of them then holds too much is a session of a hundred bytes.
fn winhttp() -> Option<&'static WinHttp> {
    static LOADED: OnceBox<Option<WinHttp>> = OnceBox::new();
    LOADED.get_or_init(|| Box::new(load())).as_ref()
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
    let user = User {
        detect: given.fAutoDetect != 0,
        script: Given(given.lpszAutoConfigUrl).text(),
        named: named(given.lpszProxy, given.lpszProxyBypass),
    };
    // A service's account has such settings too, which nobody made.
    let is_service = own_session() == Some(SERVICES);
    let made = !is_service || user.script.is_some() || !user.named.servers.is_empty();
    (answered && made).then_some(user)
}

fn machine() -> Option<Named> {
    let mut given = WINHTTP_PROXY_INFO::default();
    // SAFETY: writable, and empty.
    let answered = unsafe { (winhttp()?.machine)(&raw mut given) } != 0;
    let named = read(given);
    answered.then_some(named)
}

fn read(given: WINHTTP_PROXY_INFO) -> Named {
    let named = named(given.lpszProxy, given.lpszProxyBypass);
    match given.dwAccessType {
        WINHTTP_ACCESS_TYPE_NAMED_PROXY => named,
        _ => Named::default(),
    }
}

fn named(servers: PWSTR, bypass: PWSTR) -> Named {
    Named {
        servers: Given(servers).text().unwrap_or_default(),
        bypass: Given(bypass).text().unwrap_or_default(),
    }
}

fn script(origin: &str, script: Script<'_>) -> Option<Named> {
    let winhttp = winhttp().filter(|winhttp| !winhttp.session.is_null())?;
    let url = wide(format!("{origin}/"));
    let at: Vec<u16>;
    let mut options = WINHTTP_AUTOPROXY_OPTIONS::default();
    // Windows proves who the user is only to a server that asks for it and that the settings name: whoever is in the
    // network may offer a script.
    let log_ons: &[BOOL] = match script {
        Script::Detected => {
            options.dwFlags = WINHTTP_AUTOPROXY_AUTO_DETECT;
            options.dwAutoDetectFlags =
                WINHTTP_AUTO_DETECT_TYPE_DHCP | WINHTTP_AUTO_DETECT_TYPE_DNS_A;
            &[0]
        }
        Script::At(address) => {
            at = wide(address);
            options.dwFlags = WINHTTP_AUTOPROXY_CONFIG_URL;
            options.lpszAutoConfigUrl = at.as_ptr();
            &[0, 1]
        }
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
