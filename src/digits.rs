//! The decimal digits of all scripts.

/// The zeros of all sets of decimal digits that Unicode 17 has (general category Nd), in order; the other nine
/// digits follow each.
const ZEROS: [u32; 77] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
    0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0,
    0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50,
    0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1ccf0, 0x1d7ce,
    0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0,
];

/// A decimal digit of any script as the ASCII digit of its value; any other character as it is.
pub fn ascii_digit(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    let point = u32::from(letter);
    let sets = ZEROS.partition_point(|zero| *zero <= point);
    let zero = sets.checked_sub(1).and_then(|at| ZEROS.get(at));
    zero.and_then(|zero| {
        char::from_digit(point.checked_sub(*zero).filter(|value| *value < 10)?, 10)
    })
    .unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_any_script_become_ascii_and_nothing_else_does() {
        assert!(ZEROS.windows(2).all(|pair| pair[0] + 10 <= pair[1]));
        for zero in ZEROS {
            let set = (zero..zero + 10).filter_map(char::from_u32);
            assert!(set.clone().all(char::is_numeric), "{zero:x}");
            assert_eq!(set.map(ascii_digit).collect::<String>(), "0123456789");
        }
        let folded = (0x80..=0x10_ffff).filter_map(char::from_u32);
        let folded = folded.filter(|letter| ascii_digit(*letter) != *letter);
        assert_eq!(folded.count(), (ZEROS.len() - 1) * 10);
    }
}
