//! Owners on Linux: `/proc/net/tcp` and `tcp6` name the user of each socket. They are as long as there are connections
//! on the computer.

use std::io::ErrorKind::{NotFound, PermissionDenied, Unsupported};
use std::io::{self, BufRead, BufReader, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use super::{ConnectionEnds, Family, Owner, Seen};

/// What is read at once.
const CHUNK: usize = 8192;
/// No line is as long.
const LINE: u64 = 1024;
/// A table that is longer than a hundred thousand lines is not read to its end.
const LONGEST: u64 = 16 * 1024 * 1024;

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
const NOBODY: u32 = 65534;

/// The user of this process. Where it has the number that unmapped users have as well, a number of no user: a stranger's
/// socket must not count as its own.
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
fn judge<R: Read>(
    open: impl Fn(Family) -> io::Result<R>,
    ends: &ConnectionEnds,
    user: u32,
) -> Seen {
    match search(open, ends, user) {
        Ok(found) => found.seen(user),
        // A table that is absent or closed to this process stays so. Any other error may be temporary, and another process
        // may have caused it.
        Err(error) => match error.kind() {
            NotFound | PermissionDenied | Unsupported => Seen::Known(Owner::Unknown),
            _ => Seen::SoFar(Owner::NotAsked),
        },
    }
}

fn search<R: Read>(
    open: impl Fn(Family) -> io::Result<R>,
    ends: &ConnectionEnds,
    user: u32,
) -> io::Result<Found> {
    let mut found = Found::default();
    if ends.family() == Family::V4 {
        read(open(Family::V4)?, ends, user, &mut found)?;
        if found.is_enough() {
            return Ok(found);
        }
    }
    match open(Family::V6) {
        Ok(table) => read(table, ends, user, &mut found)?,
        // A system without IPv6 has no such table.
        Err(error) if error.kind() == NotFound => {}
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

    fn note(&mut self, row: &Row, ends: &ConnectionEnds, user: u32) {
        if row.local == ends.theirs && row.remote == ends.ours {
            self.connection = true;
            // Without a file nobody has accepted it yet, or nobody holds it any more.
            self.holder = (row.inode != 0).then_some(row.user);
            return;
        }
        let nearness = match row.local.ip() {
            _ if !row.listens => return,
            ip if ip == ends.theirs.ip() => Nearness::Exact,
            IpAddr::V4(ip) if ip.is_unspecified() && ends.theirs.is_ipv4() => Nearness::All,
            IpAddr::V6(ip) if ip.is_unspecified() => Nearness::AllOfBothFamilies,
            _ => return,
        };
        let listener = row.user;
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
            (Some(holder), _) => Seen::Known(owner(holder)),
            // It waits for the listener, whoever of its processes accepts it.
            (None, Some((_, listener))) => match owner(listener) {
                Owner::Own if self.connection => Seen::Known(Owner::Own),
                owner => Seen::SoFar(owner),
            },
            (None, None) => Seen::SoFar(Owner::Unknown),
        }
    }
}

fn read(table: impl Read, ends: &ConnectionEnds, user: u32, found: &mut Found) -> io::Result<()> {
    let ports = [ends.theirs, ends.ours].map(|end| format!(":{:04X}", end.port()));
    let mut table = BufReader::with_capacity(CHUNK, table.take(LONGEST));
    let mut line = Vec::new();
    while found.holder.is_none() {
        line.clear();
        let length = (&mut table).take(LINE).read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            // The end, or a line that is too long, or one of too many.
            return match (length as u64) < LINE && table.get_ref().limit() > 0 {
                true => Ok(()),
                false => Err(Unsupported.into()),
            };
        }
        if matters(&line, &ports)
            && let Some(row) = Row::of(&line)
        {
            found.note(&row, ends, user);
        }
    }
    Ok(())
}

/// Whether a socket listens at the first port or is between both: there may be thousands of others.
fn matters(line: &[u8], [theirs, ours]: &[String; 2]) -> bool {
    let fields = line.split(|byte| *byte == b' ');
    let mut fields = fields.filter(|field| !field.is_empty()).skip(1);
    let local = fields.next().unwrap_or_default();
    local.ends_with(theirs.as_bytes()) && {
        let remote = fields.next().unwrap_or_default();
        remote.ends_with(ours.as_bytes()) || fields.next() == Some(LISTENS)
    }
}

const LISTENS: &[u8] = b"0A";

/// What a line says of its socket.
struct Row {
    local: SocketAddr,
    remote: SocketAddr,
    listens: bool,
    user: u32,
    inode: u64,
}

impl Row {
    /// None for a line of another form.
    fn of(line: &[u8]) -> Option<Row> {
        let mut fields = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
        Some(Row {
            local: end(fields.nth(1)?)?,
            remote: end(fields.next()?)?,
            listens: fields.next()?.as_bytes() == LISTENS,
            // Queues, timer and tries are not looked at.
            user: fields.nth(3)?.parse().ok()?,
            inode: fields.nth(1)?.parse().ok()?,
        })
    }
}

/// An address in words of 32 bits, each in the order of this machine's bytes, and the port.
fn end(text: &str) -> Option<SocketAddr> {
    let (address, port) = text.split_once(':')?;
    let port = u16::from_str_radix(port, 16).ok()?;
    let word = |at| {
        let word = u32::from_str_radix(address.get(at..at + 8)?, 16).ok()?;
        Some(u32::from_be_bytes(word.to_ne_bytes()))
    };
    let ip = match address.len() {
        8 => IpAddr::from(Ipv4Addr::from(word(0)?)),
        _ => {
            let words = [word(0)?, word(8)?, word(16)?, word(24)?];
            let bits = words
                .into_iter()
                .fold(0, |bits, word| bits << 32 | u128::from(word));
            Ipv6Addr::from(bits).to_canonical()
        }
    };
    Some(SocketAddr::new(ip, port))
}

#[cfg(test)]
mod tests;
