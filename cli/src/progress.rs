//! The bar on a terminal while documents are sent.

use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::c_void;
use std::sync::Mutex;

static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// A bar that is there as long as this.
pub(crate) struct Bar;

impl Bar {
    pub(crate) fn show() -> Bar {
        let style = ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} {eta}");
        // Nothing is drawn where standard error is no terminal.
        let bar = style
            .ok()
            .map(|style| ProgressBar::no_length().with_style(style));
        *BAR.lock().unwrap_or_else(|it| it.into_inner()) = bar;
        Bar
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = BAR.lock().unwrap_or_else(|it| it.into_inner()).take() {
            bar.finish_and_clear();
        }
    }
}

pub(crate) extern "C" fn report(_: *mut c_void, done: i32, total: i32) -> i32 {
    if let Some(bar) = &*BAR.lock().unwrap_or_else(|it| it.into_inner()) {
        bar.set_length(total.max(0) as u64);
        bar.set_position(done.max(0) as u64);
    }
    0
}
