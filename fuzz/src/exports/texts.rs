//! Copying texts into a caller's buffer: exactly what the header promises, and not a byte beyond.

use std::fmt::Debug;

use hr::code::HR_E_ARGUMENT;
use hr::ffi::library::{hr_text_copy, hr_text_copy_utf16};

use super::Run;
use super::arguments::{Kind, Text};

/// What the buffer holds beforehand.
const BEFORE: u8 = 0xA5;

impl Run<'_> {
    fn source(&mut self) -> Text {
        self.text(Kind::Json)
    }

    /// A capacity that is around what is needed, or anything; and whether there is a buffer.
    fn room(&mut self, needed: usize) -> (i32, bool) {
        let needed = needed as i32;
        let capacity = match self.input.byte() % 8 {
            0 => needed,
            1 => needed - 1,
            2 => needed + 1,
            3 => 0,
            4 => -1,
            5 => i32::MIN,
            _ => i32::from(self.input.byte()),
        };
        (capacity, self.input.byte() % 8 != 7)
    }

    pub fn copy_utf8(&mut self) {
        let text = self.source();
        let expected = text.bytes().map(|bytes| [bytes, &[0]].concat());
        // SAFETY: the buffer has the announced room.
        self.copy(expected, BEFORE, |buffer, capacity| unsafe {
            hr_text_copy(text.pointer(), buffer.cast(), capacity)
        });
    }

    pub fn copy_utf16(&mut self) {
        let text = self.source();
        let readable = text
            .bytes()
            .and_then(|bytes| std::str::from_utf8(bytes).ok());
        let expected = readable.map(|text| text.encode_utf16().chain([0]).collect::<Vec<u16>>());
        // SAFETY: the buffer has the announced room.
        self.copy(expected, BEFORE.into(), |buffer, capacity| unsafe {
            hr_text_copy_utf16(text.pointer(), buffer, capacity)
        });
    }

    /// Copies into a buffer of some room; None is expected of a text that is refused.
    fn copy<T: Copy + Default + PartialEq + Debug>(
        &mut self,
        expected: Option<Vec<T>>,
        before: T,
        function: impl FnOnce(*mut T, i32) -> i32,
    ) {
        let (capacity, with_buffer) = self.room(expected.as_ref().map_or(0, Vec::len));
        let size = usize::try_from(capacity).unwrap_or(0);
        let mut buffer = vec![before; size].into_boxed_slice();
        let pointer = match with_buffer {
            true => buffer.as_mut_ptr(),
            false => std::ptr::null_mut(),
        };
        let code = function(pointer, capacity);
        let is_untouched = |part: &[T]| part.iter().all(|unit| *unit == before);
        let has_room = capacity == 0 || (capacity > 0 && with_buffer);
        let Some(expected) = expected.filter(|_| has_room) else {
            assert_eq!(code, HR_E_ARGUMENT);
            assert!(is_untouched(&buffer), "a refused call wrote");
            return;
        };
        assert_eq!(code as usize, expected.len());
        if capacity == 0 {
            assert!(is_untouched(&buffer));
        } else if expected.len() <= buffer.len() {
            let (copied, rest) = buffer.split_at(expected.len());
            assert_eq!(copied, expected);
            assert!(is_untouched(rest));
        } else {
            assert_eq!(buffer[0], T::default());
            assert!(is_untouched(&buffer[1..]));
        }
    }
}
