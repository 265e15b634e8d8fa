//! What surrounds every exported function: the floating-point state, panics, the output text.

use std::any::Any;
use std::cell::Cell;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::floating_point::Scope;
use super::registry::{HANDLES, thread_stop};
use super::{process, process_end, report, text};
use crate::call_id;
use crate::client;
use crate::code::{HR_E_PANIC, HR_OK};
use crate::error::{Error, Origin};
use crate::logging;
use crate::messages::Language;
use crate::operation::Operation;
use crate::reason::{Code, Reason};
use crate::session::Session;
use crate::transport;
use crate::wiping::WipingBuffer;

#[cfg(panic = "abort")]
compile_error!("this library lives in other people's processes: build it with panic = \"unwind\"");

fn once_for_the_process() {
    #[cfg(windows)]
    crate::system::library_file::stay();
    let previous = std::panic::take_hook();
    // The default hook prints the panic's text, and ends the host where stderr is a closed pipe.
    std::panic::set_hook(Box::new(move |info| {
        let worker = || std::thread::current().name() == Some(transport::WORKER_NAME);
        if !Scope::is_entered() && !worker() {
            previous(info);
        }
    }));
    transport::warm_up();
}

/// Runs `body`, but not while the process ends; any panic ends here.
pub fn contain<T>(body: impl FnOnce() -> T) -> Option<T> {
    match process_end::begun() {
        true => None,
        false => contain_always(body),
    }
}

/// The same for what takes no lock.
pub fn contain_always<T>(body: impl FnOnce() -> T) -> Option<T> {
    #[cfg(target_os = "linux")]
    let _cancellation = super::cancellation::CancellationDisabled::enter();
    let _state = Scope::enter();
    process::enter(once_for_the_process);
    catch_unwind(AssertUnwindSafe(body)).map_err(discard).ok()
}

/// A payload may panic when dropped.
fn discard(payload: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
}

/// The text for the caller, where there is one.
type BodyResult = Result<Option<WipingBuffer>, Error>;

/// Runs `body`; a panic in it is an error like any other.
fn caught(body: &dyn Fn() -> BodyResult) -> BodyResult {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        discard(payload);
        Err(Reason::Panicked.into())
    })
}

/// Where the caller wants what a call gives, if anywhere.
pub struct Output<T>(*mut T);

/// Where the caller wants the text of a call.
pub type TextOutput = Output<*mut c_char>;

impl<T> Output<T> {
    /// For a call that gives nothing but a code.
    pub const NONE: Output<T> = Output(std::ptr::null_mut());

    /// # Safety
    /// `out` is NULL, or writable as long as this is used.
    pub unsafe fn to(out: *mut T) -> Output<T> {
        Output(out)
    }

    pub fn is_wanted(&self) -> bool {
        !self.0.is_null()
    }

    pub fn set(&self, value: T) {
        if self.is_wanted() {
            // SAFETY: not NULL, and writable by the promise to `to`.
            unsafe { self.0.write_unaligned(value) };
        }
    }
}

/// What the log says of a call that failed.
struct Failed {
    code: Code,
    origin: Origin,
}

/// How a call ends, whatever it is: hands out its text, the result or the error object, and leaves it with `keeper`.
fn end(
    operation: Operation,
    language: Language,
    output: &TextOutput,
    result: BodyResult,
    keeper: Option<&Session>,
) -> Result<(), Failed> {
    let (ended, text) = match result {
        Ok(text) => (Ok(()), text),
        Err(error) => {
            let error = error.completed(operation);
            let wanted = output.is_wanted() || keeper.is_some();
            let object = wanted.then(|| report::error_object(&error, operation, language));
            let (code, origin) = (error.code, error.origin);
            (Err(Failed { code, origin }), object.flatten())
        }
    };
    if let Some(text) = text.as_ref().filter(|_| output.is_wanted()) {
        output.set(text::give(text));
    }
    if let Some(keeper) = keeper {
        keeper.keep_last(text.map(client::without_replies));
    }
    ended
}

/// What surrounds each of these calls.
fn surround(
    operation: Operation,
    output: TextOutput,
    run: &dyn Fn(&TextOutput) -> Result<(), Failed>,
) -> i32 {
    output.set(std::ptr::null_mut());
    if let Some(code) = process_end::code_of(operation) {
        return code;
    }
    let code = contain_always(|| {
        let _running = call_id::Running::begin();
        let Err(Failed { code, origin }) = run(&output) else {
            return HR_OK;
        };
        logging::emit(logging::ERROR, || {
            let (function, origin) = (operation.name(), origin.word());
            format!("{function} {} at {origin}", code.name())
        });
        code as i32
    });
    code.unwrap_or(HR_E_PANIC)
}

