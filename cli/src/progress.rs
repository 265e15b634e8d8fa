//! The bar on a terminal while documents are sent.

use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::c_void;
use std::sync::LazyLock;

/// Nothing is drawn where standard error is no terminal.
static BAR: LazyLock<ProgressBar> = LazyLock::new(|| {
    let style = ProgressStyle::with_template("{bar:30} {percent} % {bytes}/{total_bytes} {eta}");
    ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
});

/// What the library calls while it sends: how much is done, and of how much; 0 goes on.
pub(crate) extern "C" fn report(_: *mut c_void, done: i32, total: i32) -> i32 {
    BAR.set_length(total.max(0) as u64);
    BAR.set_position(done.max(0) as u64);
    0
}

/// Makes room for what is said next.
pub(crate) fn clear() {
    BAR.finish_and_clear();
    BAR.reset();
}
