//! Enums of which the contract, or a file, has words.

/// An enum whose values have words in the contract.
macro_rules! words {
    ($(#[$comment:meta])* pub enum $name:ident { $($(#[$note:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$comment])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$note])* $value),+
        }

        impl $name {
            // Those of a file are in no schema.
            #[cfg(test)]
            #[allow(dead_code)]
            pub const WORDS: &[&str] = &[$($word),+];

            pub const ALL: &[$name] = &[$($name::$value),+];

            pub fn word(self) -> &'static str {
                match self {
                    $($name::$value => $word),+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();

            fn from_str(word: &str) -> Result<$name, ()> {
                let mut all = $name::ALL.iter().copied();
                all.find(|value| value.word() == word).ok_or(())
            }
        }
    };
}
pub(crate) use words;
