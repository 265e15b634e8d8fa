//! In a program with this the system's resolver knows no name but this computer's: nothing that a test does asks a
//! name server.

/// Puts a function of its own in the place of the system's getaddrinfo(3), in the program that says it.
#[macro_export]
macro_rules! no_names {
    () => {
        #[cfg(target_os = "linux")]
        mod no_names {
            use std::ffi::{CStr, c_char, c_int};

            use $crate::libc::{self, addrinfo};

            type GetAddrInfo = unsafe extern "C" fn(
                *const c_char,
                *const c_char,
                *const addrinfo,
                *mut *mut addrinfo,
            ) -> c_int;

            /// In place of the system's.
            ///
            /// # Safety
            /// As getaddrinfo(3).
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn getaddrinfo(
                node: *const c_char,
                service: *const c_char,
                hints: *const addrinfo,
                result: *mut *mut addrinfo,
            ) -> c_int {
                // SAFETY: the caller's promises; the system has a function of this name and form.
                unsafe {
                    let known = node.is_null() || {
                        let name = CStr::from_ptr(node).to_bytes();
                        name == b"localhost"
                            || std::str::from_utf8(name)
                                .is_ok_and(|name| name.parse::<std::net::IpAddr>().is_ok())
                    };
                    if !known {
                        return libc::EAI_NONAME;
                    }
                    let system = libc::dlsym(libc::RTLD_NEXT, c"getaddrinfo".as_ptr());
                    std::mem::transmute::<*mut libc::c_void, GetAddrInfo>(system)(
                        node, service, hints, result,
                    )
                }
            }
        }
    };
}
