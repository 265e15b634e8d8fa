//! The other languages: their declarations agree with the header, and their programs behave the same.

mod conformance;
mod stdcall_sources;
mod wrapper_drift;
