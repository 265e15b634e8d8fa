//! Owners on Linux: the kernel names the user of the socket at the other end of a connection, see sock_diag(7).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use rustix::io::{Errno, retry_on_intr};
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink, recv, send, socket_with,
};

use super::{ConnectionEnds, Owner, Seen};

pub fn look(ends: &ConnectionEnds) -> Seen {
    let asked = |other| ask(ends.theirs, other);
    seen(judge(asked, ends.ours, own_user()))
}

fn seen(judged: Result<Seen, Errno>) -> Seen {
    match judged {
        Ok(seen) => seen,
        // A kernel that does not answer this process will not do so later. Any other error may be temporary, and another
        // process may have caused it.
        Err(
            Errno::ACCESS
            | Errno::AFNOSUPPORT
            | Errno::NOSYS
            | Errno::OPNOTSUPP
            | Errno::PERM
            | Errno::PROTONOSUPPORT,
        ) => Seen::Known(Owner::Unknown),
        Err(_) => Seen::SoFar(Owner::NotAsked),
    }
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

/// A socket with the other end's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Socket {
    listens: bool,
    /// A process holds it: it listens, or was accepted.
    held: bool,
    user: u32,
}

/// `ask` gives the socket that a packet from an address reaches; `user` is who this process is.
fn judge(
    ask: impl Fn(SocketAddr) -> Result<Option<Socket>, Errno>,
    ours: SocketAddr,
    user: u32,
) -> Result<Seen, Errno> {
    let owner = |socket: Socket| match socket.user {
        same if same == user => Owner::Own,
        0 => Owner::Service,
        _ => Owner::OtherSession,
    };
    Ok(match ask(ours)? {
        None => Seen::SoFar(Owner::Unknown),
        // The connection is not there.
        Some(listener) if listener.listens => Seen::SoFar(owner(listener)),
        Some(accepted) if accepted.held => Seen::Known(owner(accepted)),
        // Nobody has accepted it yet: one of the listener's processes will.
        Some(_) => match ask(nobody(ours))?.map(owner) {
            None => Seen::SoFar(Owner::Unknown),
            // Another one may have listened when the connection came, and have accepted it since. A connection that waits ends
            // with its listener: one that still waits is this one's.
            Some(Owner::Own) => match ask(ours)? {
                Some(still) if !still.listens && !still.held => Seen::Known(Owner::Own),
                _ => Seen::SoFar(Owner::Unknown),
            },
            Some(stranger) => Seen::SoFar(stranger),
        },
    })
}

/// An address that no connection has.
fn nobody(like: SocketAddr) -> SocketAddr {
    match like {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
    }
}

/// See linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h. The length of a question, with its header.
const QUESTION: u32 = 72;
const BY_FAMILY: u16 = 20;
const REQUEST: u16 = 1;
const ERROR: u16 = 2;
const TCP: u8 = 6;
const LISTENS: u8 = 10;
/// The loopback interface of every network: a socket may be bound to it alone.
const LOOPBACK: u32 = 1;

/// The socket that a packet from one address to another reaches within this computer.
fn ask(to: SocketAddr, from: SocketAddr) -> Result<Option<Socket>, Errno> {
    let flags = SocketFlags::CLOEXEC;
    let protocol = Some(netlink::SOCK_DIAG);
    let kernel = socket_with(AddressFamily::NETLINK, SocketType::DGRAM, flags, protocol)?;
    retry_on_intr(|| send(&kernel, &question(to, from), SendFlags::empty()))?;
    let mut room = [0; 4096];
    // The answer is there before the question has been sent.
    let (length, _) = retry_on_intr(|| recv(&kernel, &mut room, RecvFlags::DONTWAIT))?;
    read(room.get(..length).unwrap_or_default())
}

fn question(to: SocketAddr, from: SocketAddr) -> Vec<u8> {
    let (family, addresses) = match (to.ip(), from.ip()) {
        (IpAddr::V4(to), IpAddr::V4(from)) => {
            let padded = |ip: Ipv4Addr| u128::from(ip.to_bits()) << 96;
            (AddressFamily::INET, [padded(to), padded(from)])
        }
        (to, from) => {
            let mapped = |ip| match ip {
                IpAddr::V4(ip) => ip.to_ipv6_mapped().to_bits(),
                IpAddr::V6(ip) => ip.to_bits(),
            };
            (AddressFamily::INET6, [mapped(to), mapped(from)])
        }
    };
    let [to_ip, from_ip] = addresses.map(u128::to_be_bytes);
    [
        &QUESTION.to_ne_bytes()[..],
        &BY_FAMILY.to_ne_bytes(),
        &REQUEST.to_ne_bytes(),
        &[0; 8],
        &[family.as_raw() as u8, TCP, 0, 0],
        // In any state.
        &u32::MAX.to_ne_bytes(),
        &to.port().to_be_bytes(),
        &from.port().to_be_bytes(),
        &to_ip,
        &from_ip,
        &LOOPBACK.to_ne_bytes(),
        // Whichever it is.
        &[u8::MAX; 8],
    ]
    .concat()
}

