//! Copying texts into a caller's buffer: exactly what the header promises, and not a byte beyond.

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
        let needed = text.bytes().map_or(0, |bytes| bytes.len() + 1);
        let (capacity, with_buffer) = self.room(needed);
        let size = usize::try_from(capacity).unwrap_or(0);
        let mut buffer = vec![BEFORE; size].into_boxed_slice();
        let pointer = match with_buffer {
            true => buffer.as_mut_ptr().cast(),
            false => std::ptr::null_mut(),
        };
        // SAFETY: the buffer has the announced room.
        let code = unsafe { hr_text_copy(text.pointer(), pointer, capacity) };
        let mut expected = text.bytes().unwrap_or_default().to_vec();
        expected.push(0);
        let refused = text.bytes().is_none();
        check(
            code,
            refused,
            capacity,
            with_buffer,
            &buffer,
            &expected,
            BEFORE,
        );
    }

    pub fn copy_utf16(&mut self) {
        let text = self.source();
        let readable = text
            .bytes()
            .and_then(|bytes| std::str::from_utf8(bytes).ok());
        let units = readable.map(|text| text.encode_utf16().chain([0]).collect::<Vec<u16>>());
        let refused = units.is_none();
        let expected = units.unwrap_or_default();
        let (capacity, with_buffer) = self.room(expected.len());
        let size = usize::try_from(capacity).unwrap_or(0);
        let before = u16::from(BEFORE);
        let mut buffer = vec![before; size].into_boxed_slice();
        let pointer = match with_buffer {
            true => buffer.as_mut_ptr(),
            false => std::ptr::null_mut(),
        };
        // SAFETY: the buffer has the announced room.
        let code = unsafe { hr_text_copy_utf16(text.pointer(), pointer, capacity) };
        check(
            code,
            refused,
            capacity,
            with_buffer,
            &buffer,
            &expected,
            before,
        );
    }
}

fn check<T: Copy + Default + PartialEq + std::fmt::Debug>(
    code: i32,
    refused: bool,
    capacity: i32,
    with_buffer: bool,
    buffer: &[T],
    expected: &[T],
    before: T,
) {
    let untouched = buffer.iter().all(|unit| *unit == before);
    if refused || capacity < 0 || (!with_buffer && capacity > 0) {
        assert_eq!(code, HR_E_ARGUMENT);
        assert!(untouched, "a refused call wrote");
        return;
    }
    assert_eq!(code as usize, expected.len());
    if !with_buffer || capacity == 0 {
        assert!(untouched);
    } else if expected.len() <= buffer.len() {
        let (copied, rest) = buffer.split_at(expected.len());
        assert_eq!(copied, expected);
        assert!(rest.iter().all(|unit| *unit == before));
    } else {
        assert_eq!(buffer[0], T::default());
        assert!(buffer[1..].iter().all(|unit| *unit == before));
    }
}
