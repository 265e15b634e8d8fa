//! The file that this library was loaded from.

use super::Slot;

pub type Find = fn() -> Option<String>;

pub static FIND: Slot<Find> = Slot::new();

pub fn file() -> Option<String> {
    FIND.get().and_then(|find| find())
}
