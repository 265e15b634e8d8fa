//! What a host's callbacks may do while a call runs.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_void};
use std::rc::Rc;

use hr::ffi::{handle, library};

use super::super::call::{check_code, name_of};
use super::Run;

/// What a callback is to do, and what it received.
pub struct Watch {
    handle: i32,
    other: i32,
    act: u8,
    calls: Cell<u32>,
    last: Cell<i32>,
    lines: RefCell<Vec<String>>,
}

impl Watch {
    /// Log lines hold no secret. A handle's number and a call's id may have the digits of the PIN.
    pub fn check(&self, secrets: &[&str]) {
        for line in self.lines.borrow().iter() {
            let (shown, id) = line.rsplit_once(" (call ").unwrap_or((line, ""));
            assert!(id.len() <= "01234567)".len(), "logged: {line}");
            let shown = match shown.strip_prefix("handle ") {
                Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
                None => shown,
            };
            for secret in secrets {
                assert!(!shown.contains(secret), "logged: {line}");
            }
            assert!(!line.contains(['\n', '\r']), "{line:?}");
        }
    }

    /// Functions that a callback may call; whatever they answer, they come back.
    fn meddle(&self) {
        let none = std::ptr::null_mut();
        let no_user = std::ptr::null_mut();
        // SAFETY: NULL is allowed.
        let code = unsafe {
            match self.act % 8 {
                1 => handle::hr_cancel(self.handle),
                2 => handle::hr_close(self.handle),
                3 => handle::hr_state(self.handle, none),
                4 => handle::hr_state(self.other, none),
                5 => handle::hr_close(self.other),
                6 => library::hr_set_log(None, no_user, 0),
                _ => 0,
            }
        };
        check_code("a callback's call", code);
    }
}

unsafe extern "C" fn progress(user: *mut c_void, done: i32, total: i32) -> i32 {
    // SAFETY: the watch lives until all handles are closed.
    let watch = unsafe { &*user.cast::<Watch>() };
    assert!((0..=total).contains(&done), "{done} of {total}");
    assert!(done == 0 || done >= watch.last.get(), "{done} goes back");
    watch.last.set(done);
    watch.calls.set(watch.calls.get() + 1);
    if watch.act % 8 == 3 {
        // SAFETY: NULL is allowed.
        let code = unsafe { handle::hr_state(watch.handle, std::ptr::null_mut()) };
        assert!(matches!(name_of(code), "HR_E_BUSY" | "HR_E_HANDLE"));
    } else {
        watch.meddle();
    }
    i32::from(u32::from(watch.act >> 4) == watch.calls.get())
}

unsafe extern "C" fn log(user: *mut c_void, level: i32, text: *const c_char) {
    assert!((1..=3).contains(&level));
    // SAFETY: the watch outlives the fixture, which turns the log off; the line is a text for now.
    let (watch, line) = unsafe { (&*user.cast::<Watch>(), CStr::from_ptr(text)) };
    let line = line.to_str().expect("lines are UTF-8").to_owned();
    watch.lines.borrow_mut().push(line);
    watch.meddle();
}

impl Run<'_> {
    fn watch(&mut self, act: u8) -> *mut c_void {
        let watch = Rc::new(Watch {
            handle: self.handles.last().copied().unwrap_or(0),
            other: self.handles.first().copied().unwrap_or(0),
            act,
            calls: Cell::new(0),
            last: Cell::new(0),
            lines: RefCell::default(),
        });
        let user = Rc::as_ptr(&watch).cast_mut().cast();
        self.watches.push(watch);
        user
    }

    pub fn set_progress(&mut self) {
        let number = self.handle();
        let act = self.input.byte();
        let user = self.watch(act);
        let receiver: handle::hr_progress_fn = (act != 255).then_some(progress);
        // SAFETY: the watch lives until the handles are closed.
        let code = unsafe { handle::hr_set_progress(number, receiver, user) };
        check_code("hr_set_progress", code);
    }

    pub fn set_log(&mut self) {
        let act = self.input.byte();
        let level = i32::from(self.input.byte() % 8) - 2;
        let user = self.watch(act);
        let receiver: library::hr_log_fn = (act != 255).then_some(log);
        // SAFETY: the watch lives until the log is turned off.
        let code = unsafe { library::hr_set_log(receiver, user, level) };
        check_code("hr_set_log", code);
        assert_eq!(code == 0, (0..=3).contains(&level));
    }
}
