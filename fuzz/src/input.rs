//! Reading an input piece by piece. What is missing at the end counts as zero, so every input means something.

pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    pub fn choice<T: Copy>(&mut self, among: &[T]) -> T {
        among[usize::from(self.byte()) % among.len()]
    }

    /// Up to 255 bytes, as the byte before them says.
    pub fn short(&mut self) -> &'a [u8] {
        let length = usize::from(self.byte());
        self.take(length)
    }

    /// Up to 65,535 bytes, as the two bytes before them say.
    pub fn long(&mut self) -> &'a [u8] {
        let length = usize::from(self.byte()) << 8 | usize::from(self.byte());
        self.take(length)
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }
}
