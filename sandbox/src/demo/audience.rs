//! Who looks at the walk in the console.

use crate::stop::Stop;
use hr_sandbox::Sandbox;
use std::io;
use std::time::Duration;

pub(super) struct Audience<'a> {
    sandbox: &'a Sandbox,
    stop: Stop,
    /// Between two calls, so that a person can follow.
    pause: Duration,
    left: bool,
}

impl Audience<'_> {
    /// Listens for the end of the run, and for Enter, from now on.
    pub(super) fn new(
        sandbox: &Sandbox,
        pause: Duration,
        ends_with_stdin: bool,
    ) -> io::Result<Audience<'_>> {
        let stop = Stop::listen()?;
        stop.with_enter(ends_with_stdin)?;
        Ok(Audience {
            sandbox,
            stop,
            pause,
            left: false,
        })
    }

    /// Waits for a page, or for Enter; false when the run must end.
    pub(super) fn comes(&mut self) -> bool {
        self.stop.wait_for(self.sandbox.followed())
    }

    /// Waits for a pause, or for Enter; false when the run must end.
    pub(super) fn looks(&mut self) -> bool {
        self.left = !self.stop.pause(self.pause);
        !self.left
    }

    pub(super) fn has_left(&self) -> bool {
        self.left
    }

    /// Waits until the run must end.
    pub(super) fn leaves(self) {
        self.stop.wait();
    }
}
