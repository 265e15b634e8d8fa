//! Whose the console window is.

use windows_sys::Win32::System::Console::GetConsoleProcessList;

/// Whether nobody else uses the console: Windows opened it for this program, and closes it with it.
pub(crate) fn is_of_this_program() -> bool {
    let mut processes = [0; 2];
    // SAFETY: the array has as many places as are named.
    unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) == 1 }
}
