//! Owners on Linux: `/proc/net/tcp` and `tcp6` name the user of each socket. They are as long as there are connections
//! on the computer.

use std::io::{self, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use super::{ConnectionEnds, Family, Owner, Seen};

/// The kernel hands over less than this at a time. No line is as long.
const CHUNK: usize = 8192;
/// A table that is longer than a hundred thousand lines is not read to its end.
const LONGEST: u64 = 16 * 1024 * 1024;

#[cfg(target_os = "linux")]
pub fn look(ends: &ConnectionEnds) -> Seen {
    // A thread may have another network than its process.
    let open = |family| {
        std::fs::File::open(match family {
            Family::V4 => "/proc/thread-self/net/tcp",
            Family::V6 => "/proc/thread-self/net/tcp6",
        })
    };
    judge(open, ends, own_user())
}

/// The number that a user namespace shows for every user that it does not map.
#[cfg(target_os = "linux")]
const NOBODY: u32 = 65534;

/// The user of this process. Where it has the number that unmapped users have as well, a number of no user: a stranger's
/// socket must not count as its own.
#[cfg(target_os = "linux")]
fn own_user() -> u32 {
    let user = rustix::process::geteuid().as_raw();
    let all_known = || {
        let map = std::fs::read_to_string("/proc/self/uid_map");
        map.is_ok_and(|map| map.split_ascii_whitespace().eq(["0", "0", "4294967295"]))
    };
    match user == NOBODY && !all_known() {
        true => u32::MAX,
        false => user,
    }
}

/// `user` is who this process is.
pub fn judge<R: Read>(
    open: impl Fn(Family) -> io::Result<R>,
    ends: &ConnectionEnds,
    user: u32,
) -> Seen {
    match search(open, ends, user) {
        Ok(found) => found.seen(user),
        Err(error) => Seen::failed(&error),
    }
}

fn search<R: Read>(
    open: impl Fn(Family) -> io::Result<R>,
    ends: &ConnectionEnds,
    user: u32,
) -> io::Result<Found> {
    let mut found = Found::default();
    if ends.family() == Family::V4 {
        let table = open(Family::V4)?;
        read(table, &Wanted::new(ends, Family::V4), user, &mut found)?;
        if found.is_enough() {
            return Ok(found);
        }
    }
    match open(Family::V6) {
        Ok(table) => read(table, &Wanted::new(ends, Family::V6), user, &mut found)?,
        // A system without IPv6 has no such table.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    Ok(found)
}

/// How near a listener is to the address that was asked for: the nearest is given the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    Exact,
    All,
    AllOfBothFamilies,
}

#[derive(Default)]
struct Found {
    /// The connection is there.
    connection: bool,
    /// Who has accepted it.
    holder: Option<u32>,
    listener: Option<(Nearness, u32)>,
}

impl Found {
    fn is_enough(&self) -> bool {
        let listens_here = matches!(self.listener, Some((Nearness::Exact, _)));
        self.holder.is_some() || (self.connection && listens_here)
    }

    fn listens(&mut self, nearness: Nearness, listener: u32, user: u32) {
        let replaces = match self.listener {
            None => true,
            Some((known, _)) if known != nearness => nearness < known,
            // Several may share a port. The stranger counts, and root least of the strangers.
            Some((_, known)) => known == user || (known == 0 && listener != user),
        };
        if replaces {
            self.listener = Some((nearness, listener));
        }
    }

    fn seen(&self, user: u32) -> Seen {
        let owner = |other: u32| match other {
            same if same == user => Owner::Own,
            0 => Owner::Service,
            _ => Owner::OtherSession,
        };
        match (self.holder, self.listener) {
            (Some(holder), _) => Seen::settled(owner(holder)),
            // It waits for the listener, whoever of its processes accepts it.
            (None, Some((_, listener))) => match owner(listener) {
                Owner::Own if self.connection => Seen::settled(Owner::Own),
                owner => Seen::so_far(owner),
            },
            (None, None) => Seen::so_far(Owner::Unknown),
        }
    }
}

/// The beginnings of the lines that matter, as the kernel writes them.
struct Wanted {
    connection: String,
    listeners: Vec<(String, Nearness)>,
}

impl Wanted {
    fn new(ends: &ConnectionEnds, table: Family) -> Wanted {
        let theirs = written(ends.theirs, table);
        let v4 = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let v6 = IpAddr::V6(Ipv6Addr::UNSPECIFIED);
        let mut places = vec![(ends.theirs.ip(), Nearness::Exact)];
        match (ends.family(), table) {
            (Family::V4, Family::V4) => places.push((v4, Nearness::All)),
            (Family::V4, Family::V6) => {
                places.extend([(v4, Nearness::All), (v6, Nearness::AllOfBothFamilies)]);
            }
            (Family::V6, _) => places.push((v6, Nearness::All)),
        }
        // A listener has no other end, and this state.
        let nobody = match table {
            Family::V4 => v4,
            Family::V6 => v6,
        };
        let rest = written(SocketAddr::new(nobody, 0), table) + "0A ";
        let listener = |(ip, nearness): (IpAddr, Nearness)| {
            let place = SocketAddr::new(ip, ends.theirs.port());
            (written(place, table) + &rest, nearness)
        };
        Wanted {
            connection: theirs + &written(ends.ours, table),
            listeners: places.into_iter().map(listener).collect(),
        }
    }
}

/// Numbers in the order of this machine's bytes, 32 bits each, then the port and a blank.
fn written(end: SocketAddr, table: Family) -> String {
    use std::fmt::Write;
    let octets = match (end.ip(), table) {
        (IpAddr::V4(ip), Family::V4) => ip.octets().to_vec(),
        (IpAddr::V4(ip), Family::V6) => ip.to_ipv6_mapped().octets().to_vec(),
        (IpAddr::V6(ip), _) => ip.octets().to_vec(),
    };
    let mut text = String::with_capacity(40);
    for word in octets.chunks_exact(4) {
        if let Ok(word) = word.try_into() {
            let _ = write!(text, "{:08X}", u32::from_ne_bytes(word));
        }
    }
    let _ = write!(text, ":{:04X} ", end.port());
    text
}

/// The error of a table that cannot be evaluated: a line that does not fit, or more lines than are read.
fn unsupported_table() -> io::Error {
    io::ErrorKind::Unsupported.into()
}

fn read(mut table: impl Read, wanted: &Wanted, user: u32, found: &mut Found) -> io::Result<()> {
    let mut chunk = Vec::new();
    let reserved = chunk.try_reserve_exact(CHUNK);
    reserved.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    chunk.resize(CHUNK, 0);
    let (mut filled, mut whole) = (0, 0_u64);
    loop {
        let room = chunk.get_mut(filled..).unwrap_or_default();
        let amount = match table.read(room) {
            Ok(amount) => amount,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        // The end, or a line without one.
        if amount == 0 {
            return match filled {
                CHUNK => Err(unsupported_table()),
                _ => Ok(()),
            };
        }
        filled += amount;
        whole += amount as u64;
        let mut text = chunk.get(..filled).unwrap_or_default();
        while let Some(end) = memchr::memchr(b'\n', text) {
            let (line, rest) = text.split_at(end);
            row(line, wanted, user, found);
            if found.holder.is_some() {
                return Ok(());
            }
            text = rest.get(1..).unwrap_or_default();
        }
        if whole > LONGEST {
            return Err(unsupported_table());
        }
        let rest = text.len();
        chunk.copy_within(filled - rest..filled, 0);
        filled = rest;
    }
}

/// Evaluates a line; one of another form is ignored.
fn row(line: &[u8], wanted: &Wanted, user: u32, found: &mut Found) {
    let number = line.iter().position(|byte| *byte == b':');
    let Some(row) = number.and_then(|colon| line.get(colon + 2..)) else {
        return;
    };
    if let Some(rest) = row.strip_prefix(wanted.connection.as_bytes()) {
        let behind_state = rest.iter().position(|byte| *byte == b' ');
        let behind_state = behind_state.and_then(|end| rest.get(end + 1..));
        if let Some(socket) = behind_state.and_then(Socket::of) {
            found.connection = true;
            // Without a file nobody has accepted it yet, or nobody holds it any more.
            found.holder = (socket.inode != 0).then_some(socket.user);
        }
        return;
    }
    for (listener, nearness) in &wanted.listeners {
        let rest = row.strip_prefix(listener.as_bytes());
        if let Some(socket) = rest.and_then(Socket::of) {
            found.listens(*nearness, socket.user, user);
        }
    }
}

/// What a line says of its socket.
struct Socket {
    user: u32,
    inode: u64,
}

impl Socket {
    /// Out of what follows its state.
    fn of(rest: &[u8]) -> Option<Socket> {
        let mut fields = std::str::from_utf8(rest).ok()?.split_ascii_whitespace();
        // Queues, timer and tries are not looked at.
        let user = fields.nth(3)?.parse().ok()?;
        let inode = fields.nth(1)?.parse().ok()?;
        Some(Socket { user, inode })
    }
}

#[cfg(test)]
mod tests;
