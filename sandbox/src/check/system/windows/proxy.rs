//! The proxies of the user and of the computer, without credentials.

use super::last_error;
use crate::check::network::proxies;
use crate::check::private;
use crate::check::report::Measured;
use serde_json::json;
use windows_sys::Win32::Foundation::GlobalFree;
use windows_sys::Win32::Networking::WinHttp::{
    WINHTTP_ACCESS_TYPE_NAMED_PROXY, WINHTTP_CURRENT_USER_IE_PROXY_CONFIG, WINHTTP_PROXY_INFO,
    WinHttpGetDefaultProxyConfiguration, WinHttpGetIEProxyConfigForCurrentUser,
};
use windows_sys::core::PWSTR;

/// Copies a text that the system gave away, and frees it.
///
/// # Safety
///
/// `text` is NULL, or ends with NUL and is `GlobalFree`'s to free.
unsafe fn taken(text: PWSTR) -> Option<String> {
    if text.is_null() {
        return None;
    }
    let mut units = Vec::new();
    // SAFETY: reads up to the NUL that the caller promises, then frees once.
    unsafe {
        while *text.add(units.len()) != 0 {
            units.push(*text.add(units.len()));
        }
        GlobalFree(text.cast());
    }
    Some(String::from_utf16_lossy(&units))
}

pub(in crate::check) fn proxy_of_user() -> Measured {
    let mut config = WINHTTP_CURRENT_USER_IE_PROXY_CONFIG::default();
    // SAFETY: fills the structure; its texts are ours to free.
    let (script, proxy, bypass) = unsafe {
        if WinHttpGetIEProxyConfigForCurrentUser(&mut config) == 0 {
            return Err(last_error());
        }
        (
            taken(config.lpszAutoConfigUrl),
            taken(config.lpszProxy),
            taken(config.lpszProxyBypass),
        )
    };
    Ok(json!({
        "detects": config.fAutoDetect != 0,
        "script": script.map(|url| private::address(&url)),
        "proxy": proxy.map(|list| proxies(&list)),
        "bypass": bypass.map(|list| proxies(&list)),
    }))
}

pub(in crate::check) fn proxy_of_computer() -> Measured {
    let mut info = WINHTTP_PROXY_INFO::default();
    // SAFETY: fills the structure; its texts are ours to free.
    let (proxy, bypass) = unsafe {
        if WinHttpGetDefaultProxyConfiguration(&mut info) == 0 {
            return Err(last_error());
        }
        (taken(info.lpszProxy), taken(info.lpszProxyBypass))
    };
    Ok(json!({
        "named": info.dwAccessType == WINHTTP_ACCESS_TYPE_NAMED_PROXY,
        "proxy": proxy.map(|list| proxies(&list)),
        "bypass": bypass.map(|list| proxies(&list)),
    }))
}
