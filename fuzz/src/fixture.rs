//! Where one input runs: no network, no files but a few, nothing remembered of the input before.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hr::ffi::library::hr_set_log;
use hr::fuzzing::{forget, set_peer};

use super::files;
use super::peer::{Record, ScriptedPeer, Shared};

/// What the library remembers is one for the process, so one input runs at a time.
static ALONE: Mutex<()> = Mutex::new(());

pub struct Fixture {
    pub record: Shared,
    _alone: MutexGuard<'static, ()>,
}

impl Fixture {
    pub fn enter() -> Fixture {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let record = Rc::new(RefCell::new(Record::default()));
        forget();
        std::env::set_current_dir(files::folder()).expect("the folder");
        set_peer(Some(Box::new(ScriptedPeer(Rc::clone(&record)))));
        Fixture {
            record,
            _alone: alone,
        }
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        // SAFETY: NULL turns the log off.
        unsafe { hr_set_log(None, std::ptr::null_mut(), 0) };
        set_peer(None);
    }
}
