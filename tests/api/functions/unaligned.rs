//! Hosts with packed records: an output lies wherever their compiler puts it.

use hr::code::HR_OK;
use hr::ffi::{handle, json, library};
use testkit::c;
use testkit::functions::FUNCTIONS;

/// As Delphi, C# and C lay a record out that is packed: no member behind the first is aligned.
#[repr(C, packed)]
struct Packed<T> {
    before: u8,
    out: T,
    after: u8,
}

impl<T> Packed<T> {
    fn new(out: T) -> Packed<T> {
        let (before, after) = (0xA5, 0x5A);
        Packed { before, out, after }
    }

    fn place(&mut self) -> *mut T {
        &raw mut self.out
    }

    fn is_intact(&self) -> bool {
        (self.before, self.after) == (0xA5, 0x5A)
    }
}

/// In debug builds such a write ended the process; elsewhere the compiler may assume that there is none.
#[test]
fn outputs_may_lie_anywhere() {
    testkit::alone!();
    let mut number = Packed::new(7);
    let mut text = Packed::new(std::ptr::dangling_mut());
    let config = c("{}");
    // SAFETY: texts, and places that may be written to.
    let code = unsafe { handle::hr_open(config.as_ptr(), number.place(), text.place()) };
    assert_eq!(code, HR_OK);
    assert!(number.is_intact() && text.is_intact());
    // SAFETY: the text that was just given.
    unsafe { library::hr_free(text.out) };

    for function in FUNCTIONS.iter().filter(|function| function.gives_text) {
        let mut out = Packed::new(std::ptr::dangling_mut());
        function.code_and(number.out, None, out.place());
        let given = out.out;
        assert!(out.is_intact() && !given.is_null(), "{}", function.name);
        // SAFETY: as above.
        unsafe { library::hr_free(given) };
    }

    let mut found = Packed::new(std::ptr::dangling_mut());
    // SAFETY: as above.
    let code = unsafe { json::hr_json_quote(c"a".as_ptr(), found.place()) };
    assert_eq!(code, HR_OK);
    assert!(found.is_intact());
    // SAFETY: as above.
    unsafe { library::hr_free(found.out) };

    let mut buffer = Packed::new([7u16; 4]);
    for (capacity, expected) in [(4, [0x61, 0xE9, 0, 7]), (2, [0, 0xE9, 0, 7])] {
        let at = buffer.place().cast();
        // SAFETY: there is room for so many units.
        let needed = unsafe { library::hr_text_copy_utf16(c"aé".as_ptr(), at, capacity) };
        let units = buffer.out;
        assert_eq!((needed, units), (3, expected));
        assert!(buffer.is_intact());
    }
    assert_eq!(handle::hr_close(number.out), HR_OK);
}