/// Runs a call that gives a text: the result, or the error object. One type for all bodies: otherwise the boundary would be
/// compiled once for each.
pub fn call(
    operation: Operation,
    output: TextOutput,
    body: &dyn Fn(&Cell<Language>) -> BodyResult,
) -> i32 {
    surround(operation, output, &|output: &TextOutput| {
        let language = Cell::new(Language::default());
        let result = caught(&|| body(&language));
        end(operation, language.get(), output, result, None)
    })
}

/// Runs a call that needs no handle and gives a code alone.
pub fn bare(operation: Operation, body: &dyn Fn() -> Result<(), Error>) -> i32 {
    call(operation, Output::NONE, &|_| body().map(|()| None))
}

#[cfg(feature = "test-hooks")]
fn handle_found(session: &Session) {
    let _locked = session.state();
    crate::test_hooks::reach(crate::test_hooks::FailPoint::HandleFound);
}

/// Looks at an open handle, also while a call runs on it.
pub fn look(
    operation: Operation,
    handle: i32,
    output: TextOutput,
    body: &dyn Fn(&Session) -> BodyResult,
) -> i32 {
    call(operation, output, &|language: &Cell<Language>| {
        let session = HANDLES.find(handle)?;
        language.set(session.config.language);
        #[cfg(feature = "test-hooks")]
        handle_found(&session);
        body(&session)
    })
}

/// Runs a call on an open handle, alone on it.
pub fn on_handle(
    operation: Operation,
    handle: i32,
    output: TextOutput,
    body: &dyn Fn(&Session) -> BodyResult,
) -> i32 {
    surround(operation, output, &|output: &TextOutput| {
        let refused = |language: Language, reason: Reason| {
            end(operation, language, output, Err(reason.into()), None)
        };
        let session = match HANDLES.find(handle) {
            Ok(session) => session,
            Err(reason) => return refused(Language::default(), reason),
        };
        let language = session.config.language;
        let stop = operation.sends().then(|| thread_stop(handle)).flatten();
        let Some(running) = session.transport.in_flight.begin(stop) else {
            return refused(language, Reason::Busy);
        };
        let result = caught(&|| {
            session.call_begins();
            #[cfg(feature = "test-hooks")]
            handle_found(&session);
            let result = body(&session);
            match running.is_ours() {
                true => result,
                false => Err(left_to_the_parent(result)),
            }
        });
        // Before another call can begin on the handle, and never in a child, where the handle is the parent's.
        let keeps = operation.changes() && running.is_ours();
        let keeper = keeps.then_some(&*session);
        end(operation, language, output, result, keeper)
    })
}

/// The error in a child that a callback forked: only the parent learns how the call ends. What the child knows of single
/// documents stays.
fn left_to_the_parent(result: BodyResult) -> Error {
    let details = result.err().and_then(|error| error.details);
    let mut error = Error::local(Reason::Forked);
    error.details().documents = details.and_then(|details| details.documents);
    error
}

/// Runs a call on an open handle that gives a result.
pub fn with_result(
    operation: Operation,
    handle: i32,
    output: TextOutput,
    body: impl Fn(&Session) -> Result<WipingBuffer, Error>,
) -> i32 {
    let body = |session: &Session| body(session).map(Some);
    on_handle(operation, handle, output, &body)
}

/// Runs a call on an open handle that sends nothing: its result says which call comes next.
pub fn with_next(
    operation: Operation,
    handle: i32,
    output: TextOutput,
    body: impl Fn(&Session) -> Result<(), Error>,
) -> i32 {
    let body = |session: &Session| body(session).map(|()| client::next_call(session));
    on_handle(operation, handle, output, &body)
}

/// Passes an exported function on to one of those above. The body, too, uses the function's pointers as the comment of that
/// function says.
macro_rules! pass_on {
    ($to:ident, $operation:ident, $handle:ident, $out_json:ident, $body:expr) => {
        // SAFETY: the promise of whoever calls the exported function is the same.
        unsafe {
            let output = super::boundary::Output::to($out_json);
            super::boundary::$to(Operation::$operation, $handle, output, $body)
        }
    };
}
pub(crate) use pass_on;
