//! Which process this is, and whether another one of this computer still runs. A number alone does not show it: the
//! system gives the number of a process that has ended to a new one.

#[cfg(windows)]
use super::Slot;
use crate::per_process::PerProcess;

/// What distinguishes a process from every other one that ever ran on this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessIdentity {
    pub number: u32,
    /// When it began, as the system writes it; empty where that is not known.
    pub start: String,
}

/// What the system knows of a process number.
#[derive(Debug, PartialEq, Eq)]
pub enum Lookup {
    /// A process that began then has it.
    Started(String),
    /// A process has it, and its start is not known.
    Runs,
    Nobody,
}

#[cfg(windows)]
pub struct ProcessFunctions {
    pub look_up: fn(u32) -> Lookup,
}

#[cfg(windows)]
pub static PROCESSES: Slot<ProcessFunctions> = Slot::new();

static OWN: PerProcess<ProcessIdentity> = PerProcess::new(|| {
    let number = std::process::id();
    let start = match look_up(number) {
        Lookup::Started(start) => start,
        Lookup::Runs | Lookup::Nobody => String::new(),
    };
    ProcessIdentity { number, start }
});

/// This process.
pub fn own() -> &'static ProcessIdentity {
    OWN.get()
}

impl ProcessIdentity {
    /// Whether it still runs, or may: in doubt it does.
    pub fn runs(&self) -> bool {
        match look_up(self.number) {
            Lookup::Started(start) => self.start.is_empty() || start == self.start,
            Lookup::Runs => true,
            Lookup::Nobody => false,
        }
    }
}

#[cfg(windows)]
fn look_up(number: u32) -> Lookup {
    PROCESSES
        .get()
        .map_or(Lookup::Runs, |functions| (functions.look_up)(number))
}

#[cfg(unix)]
fn look_up(number: u32) -> Lookup {
    #[cfg(target_os = "linux")]
    if let Ok(status) = std::fs::read_to_string(format!("/proc/{number}/stat")) {
        return match of_status(&status) {
            Some((true, ticks)) => Lookup::Started(format!("{ticks}-{}", boot())),
            // Killed, and not yet waited for by its parent.
            Some((false, _)) => Lookup::Nobody,
            None => Lookup::Runs,
        };
    }
    let number = i32::try_from(number).ok();
    let Some(process) = number.and_then(rustix::process::Pid::from_raw) else {
        return Lookup::Nobody;
    };
    // Nothing is sent. Another user's process may not be asked, but it is there.
    match rustix::process::test_kill_process(process) {
        Err(rustix::io::Errno::SRCH) => Lookup::Nobody,
        _ => Lookup::Runs,
    }
}

/// Whether the process runs, and the tick at which it began. The name before them may contain anything.
#[cfg(any(target_os = "linux", test))]
fn of_status(status: &str) -> Option<(bool, u64)> {
    let (_, behind) = status.rsplit_once(')')?;
    let mut fields = behind.split_ascii_whitespace();
    let ended = matches!(fields.next()?, "Z" | "X" | "x");
    // The first thread may have ended before the others, which go on.
    let threads: u64 = fields.nth(16)?.parse().ok()?;
    Some((!ended || threads > 1, fields.nth(1)?.parse().ok()?))
}

/// Ticks are counted from the start of the system, so that it belongs to them.
#[cfg(target_os = "linux")]
fn boot() -> String {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id");
    let id = id.unwrap_or_default();
    id.chars().take_while(char::is_ascii_hexdigit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_read_behind_a_name_of_any_kind() {
        let status = |name: &str, state: &str| {
            format!("7 ({name}) {state} 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 18 4711 20 21")
        };
        for name in ["hr", "a b", ") Z 1 (", ""] {
            assert_eq!(of_status(&status(name, "S")), Some((true, 4711)), "{name}");
            assert_eq!(of_status(&status(name, "Z")), Some((false, 4711)), "{name}");
        }
        let others = status("a", "Z").replace(" 16 1 18 ", " 16 3 18 ");
        assert_eq!(of_status(&others), Some((true, 4711)));
        assert_eq!(of_status("7 (a) S 1 2"), None);
        assert_eq!(of_status(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_runs_and_one_that_began_at_another_time_does_not() {
        let own = own();
        assert!(own.number == std::process::id() && own.start.len() > 9);
        assert!(own.runs());
        let mut other = own.clone();
        other.start.push('0');
        assert!(!other.runs());
        let nobody = ProcessIdentity {
            number: 0x7fff_fffe,
            start: own.start.clone(),
        };
        assert!(!nobody.runs());
        let init = ProcessIdentity {
            number: 1,
            start: String::new(),
        };
        assert!(init.runs());
    }
}
