//! Memory that is wiped before it is given back to the system.
//!
//! The types of this library's secrets wipe them. This allocator covers the rest: the HTTP client, TLS and JSON keep
//! copies in buffers of their own. In a shared library it serves this library alone, never the host.

use std::alloc::{GlobalAlloc, Layout, System};

struct Wiping;

#[global_allocator]
static ALLOCATOR: Wiping = Wiping;

// SAFETY: every block comes from the system's allocator and goes back to it with the layout it came with.
// Wiping touches the caller's block alone, and after the caller's last use. `realloc` is the trait's own,
// which allocates, copies and calls `dealloc`: the system's could leave the old block as it was. So is `alloc_zeroed`.
unsafe impl GlobalAlloc for Wiping {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        #[cfg(feature = "test-hooks")]
        if crate::test_hooks::refuses_memory(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise is the same.
        unsafe { System.alloc(layout) }
    }

    // Hundreds of places free something: each would have a copy of this.
    #[inline(never)]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller gives up a block of this layout, so all its bytes may be written; they are
        // initialised where the barrier, which keeps the writes from being left out, looks at them.
        unsafe {
            block.write_bytes(0, layout.size());
            zeroize::optimization_barrier(std::slice::from_raw_parts(block, layout.size()));
            System.dealloc(block, layout);
        }
    }
}
