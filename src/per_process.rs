//! Process-wide state that a forked child does not share with its parent.
//!
//! After a fork the child holds a copy of the parent's memory: locks that another thread held at
//! that moment stay locked for ever and worker threads are gone. The child therefore gets fresh state.

use std::sync::OnceLock;

struct Node<T> {
    pid: u32,
    value: T,
    next: Box<OnceLock<Node<T>>>,
}

/// One value for each process that uses this memory image.
pub struct PerProcess<T> {
    first: OnceLock<Node<T>>,
    make: fn() -> T,
}

impl<T> PerProcess<T> {
    pub const fn new(make: fn() -> T) -> PerProcess<T> {
        PerProcess {
            first: OnceLock::new(),
            make,
        }
    }

    /// The value of the calling process.
    pub fn get(&self) -> &T {
        let pid = std::process::id();
        let mut slot = &self.first;
        loop {
            let node = slot.get_or_init(|| Node {
                pid,
                value: (self.make)(),
                next: Box::new(OnceLock::new()),
            });
            if node.pid == pid {
                return &node.value;
            }
            slot = &node.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_sees_one_value() {
        static VALUE: PerProcess<Vec<u8>> = PerProcess::new(|| vec![7]);
        assert!(std::ptr::eq(VALUE.get(), VALUE.get()));
    }
}
