//! Texts in and out.

use std::ffi::{CStr, CString, c_char};
use std::marker::PhantomData;

use zeroize::Zeroize;

use crate::json::JsonText;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// An argument that may not be NULL.
///
/// # Safety
/// `text` is NULL or points to a NUL-terminated string that stays unchanged during the call.
pub unsafe fn required<'a>(text: *const c_char, name: &'static str) -> Result<&'a str, Reason> {
    // SAFETY: the caller's promise is the same.
    unsafe { optional(text, name) }?.ok_or(Reason::NullArgument(name))
}

/// An argument that may be NULL.
///
/// # Safety
/// As for [`required`].
pub unsafe fn optional<'a>(
    text: *const c_char,
    name: &'static str,
) -> Result<Option<&'a str>, Reason> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: not NULL, and NUL-terminated by the caller's promise.
    let bytes = unsafe { CStr::from_ptr(text) };
    bytes.to_str().map(Some).map_err(|_| Reason::NotUtf8(name))
}

/// The bytes of a document; NULL is allowed for none.
///
/// # Safety
/// `data` is NULL or points to `length` bytes that stay unchanged during the call.
pub unsafe fn document<'a>(data: *const u8, length: i32) -> Result<&'a [u8], Reason> {
    let length = usize::try_from(length).map_err(|_| Reason::NegativeLength("length"))?;
    match (data.is_null(), length) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(Reason::NullArgument("data")),
        // SAFETY: the caller's promise is the same.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(data, length) }),
    }
}

/// A text of the caller's that is read only as far as it is needed.
pub struct UnmeasuredText<'t> {
    start: *const u8,
    /// So many bytes were read; none of them is NUL.
    read: usize,
    ended: bool,
    lifetime: PhantomData<&'t [u8]>,
}

impl UnmeasuredText<'_> {
    /// An argument that may not be NULL.
    ///
    /// # Safety
    /// As for [`required`]; `'t` ends before the call does.
    pub unsafe fn new(text: *const c_char) -> Option<Self> {
        (!text.is_null()).then_some(UnmeasuredText {
            start: text.cast(),
            read: 0,
            ended: false,
            lifetime: PhantomData,
        })
    }
}

impl<'t> JsonText<'t> for UnmeasuredText<'t> {
    fn byte(&mut self, at: usize) -> u8 {
        while self.read <= at && !self.ended {
            // SAFETY: no byte before this one is NUL, so it belongs to the text, or is its NUL.
            match unsafe { *self.start.add(self.read) } {
                0 => self.ended = true,
                _ => self.read += 1,
            }
        }
        match at < self.read {
            // SAFETY: it was read before.
            true => unsafe { *self.start.add(at) },
            false => 0,
        }
    }

    fn first(&self, bytes: usize) -> &'t [u8] {
        if bytes > self.read {
            return &[];
        }
        // SAFETY: so many bytes were read, and stay unchanged during the call.
        unsafe { std::slice::from_raw_parts(self.start, bytes) }
    }
}

/// A text for the caller, to be freed by `hr_free`; NULL when there is no memory for it.
pub fn give(bytes: &[u8]) -> *mut c_char {
    let mut owned = Vec::new();
    if owned.try_reserve_exact(bytes.len() + 1).is_err() {
        return std::ptr::null_mut();
    }
    owned.extend_from_slice(bytes);
    owned.push(0);
    match CString::from_vec_with_nul(owned) {
        Ok(text) => text.into_raw(),
        Err(_) => std::ptr::null_mut(),
    }
}

/// Wipes what [`give`] made, and leaves it where it is.
///
/// # Safety
/// `text` is NULL or came from [`give`] and was not freed.
pub unsafe fn wipe(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller's promise; nobody else reads a text that is freed.
        let length = unsafe { CStr::from_ptr(text) }.count_bytes();
        // SAFETY: as above, and so long it is.
        unsafe { std::slice::from_raw_parts_mut(text, length) }.zeroize();
    }
}

/// Wipes and frees what [`give`] made.
///
/// # Safety
/// `text` is NULL or came from [`give`] and was not freed.
pub unsafe fn take_back(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller's promise.
        let text = unsafe { CString::from_raw(text) };
        drop(WipingBuffer::from(text.into_bytes_with_nul()));
    }
}
