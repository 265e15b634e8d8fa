//! Calls while a Windows process ends: the other threads are gone, and what they had locked stays locked. Under Windows:
//! `tests/c/windows/ending.c`.

use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;
use std::sync::mpsc;
use std::time::Duration;

use hr::code::{HR_E_CANCELLED, HR_OK};
use hr::ffi::{handle, json, library, stop, test_hooks};

use testkit::functions::{FUNCTIONS, NULL};
use testkit::*;

/// What the last thread of a process does; it takes longer only when it waits for a lock.
fn as_the_last_thread(calls: impl FnOnce() + Send + 'static) {
    let (done, wait) = mpsc::channel();
    std::thread::spawn(move || {
        test_hooks::PROCESS_ENDS.set(true);
        calls();
        done.send(()).unwrap();
    });
    let ended = wait.recv_timeout(Duration::from_secs(60));
    assert!(ended.is_ok(), "a call waits, or gave something else");
}

#[test]
fn a_call_while_the_process_ends_returns_at_once() {
    let host = Host::open(&serde_json::json!({}));
    let number = host.0;
    let mut text = null_mut();
    assert_eq!(unsafe { handle::hr_state(number, &mut text) }, HR_OK);
    let given = text as usize;
    test_hooks::while_locked(|| {
        as_the_last_thread(move || {
            for function in FUNCTIONS {
                let mut said = NULL.cast_mut();
                let code = function.code_and(number, None, &mut said);
                let lets_go = ["hr_set_progress", "hr_set_stop"].contains(&function.name);
                let wanted = if lets_go { HR_OK } else { HR_E_CANCELLED };
                assert_eq!(code, wanted, "{}", function.name);
                assert!(said.is_null(), "{}", function.name);
            }
            assert_eq!(handle::hr_cancel(number), HR_OK);
            assert_eq!(handle::hr_close(number), HR_OK);
            assert_eq!(unsafe { library::hr_set_log(None, null_mut(), 0) }, HR_OK);
            assert_eq!(
                (stop::hr_stop(number), stop::hr_stop_free(number)),
                (HR_OK, HR_OK)
            );
            let mut made = 7;
            let code = unsafe { stop::hr_stop_new(&mut made) };
            assert_eq!((code, made), (HR_E_CANCELLED, 0));
            let (mut opened, mut said) = (7, NULL.cast_mut());
            let code = unsafe { handle::hr_open(c"{}".as_ptr(), &mut opened, &mut said) };
            assert_eq!((code, opened, said.is_null()), (HR_E_CANCELLED, 0, true));
            json_gives_nothing();
            wiped_and_not_freed(given as *mut c_char);
        });
    });
    // Nothing of it was done.
    assert_eq!(unsafe { handle::hr_state(number, null_mut()) }, HR_OK);
}

/// It takes memory, which another thread may have locked.
fn json_gives_nothing() {
    let (text, pointer) = (c"[\"a\"]".as_ptr(), c"/0".as_ptr());
    let given: [&dyn Fn(*mut *mut c_char) -> i32; 3] = [
        &|out| unsafe { json::hr_json_get(text, pointer, out) },
        &|out| unsafe { json::hr_json_key(text, pointer, 0, out) },
        &|out| unsafe { json::hr_json_quote(text, out) },
    ];
    for run in given {
        let mut said = c"not touched".as_ptr().cast_mut();
        assert_eq!((run(&mut said), said.is_null()), (HR_E_CANCELLED, true));
    }
    let codes = unsafe {
        [
            json::hr_json_kind(text, pointer),
            json::hr_json_count(text, pointer),
        ]
    };
    assert_eq!(codes, [HR_E_CANCELLED; 2]);
}

fn wiped_and_not_freed(text: *mut c_char) {
    let length = unsafe { CStr::from_ptr(text) }.count_bytes();
    let size = unsafe { library::hr_text_copy(text, null_mut(), 0) };
    assert_eq!(size as usize, length + 1);
    unsafe { library::hr_free(text) };
    let left = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    assert!(left.iter().all(|byte| *byte == 0), "{left:?}");
    unsafe { library::hr_free(null_mut()) };
    drop(unsafe { CString::from_raw(text) });
}
