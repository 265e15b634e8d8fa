//! The library, as any host sees it: calls the exported C functions, takes and frees their texts. `unsafe` is here alone.

use crate::output::{self, cell};
use hr::code::{HR_E_ARGUMENT, HR_OK};
use hr::ffi::{deposit, dmp, handle, json, library, service, stop};
use hr_language::tr;
use serde_json::{Value, json};
use std::ffi::{CStr, CString, c_char};
use std::fs::File;
use std::io;
use std::path::Path;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI32, Ordering};

/// What Ctrl-C stops; 0 before a handle is open.
static STOP: AtomicI32 = AtomicI32::new(0);

/// How a call ended: its code, and the result or the error object.
pub(crate) struct Reply {
    pub code: i32,
    /// As the library wrote it.
    pub text: String,
    pub object: Value,
}

impl Reply {
    pub(crate) fn is_ok(&self) -> bool {
        self.code == HR_OK
    }

    /// A text of the object; empty when it has none of this name.
    pub(crate) fn word(&self, member: &str) -> &str {
        self.object[member].as_str().unwrap_or_default()
    }

    pub(crate) fn list(&self, member: &str) -> &[Value] {
        self.object[member].as_array().map_or(&[], Vec::as_slice)
    }

    /// With what the calls before it said of the documents, `known`, which takes what this one knows: each speaks of itself.
    pub(crate) fn after(mut self, known: &mut Vec<Value>) -> Reply {
        if known.is_empty() {
            known.extend_from_slice(self.list("documents"));
            return self;
        }
        for (now, before) in self.list("documents").iter().zip(&mut *known) {
            // Without a digest it was not looked at, and what is stored remains so.
            let is_news = now["ending"] == "in_doubt"
                || before["code"].is_null()
                || (before["ending"] != "sent" && !now["sha256"].is_null());
            if is_news {
                *before = now.clone();
            }
        }
        if self.list("documents") != known {
            // Its sentence counts what this call knows; that of the document which ended it does not.
            for member in ["message", "message_fr"] {
                let mut own = self.list("documents").iter().map(|it| cell(&it[member]));
                let own = own.find(|own| self.word(member).starts_with(own.as_str()));
                self.object[member] = own.map_or(self.object[member].take(), Value::from);
            }
        }
        self.object["documents"] = json!(known);
        self.text = self.object.to_string();
        self
    }
}

/// A function that takes a text.
pub(crate) struct WithText(unsafe extern "C" fn(i32, *const c_char, *mut *mut c_char) -> i32);

pub(crate) const DEPOSIT: WithText = WithText(deposit::hr_deposit);
pub(crate) const JOURNAL: WithText = WithText(dmp::hr_journal);
pub(crate) const FOUND: WithText = WithText(dmp::hr_dmp_found);
pub(crate) const RESEND_ALLOW: WithText = WithText(dmp::hr_dmp_resend_allow);

/// An open handle, which is closed with it.
pub(crate) struct Library(i32);

impl Drop for Library {
    fn drop(&mut self) {
        handle::hr_close(self.0);
    }
}

impl Library {
    /// Opens a handle that shows its progress, and ends its calls once `interrupt` is called. An error names the file, which
    /// the library does not know, and not what stands in it: somebody may have given the bearer in the place of its file.
    pub(crate) fn open(configuration: &str, file: Option<&Path>) -> Result<Library, Reply> {
        let (mut opened, mut stop_id) = (0, 0);
        let configuration = c(configuration);
        // SAFETY: a text that lives until the call ends; the places are writable.
        let mut reply =
            call(|out| unsafe { handle::hr_open(configuration.as_ptr(), &mut opened, out) });
        if !reply.is_ok() {
            let place = file.map(|file| file.display().to_string());
            let place = place.unwrap_or_else(|| tr("the configuration").to_owned());
            for member in ["remedy", "remedy_fr"] {
                reply.object[member] = json!(reply.word(member).replace("config_json", &place));
            }
            return Err(reply);
        }
        // SAFETY: as above; the receiver takes no pointer of ours.
        unsafe {
            handle::hr_set_progress(opened, Some(output::report), null_mut());
            stop::hr_stop_new(&mut stop_id);
        }
        stop::hr_set_stop(opened, stop_id);
        STOP.store(stop_id, Ordering::SeqCst);
        Ok(Library(opened))
    }

