//! Types whose `Debug` says their name alone: what they hold may be secret, or is of no use in a log.

/// Implements `Debug` like that.
macro_rules! opaque {
    ($name:ident $(<$life:lifetime>)?) => {
        impl std::fmt::Debug for $name $(<$life>)? {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(stringify!($name))
            }
        }
    };
}

pub(crate) use opaque;
