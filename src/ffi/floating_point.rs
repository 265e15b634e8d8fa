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

    /// Whether this thread is inside a call.
    pub fn is_entered() -> bool {
        HOST.get().is_some()
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        HOST.set(self.outer);
        self.host.restore();
    }
}

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
    static MXCSR_DEFAULT: u32 = 0x1F80;
    static X87_DEFAULT: u16 = 0x037F;

    /// The SSE control register and the environment of the x87.
    #[derive(Clone, Copy)]
    pub struct ControlWords {
        mxcsr: u32,
        x87: [u32; 7],
    }

    impl ControlWords {
        pub fn save_and_reset() -> ControlWords {
            let (mut mxcsr, mut x87) = (0, [0; 7]);
            // SAFETY: both stores write to memory owned here, of the size the instructions need; that of the environment masks
            // every exception, as do the values that are loaded, so that nothing can trap.
            unsafe {
                asm!(
                    "stmxcsr dword ptr [{mxcsr}]",
                    "ldmxcsr dword ptr [{default}]",
                    mxcsr = in(reg) &raw mut mxcsr,
                    default = in(reg) &raw const MXCSR_DEFAULT,
                    options(nostack)
                );
                asm!(
                    "fnstenv [{x87}]",
                    "fldcw word ptr [{default}]",
                    x87 = in(reg) &raw mut x87,
                    default = in(reg) &raw const X87_DEFAULT,
                    options(nostack)
                );
            }
            ControlWords { mxcsr, x87 }
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

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "x86")))]
mod tests {
    use std::arch::asm;

    use super::Scope;

    /// The control and the status word.
    fn x87() -> (u16, u16) {
        let (mut control, status): (u16, u16);
        control = 0;
        // SAFETY: writes to memory that there is, and reads a register.
        unsafe {
            asm!("fnstcw word ptr [{}]", in(reg) &raw mut control, options(nostack));
            asm!("fnstsw ax", out("ax") status, options(nomem, nostack));
        }
        (control, status)
    }

    /// Divides 1 by what an instruction loads.
    macro_rules! divide {
        ($load:literal) => {
            // SAFETY: every exception is masked, and the stack of the x87 is left as it was.
            unsafe {
                asm!(
                    "fld1",
                    $load,
                    "fdivp",
                    "fstp st(0)",
                    options(nomem, nostack)
                )
            }
        };
    }

    #[test]
    fn whatever_the_host_has_set_is_there_again_with_its_flags() {
        // Rounding and precision, with every exception masked; then as Delphi sets it, with some that trap.
        for (control, flagged) in [
            (0x37fu16, false),
            (0x37f, true),
            (0x27f, true),
            (0xc7f, false),
            (0x1332, false),
            (0x340, false),
        ] {
            // SAFETY: the state that a thread begins with; then a control word without a pending exception.
            unsafe { asm!("fninit", options(nomem, nostack)) };
            if flagged {
                divide!("fldpi");
            }
            // SAFETY: nothing is pending that it unmasks.
            unsafe { asm!("fldcw word ptr [{}]", in(reg) &raw const control, options(nostack)) };
            let before = x87();
            let scope = Scope::enter();
            assert_eq!(x87().0, 0x37f);
            divide!("fldz");
            assert_ne!(x87().1, before.1);
            drop(scope);
            let after = x87();
            // SAFETY: as above.
            unsafe { asm!("fninit", options(nomem, nostack)) };
            assert_eq!(after, before, "{control:#x}, {flagged}");
        }
    }
}
