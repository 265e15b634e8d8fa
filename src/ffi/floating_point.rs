//! The host's floating-point control state does not reach this library's code, nor the library's state the host.
//!
//! Delphi and others run with floating-point traps on. Rust code assumes that they are off: one large
//! number in a reply would otherwise end the process. So the state is saved at entry, set to the
//! default, given back around callbacks, and restored at exit.

use std::cell::Cell;

thread_local! {
    /// The host's state while this thread is inside a call.
    static HOST: Cell<Option<ControlWords>> = const { Cell::new(None) };
}

/// Sets the default state until dropped.
pub struct Scope {
    host: ControlWords,
    outer: Option<ControlWords>,
}

impl Scope {
    pub fn enter() -> Scope {
        let host = ControlWords::save_and_reset();
        Scope {
            host,
            outer: HOST.replace(Some(host)),
        }
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        HOST.set(self.outer);
        self.host.restore();
    }
}

/// Runs a callback of the host in the host's own state.
pub fn with_host_state<T>(callback: impl FnOnce() -> T) -> T {
    let Some(host) = HOST.get() else {
        return callback();
    };
    let ours = ControlWords::save_and_reset();
    host.restore();
    let result = callback();
    let _ = ControlWords::save_and_reset();
    ours.restore();
    result
}

#[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
mod state {
    use std::arch::asm;

    /// All exceptions masked, round to nearest: the state that Rust code is compiled for.
    const MXCSR_DEFAULT: u32 = 0x1F80;
    const X87_DEFAULT: u16 = 0x037F;

    /// The SSE control register and the x87 environment.
    #[derive(Clone, Copy)]
    pub struct ControlWords {
        mxcsr: u32,
        x87: [u32; 7],
    }

    impl ControlWords {
        pub fn save_and_reset() -> ControlWords {
            let mut state = ControlWords {
                mxcsr: 0,
                x87: [0; 7],
            };
            // SAFETY: both stores write to memory owned here, of the size the instructions need (4 and
            // 28 bytes); both loads take values with every exception masked, so nothing can trap.
            unsafe {
                asm!(
                    "stmxcsr dword ptr [{mxcsr}]",
                    "fnstenv [{x87}]",
                    "fldcw word ptr [{x87_default}]",
                    "ldmxcsr dword ptr [{mxcsr_default}]",
                    mxcsr = in(reg) &raw mut state.mxcsr,
                    x87 = in(reg) &raw mut state.x87,
                    x87_default = in(reg) &raw const X87_DEFAULT_CELL,
                    mxcsr_default = in(reg) &raw const MXCSR_DEFAULT_CELL,
                    options(nostack)
                );
            }
            state
        }

        pub fn restore(&self) {
            // SAFETY: loads what `save_and_reset` stored, which was valid in this thread.
            unsafe {
                asm!(
                    "fldenv [{x87}]",
                    "ldmxcsr dword ptr [{mxcsr}]",
                    x87 = in(reg) &raw const self.x87,
                    mxcsr = in(reg) &raw const self.mxcsr,
                    options(nostack)
                );
            }
        }
    }

    static MXCSR_DEFAULT_CELL: u32 = MXCSR_DEFAULT;
    static X87_DEFAULT_CELL: u16 = X87_DEFAULT;
}

#[cfg(target_arch = "aarch64")]
mod state {
    use std::arch::asm;

    /// The control register; the sticky flags in FPSR cannot trap.
    #[derive(Clone, Copy)]
    pub struct ControlWords {
        fpcr: u64,
    }

    impl ControlWords {
        pub fn save_and_reset() -> ControlWords {
            let fpcr: u64;
            // SAFETY: reads and writes the control register only; 0 is its default.
            unsafe {
                asm!("mrs {0}, fpcr", "msr fpcr, xzr", out(reg) fpcr, options(nomem, nostack));
            }
            ControlWords { fpcr }
        }

        pub fn restore(&self) {
            // SAFETY: writes back what was read in this thread.
            unsafe { asm!("msr fpcr, {0}", in(reg) self.fpcr, options(nomem, nostack)) }
        }
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "x86", target_arch = "aarch64")))]
mod state {
    /// Nothing is known of this processor's control state.
    #[derive(Clone, Copy)]
    pub struct ControlWords;

    impl ControlWords {
        pub fn save_and_reset() -> ControlWords {
            ControlWords
        }

        pub fn restore(&self) {}
    }
}

use state::ControlWords;
