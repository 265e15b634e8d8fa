//! Systems without such locks.

use std::fs::File;
use std::io;

pub fn try_lock(_: &File, _: u64, _: bool) -> io::Result<bool> {
    Err(io::ErrorKind::Unsupported.into())
}

pub fn unlock(_: &File, _: u64) -> io::Result<()> {
    Ok(())
}

pub fn is_locked(_: &File, _: u64) -> io::Result<bool> {
    Ok(true)
}

pub fn keep_from_children(_: &File) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub fn forget(_: &File) {}
