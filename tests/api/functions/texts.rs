//! Texts that the library copies into buffers. A call that is asked for none: `last`.

use std::ffi::{CStr, c_char};

use hr::code::HR_E_ARGUMENT;
use hr::ffi::library;
use testkit::functions::NULL;
use testkit::*;

#[test]
fn texts_are_copied_into_buffers() {
    let text = c("é€😀");
    let copy = |buffer: &mut [c_char]| unsafe {
        library::hr_text_copy(text.as_ptr(), buffer.as_mut_ptr(), buffer.len() as i32)
    };
    let mut exact = [1; 10];
    assert_eq!(copy(&mut exact), 10);
    assert_eq!(unsafe { CStr::from_ptr(exact.as_ptr()) }, text.as_c_str());
    let mut short = [1; 9];
    assert_eq!(copy(&mut short), 10);
    assert_eq!(
        short,
        [0, 1, 1, 1, 1, 1, 1, 1, 1],
        "nothing is cut: the text is empty"
    );
    let null = std::ptr::null_mut();
    unsafe {
        assert_eq!(library::hr_text_copy(text.as_ptr(), null, 0), 10);
        assert_eq!(library::hr_text_copy(text.as_ptr(), null, 1), HR_E_ARGUMENT);
        for (text, room) in [(text.as_ptr(), -1), (NULL, 10)] {
            let code = library::hr_text_copy(text, exact.as_mut_ptr(), room);
            assert_eq!(code, HR_E_ARGUMENT);
        }
    }

    let mut wide = [7u16; 6];
    let wide_copy = |buffer: *mut u16, room| unsafe {
        library::hr_text_copy_utf16(text.as_ptr(), buffer, room)
    };
    assert_eq!(wide_copy(wide.as_mut_ptr(), 6), 5);
    let expected: Vec<u16> = "é€😀".encode_utf16().chain([0, 7]).collect();
    assert_eq!(wide.to_vec(), expected);
    assert_eq!(wide_copy(wide.as_mut_ptr(), 4), 5);
    assert_eq!(wide[0], 0);
    assert_eq!(wide_copy(std::ptr::null_mut(), 0), 5);
    let invalid = c"\xff".as_ptr();
    let refused = unsafe { library::hr_text_copy_utf16(invalid, wide.as_mut_ptr(), 6) };
    assert_eq!(refused, HR_E_ARGUMENT);
}