fn read(answer: &[u8]) -> Result<Option<Socket>, Errno> {
    let number = |at: usize| {
        let bytes = answer.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map(|bytes| u32::from_ne_bytes(*bytes))
    };
    let kind = answer.get(4..).and_then(|rest| rest.first_chunk());
    match (kind.map(|kind| u16::from_ne_bytes(*kind)), answer.get(17)) {
        (Some(ERROR), _) => match number(16).map(|error| Errno::from_raw_os_error(-(error as i32)))
        {
            Some(Errno::NOENT) => Ok(None),
            error => Err(error.unwrap_or(Errno::BADMSG)),
        },
        (Some(BY_FAMILY), Some(state)) => {
            let (user, inode) = (number(80), number(84));
            let socket = user.zip(inode).map(|(user, inode)| Socket {
                listens: *state == LISTENS,
                held: inode != 0,
                user,
            });
            socket.map(Some).ok_or(Errno::BADMSG)
        }
        _ => Err(Errno::BADMSG),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::net::{TcpListener, TcpStream};
    use std::os::fd::AsRawFd;

    use super::*;

    const USER: u32 = 1000;

    fn socket(listens: bool, held: bool, user: u32) -> Option<Socket> {
        Some(Socket {
            listens,
            held,
            user,
        })
    }

    /// Who accepted the connection owns it; until somebody has, whoever listens.
    #[test]
    fn an_owner_accepted_the_connection_or_listens() {
        let ours = SocketAddr::from(([127, 0, 0, 1], 5));
        let judged = |[connection, listener]: [Option<Socket>; 2], user| {
            let asked = |from| Ok(if from == ours { connection } else { listener });
            seen(judge(asked, ours, user))
        };
        let listens = |user| socket(true, true, user);
        let (held, waits) = (|user| socket(false, true, user), socket(false, false, 0));
        let [own, service, stranger] = [Owner::Own, Owner::Service, Owner::OtherSession];
        for (sockets, expected) in [
            ([None, listens(USER)], Seen::SoFar(Owner::Unknown)),
            ([held(USER), listens(5)], Seen::Known(own)),
            ([held(0), listens(USER)], Seen::Known(service)),
            ([held(5), listens(USER)], Seen::Known(stranger)),
            ([waits, listens(USER)], Seen::Known(own)),
            ([waits, listens(0)], Seen::SoFar(service)),
            ([waits, listens(5)], Seen::SoFar(stranger)),
            ([waits, None], Seen::SoFar(Owner::Unknown)),
            ([listens(USER), None], Seen::SoFar(own)),
            ([listens(5), None], Seen::SoFar(stranger)),
        ] {
            assert_eq!(judged(sockets, USER), expected, "{sockets:?}");
        }
        // A stranger has accepted it between the questions, and the port was taken by somebody of this user.
        let asked = Cell::new(0);
        let changing = |from| {
            let turn = asked.replace(asked.get() + 1);
            Ok(match from == ours {
                true if turn == 0 => waits,
                true => held(5),
                false => listens(USER),
            })
        };
        let changed = seen(judge(changing, ours, USER));
        assert_eq!(changed, Seen::SoFar(Owner::Unknown));
        // For root, root is no service but itself.
        assert_eq!(judged([held(0), None], 0), Seen::Known(own));
        let refused = seen(Err(Errno::PROTONOSUPPORT));
        assert_eq!(refused, Seen::Known(Owner::Unknown));
        assert_eq!(seen(Err(Errno::MFILE)), Seen::SoFar(Owner::NotAsked));
        assert_eq!(read(&[0; 20]), Err(Errno::BADMSG));
    }

    /// Whoever wants to hide a listener may have it take what comes by loopback alone.
    fn bind_to_loopback(listener: &TcpListener) {
        let (name, size) = (c"lo".as_ptr().cast(), 3);
        let (level, option) = (libc::SOL_SOCKET, libc::SO_BINDTODEVICE);
        // SAFETY: an open socket, and a text of as many bytes as are said.
        let bound = unsafe { libc::setsockopt(listener.as_raw_fd(), level, option, name, size) };
        assert_eq!(bound, 0);
    }

    /// A listener of IPv6 may serve IPv4.
    #[test]
    fn the_kernel_is_asked_about_this_connection() {
        let user = rustix::process::geteuid().as_raw();
        for (at, to) in [
            ("127.0.0.1:0", "127.0.0.1"),
            ("0.0.0.0:0", "127.0.0.1"),
            ("[::1]:0", "::1"),
            ("[::]:0", "127.0.0.1"),
        ] {
            let Ok(listener) = TcpListener::bind(at) else {
                eprintln!("NOT RUN: a listener at {at}");
                continue;
            };
            if at == "127.0.0.1:0" {
                bind_to_loopback(&listener);
            }
            let port = listener.local_addr().unwrap().port();
            let theirs = SocketAddr::new(to.parse().unwrap(), port);
            let ours = TcpStream::connect(theirs).unwrap();
            let ends = ConnectionEnds::new(theirs, ours.local_addr().unwrap());
            let waiting = ask(ends.theirs, ends.ours).unwrap().unwrap();
            assert!(!waiting.listens && !waiting.held, "{at}");
            assert_eq!(look(&ends), Seen::Known(Owner::Own), "{at}");
            let listening = ask(ends.theirs, nobody(ends.ours));
            assert_eq!(listening, Ok(socket(true, true, user)), "{at}");
            let _accepted = listener.accept().unwrap();
            drop(listener);
            let accepted = ask(ends.theirs, ends.ours);
            assert_eq!(accepted, Ok(socket(false, true, user)), "{at}");
            assert_eq!(look(&ends), Seen::Known(Owner::Own), "{at}");
            assert_eq!(ask(ends.theirs, nobody(ends.ours)), Ok(None), "{at}");
        }
    }
}