    pub(crate) fn diagnose(&self) -> Reply {
        // SAFETY: `out` is writable.
        call(|out| unsafe { service::hr_diagnose(self.0, out) })
    }

    pub(crate) fn wait_card(&self, timeout_ms: i32) -> Reply {
        // SAFETY: NULL stands for any card, `out` is writable.
        call(|out| unsafe { deposit::hr_wait_card(self.0, null(), timeout_ms, out) })
    }

    pub(crate) fn connect(&self, request: &Value, pin: Option<&str>) -> Reply {
        let (request, pin) = (c(&request.to_string()), pin.map(c));
        let pin = pin.as_ref().map_or(null(), |pin| pin.as_ptr());
        // SAFETY: texts that live until the call ends, or NULL; `out` is writable.
        call(|out| unsafe { deposit::hr_connect(self.0, request.as_ptr(), pin, out) })
    }

    pub(crate) fn request(&self, method: &str, path: &str, body: Option<&str>) -> Reply {
        let (method, path, body) = (c(method), c(path), body.map(c));
        let body = body.as_ref().map_or(null(), |body| body.as_ptr());
        // SAFETY: texts that live until the call ends, or NULL; `out` is writable.
        call(|out| unsafe {
            service::hr_request(self.0, method.as_ptr(), path.as_ptr(), body, out)
        })
    }

    pub(crate) fn with(&self, function: WithText, text: &str) -> Reply {
        let text = c(text);
        // SAFETY: a text that lives until the call ends; `out` is writable.
        call(|out| unsafe { function.0(self.0, text.as_ptr(), out) })
    }
}

/// Ends the running call and those that would come, from any thread. False where no handle is open yet.
pub(crate) fn interrupt() -> bool {
    let open = STOP.load(Ordering::SeqCst);
    stop::hr_stop(open);
    open != 0
}

/// A file that this program was started with, where it stands.
#[cfg(unix)]
pub(crate) fn descriptor(number: i32) -> io::Result<File> {
    // SAFETY: where there is none the system says so; the number is not used afterwards.
    let given = unsafe { std::os::fd::BorrowedFd::borrow_raw(number) };
    given.try_clone_to_owned().map(File::from)
}

#[cfg(not(unix))]
pub(crate) fn descriptor(_: i32) -> io::Result<File> {
    Err(io::Error::other("Windows: --pin-stdin"))
}

/// Whether an object has this member more than once: what lies in another value is read to its end to see it.
pub(crate) fn has_twice(object: &str, member: &str) -> bool {
    let member = member.replace('~', "~0").replace('/', "~1");
    let (list, pointer) = (c(&format!("[{object}]")), c(&format!("/0/{member}")));
    // SAFETY: texts that live until the call ends; `out` is writable.
    let reply = call(|out| unsafe { json::hr_json_get(list.as_ptr(), pointer.as_ptr(), out) });
    reply.code == HR_E_ARGUMENT
}

pub(crate) fn version() -> String {
    // SAFETY: a static text.
    let version = unsafe { CStr::from_ptr(library::hr_version()) };
    version.to_string_lossy().into_owned()
}

fn call(function: impl FnOnce(*mut *mut c_char) -> i32) -> Reply {
    let mut out = null_mut();
    let code = function(&mut out);
    let text = match out.is_null() {
        true => String::new(),
        // SAFETY: a text of the library, copied, then freed once.
        false => unsafe {
            let text = CStr::from_ptr(out).to_string_lossy().into_owned();
            library::hr_free(out);
            text
        },
    };
    let object = serde_json::from_str(&text).unwrap_or(Value::Null);
    Reply { code, text, object }
}

/// A text as C takes it; one with a NUL is nothing rather than its beginning, and refused as empty.
fn c(text: &str) -> CString {
    CString::new(text).unwrap_or_default()
}
