//! What `include/hr.h` declares.

pub use hr_header::{Constant, Function, Header, Parameter, schema};

use crate::folders;

fn read() -> String {
    folders::read("include/hr.h").replace("\r\n", "\n")
}

/// The header without its comments.
pub fn text() -> String {
    hr_header::without_comments(&read())
}

pub fn header() -> Header {
    Header::parse(&read())
}

/// The exported functions, in order.
pub fn functions() -> Vec<Function> {
    header().functions
}

/// The numbers that the header defines, in order.
pub fn constants() -> Vec<(String, i32)> {
    let constants = header().constants.into_iter();
    constants
        .map(|constant| (constant.name, constant.number))
        .collect()
}
