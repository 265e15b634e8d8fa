//! 32-bit Windows has a second calling convention, stdcall, and VB6, VBA, PowerBuilder and FoxPro know no other: each
//! function once more under an `hr32_` name. The names are exported without the `@8` of C compilers.

// One macro writes a forwarder for functions that are unsafe and for those that are not.
#![allow(unused_unsafe)]

use std::ffi::{CStr, c_char, c_void};

use super::{handle, library};

macro_rules! forward {
    ($($name:ident = $module:ident::$function:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)+) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "stdcall" fn $name($($argument: $type),*) $(-> $result)? {
            // SAFETY: the caller's promise is the same.
            unsafe { $module::$function($($argument),*) }
        }
    )+};
}

mod table;

/// `hr_set_progress` with a receiver that is stdcall, too.
#[unsafe(no_mangle)]
pub unsafe extern "stdcall" fn hr32_set_progress(
    handle: i32,
    r#fn: Option<unsafe extern "stdcall" fn(user: *mut c_void, done: i32, total: i32) -> i32>,
    user: *mut c_void,
) -> i32 {
    let call = |function: unsafe extern "stdcall" fn(_, _, _) -> _| {
        // SAFETY: the host's promise in hr_set_progress.
        move |user, done, total| unsafe { function(user, done, total) }
    };
    handle::set_progress(handle, r#fn.map(call), user)
}

/// `hr_set_log` with a receiver that is stdcall, too.
#[unsafe(no_mangle)]
pub unsafe extern "stdcall" fn hr32_set_log(
    r#fn: Option<unsafe extern "stdcall" fn(user: *mut c_void, level: i32, text: *const c_char)>,
    user: *mut c_void,
    level: i32,
) -> i32 {
    let call = |function: unsafe extern "stdcall" fn(_, _, _)| {
        // SAFETY: the host's promise in hr_set_log; the line lives until the callback returns.
        move |user, level, line: &CStr| unsafe { function(user, level, line.as_ptr()) }
    };
    library::set_log(r#fn.map(call), user, level)
}
