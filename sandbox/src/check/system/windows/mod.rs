//! Windows. Each function that calls the system says why it may.

mod files;
mod machine;
mod net;
mod proxy;

pub(in crate::check) use files::{DEVICES, Pipe, attributes, by_share, open_alone};
pub(in crate::check) use machine::{loaded_copies, native_machine, roots, session, version};
pub(in crate::check) use net::{listeners, winsock};
pub(in crate::check) use proxy::{proxy_of_computer, proxy_of_user};

use hr_sandbox::Bilingual;
use std::io;

/// A text for the system, with its NUL.
fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

/// A text in a buffer, up to its NUL.
fn text_in(buffer: &[u16]) -> String {
    let end = buffer.iter().position(|unit| *unit == 0);
    String::from_utf16_lossy(
        buffer
            .get(..end.unwrap_or(buffer.len()))
            .unwrap_or_default(),
    )
}

fn last_error() -> Bilingual {
    io::Error::last_os_error().into()
}

fn refused(code: u32) -> Bilingual {
    Bilingual::system_says(i64::from(code))
}
