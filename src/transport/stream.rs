//! The byte stream of one connection: the operating system's, or in a build for fuzzing a simulated one.

#[cfg(feature = "fuzzing")]
pub use super::fuzzing::Stream;
#[cfg(not(feature = "fuzzing"))]
pub use super::tcp::Tcp as Stream;
