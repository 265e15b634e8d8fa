//! What is asked of the system beyond the standard library. `unsafe` is below here, and nowhere else in `check`.

pub(super) mod floating_point;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(super) use windows::{
    DEVICES, Pipe, attributes, by_share, listeners, loaded_copies, native_machine, open_alone,
    proxy_of_computer, proxy_of_user, roots, session, version, winsock,
};

#[cfg(not(windows))]
mod other;
#[cfg(not(windows))]
pub(super) use other::{
    DEVICES, Pipe, attributes, by_share, listeners, loaded_copies, native_machine, open_alone,
    proxy_of_computer, proxy_of_user, roots, session, version, winsock,
};
