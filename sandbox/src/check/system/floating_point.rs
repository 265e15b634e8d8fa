//! The control words of the processor's floating-point units.

/// Which exceptions trap, and how results are rounded; without the flags of what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) struct Control {
    sse: u32,
    x87: u16,
}

/// Delphi's, but for a bit without effect: invalid operations, divisions by zero and overflows trap.
const DELPHI: Control = Control {
    sse: 0x1900,
    x87: 0x0332,
};

pub(in crate::check) fn traps_on() -> Control {
    DELPHI.write();
    DELPHI
}

#[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
impl Control {
    /// None where the processor is not known.
    pub(in crate::check) fn read() -> Option<Control> {
        let (mut sse, mut x87) = (0u32, 0u16);
        // SAFETY: both store into memory of the size they need, owned here.
        unsafe {
            std::arch::asm!(
                "stmxcsr dword ptr [{sse}]",
                "fnstcw word ptr [{x87}]",
                sse = in(reg) &raw mut sse,
                x87 = in(reg) &raw mut x87,
                options(nostack)
            );
        }
        Some(Control {
            sse: sse & !FLAGS,
            x87: x87 & !UNUSED,
        })
    }

    /// Clears the flags first: a set flag whose exception is let through traps at once.
    pub(in crate::check) fn write(self) {
        let Control { sse, x87 } = self;
        // SAFETY: loads control words that have no reserved bit set, for this thread alone. What runs until they
        // are set back does no arithmetic with floating point, or is what must bear them.
        unsafe {
            std::arch::asm!(
                "fnclex",
                "fldcw word ptr [{x87}]",
                "ldmxcsr dword ptr [{sse}]",
                sse = in(reg) &raw const sse,
                x87 = in(reg) &raw const x87,
                options(nostack)
            );
        }
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
const FLAGS: u32 = 0x3F;
/// Bits that the processor sets as it likes.
#[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
const UNUSED: u16 = 0xF0C0;

#[cfg(not(any(target_arch = "x86_64", target_arch = "x86")))]
impl Control {
    pub(in crate::check) fn read() -> Option<Control> {
        None
    }

    pub(in crate::check) fn write(self) {
        let Control { sse, x87 } = self;
        let _ = (sse, x87);
    }
}

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "x86")))]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let before = Control::read().unwrap();
        let traps = traps_on();
        let read = Control::read();
        before.write();
        assert_ne!(before.sse, traps.sse);
        assert_eq!(read, Some(traps));
        assert_eq!(Control::read(), Some(before));
    }
}
