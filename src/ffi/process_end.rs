//! The end of the process on Windows. The system ends all other threads first, wherever they are, and then lets each DLL
//! take itself apart. What those threads had locked stays locked for ever, so a call out of a DLL's finalization may
//! wait for nothing: it may take no lock, and no memory. Elsewhere the other threads go on while a process ends.

use crate::code::{HR_E_CANCELLED, HR_OK};
use crate::operation::Operation;

/// The code of a call that does nothing because the process ends. Functions that only release something report success:
/// nothing runs any more, and nobody is called back.
pub fn code_of(operation: Operation) -> Option<i32> {
    begun().then_some(match operation {
        Operation::Close
        | Operation::Cancel
        | Operation::SetLog
        | Operation::SetProgress
        | Operation::Stop
        | Operation::StopFree
        | Operation::SetStop => HR_OK,
        _ => HR_E_CANCELLED,
    })
}

/// The other threads of the process are gone.
pub fn begun() -> bool {
    #[cfg(feature = "test-hooks")]
    if super::test_hooks::PROCESS_ENDS.get() {
        return true;
    }
    #[cfg(windows)]
    return system::shuts_down();
    #[cfg(not(windows))]
    false
}

#[cfg(windows)]
mod system {
    #[cfg_attr(
        target_arch = "x86",
        link(name = "ntdll", kind = "raw-dylib", import_name_type = "undecorated")
    )]
    #[cfg_attr(not(target_arch = "x86"), link(name = "ntdll", kind = "raw-dylib"))]
    unsafe extern "system" {
        safe fn RtlDllShutdownInProgress() -> u8;
    }

    pub fn shuts_down() -> bool {
        RtlDllShutdownInProgress() != 0
    }
}
