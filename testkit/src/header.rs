//! What `include/hr.h` declares.

pub use hr_header::{Constant, Function, Header, Parameter, schema};

use crate::folders;

pub fn header() -> Header {
    Header::parse(&folders::read("include/hr.h").replace("\r\n", "\n"))
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
