//! Stops: what ends calls for good, also those that begin after it.

use super::boundary::{self, Output};
use super::registry::{STOPS, set_thread_stop};
use crate::operation::Operation;
use crate::reason::Reason;
use crate::transport::StickyStop;

/// Makes a stop: something that ends calls for good, for hosts whose cancellation may come before the call
/// that it is meant for.
///
/// hr_cancel ends the call that runs, and does nothing where none runs yet. A stop is sticky: once hr_stop was
/// called, each call that runs under it ends as if hr_cancel had come in it, and each one that begins under it
/// later ends so before it sends anything. hr_set_stop says which calls those are. A stop cannot be taken
/// back: make a new one.
///
/// @param out_stop receives the stop, a number from 1 on that no handle and no other stop has or had; 0 when
///   the call fails. Free it with hr_stop_free
/// @retval HR_OK the stop is made
/// @retval HR_E_ARGUMENT out_stop is NULL
/// @retval HR_E_TOO_LARGE no number is left
///
/// Any thread. A forked child does not have the stops of its parent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hr_stop_new(out_stop: *mut i32) -> i32 {
    // SAFETY: the caller's promise is the same.
    let output = unsafe { Output::to(out_stop) };
    output.set(0);
    boundary::bare(Operation::StopNew, &|| {
        if !output.is_wanted() {
            return Err(Reason::NullArgument("out_stop").into());
        }
        output.set(STOPS.insert(StickyStop::default())?);
        Ok(())
    })
}

/// Stops the calls that run under a stop, and those that will begin under it.
///
/// Each call that runs ends within the time of hr_cancel and with the same codes: HR_E_CANCELLED, or
/// HR_E_IN_DOUBT when everything was sent; `outcome` says what had left. One that begins later ends with
/// HR_E_CANCELLED, unless it is refused for its arguments or its place in the order of calls, and sends
/// nothing.
///
/// @param stop_id from hr_stop_new
/// @retval HR_OK the stop is stopped, or was already
/// @retval HR_E_HANDLE no stop of this process: freed, never given out, or the number of a handle
///
/// Any thread, at any time, also from the callbacks. Never waits.
#[unsafe(no_mangle)]
pub extern "C" fn hr_stop(stop_id: i32) -> i32 {
    boundary::bare(Operation::Stop, &|| {
        STOPS.find(stop_id)?.stop();
        Ok(())
    })
}

/// Gives a stop back.
///
/// A call that runs under it goes on, and nothing but hr_cancel and hr_close can stop it any more; the memory
/// goes with the last call and the last thread that has it. Where a thread still has it set, it counts as what
/// it was: one that was not stopped stops nothing any more, and one that was still ends each call that the
/// thread begins, until hr_set_stop says otherwise. So whoever stops and frees at once also stops the call
/// that has not begun yet.
///
/// @param stop_id from hr_stop_new; 0 is allowed and does nothing
/// @retval HR_OK the number is no stop any more, or it was 0
/// @retval HR_E_HANDLE no stop of this process
///
/// Any thread, at any time, also while calls run under it and from their callbacks.
#[unsafe(no_mangle)]
pub extern "C" fn hr_stop_free(stop_id: i32) -> i32 {
    boundary::bare(Operation::StopFree, &|| {
        if stop_id != 0 {
            STOPS.remove(stop_id)?;
        }
        Ok(())
    })
}

/// Sets the stop under which this thread begins its calls on a handle, in place of the one before.
///
/// It counts for the calls that send something: the calls of every service call, listed at the top of this
/// header, hr_wait_card, hr_connect, hr_patient_find, hr_deposit, hr_deposit_bytes and hr_diagnose. All others
/// ignore it, such as hr_state, hr_last, hr_journal and what a person decides. Calls of other threads on the handle are
/// not stopped by it. One stop may be set for many handles and by many threads.
///
/// @param handle from hr_open
/// @param stop_id from hr_stop_new; 0: this thread's calls on the handle have no stop any more
/// @retval HR_OK the calls that this thread begins on the handle from now on have the stop; one that runs
///   keeps its own
/// @retval HR_E_HANDLE the handle is not open in this process, or stop_id is no stop of it; nothing was changed
///
/// Any thread, also while a call runs on the handle. What was set goes with the thread, and with the handle.
#[unsafe(no_mangle)]
pub extern "C" fn hr_set_stop(handle: i32, stop_id: i32) -> i32 {
    boundary::look(Operation::SetStop, handle, Output::NONE, &|_| {
        let wanted = (stop_id != 0).then(|| STOPS.find(stop_id)).transpose()?;
        set_thread_stop(handle, wanted);
        Ok(None)
    })
}
