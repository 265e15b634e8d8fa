//! The quick way on Linux: the kernel is asked for one socket, by both ends, instead of for the table of all.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use rustix::fd::OwnedFd;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink, recv, send, socket_with,
};

use super::ConnectionEnds;

/// Of both directions: `SOCK_DIAG_BY_FAMILY`.
const BY_FAMILY: u16 = 20;
const REQUEST: u16 = 1;
const TCP: u8 = 6;
/// A head, and what `inet_diag_req_v2` has.
const QUESTION: usize = 16 + 56;
/// A head, and what `inet_diag_msg` has.
const ANSWER: usize = 16 + 72;
/// `TCP_LISTEN`.
const LISTENS: u8 = 10;

/// Who holds the other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The user of the process that has accepted it.
    Accepted(u32),
    /// Nobody has accepted it yet. The user of the process that listens at exactly its address.
    Listening(u32),
}

/// None where the kernel does not answer, or where the answer is not plain.
pub fn holder(ends: &ConnectionEnds) -> Option<Holder> {
    let kind = SocketType::DGRAM;
    let flags = SocketFlags::CLOEXEC;
    let socket = socket_with(
        AddressFamily::NETLINK,
        kind,
        flags,
        Some(netlink::SOCK_DIAG),
    )
    .ok()?;
    let connection = asked(&socket, ends)?;
    if connection.state == LISTENS {
        return None;
    }
    if connection.inode != 0 {
        return Some(Holder::Accepted(connection.user));
    }
    let listener = asked(&socket, &listening(ends.theirs))?;
    let listens = listener.state == LISTENS && listener.inode != 0;
    listens.then_some(Holder::Listening(listener.user))
}

/// A listener has no other end.
fn listening(theirs: SocketAddr) -> ConnectionEnds {
    let none: IpAddr = match theirs.ip() {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    ConnectionEnds {
        theirs,
        ours: SocketAddr::new(none, 0),
    }
}

fn asked(socket: &OwnedFd, ends: &ConnectionEnds) -> Option<Socket> {
    let question = question(ends);
    send(socket, &question, SendFlags::NOSIGNAL).ok()?;
    let mut answer = [0; 512];
    // The kernel has answered already.
    let (_, length) = recv(socket, &mut answer, RecvFlags::DONTWAIT).ok()?;
    Socket::of(answer.get(..length)?, &question)
}

fn question(ends: &ConnectionEnds) -> [u8; QUESTION] {
    let mut text = Vec::with_capacity(QUESTION);
    text.extend((QUESTION as u32).to_ne_bytes());
    text.extend(BY_FAMILY.to_ne_bytes());
    text.extend(REQUEST.to_ne_bytes());
    text.extend([0; 8]);
    let family = match ends.theirs.ip() {
        IpAddr::V4(_) => AddressFamily::INET,
        IpAddr::V6(_) => AddressFamily::INET6,
    };
    text.extend([u8::try_from(family.as_raw()).unwrap_or(0), TCP, 0, 0]);
    // Every state.
    text.extend([0xff; 4]);
    // The other end is the one that is asked for.
    text.extend(ends.theirs.port().to_be_bytes());
    text.extend(ends.ours.port().to_be_bytes());
    for end in [ends.theirs, ends.ours] {
        let from = text.len();
        match end.ip() {
            IpAddr::V4(ip) => text.extend(ip.octets()),
            IpAddr::V6(ip) => text.extend(ip.octets()),
        }
        text.resize(from + 16, 0);
    }
    // On any interface, and with any cookie.
    text.extend([0; 4]);
    text.extend([0xff; 8]);
    let mut question = [0; QUESTION];
    for (place, byte) in question.iter_mut().zip(text) {
        *place = byte;
    }
    question
}

/// What an answer says of exactly the socket that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Socket {
    state: u8,
    user: u32,
    /// 0 without a file.
    inode: u32,
}

impl Socket {
    fn of(answer: &[u8], question: &[u8; QUESTION]) -> Option<Socket> {
        let number = |at: usize| {
            let bytes = answer.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_ne_bytes(bytes))
        };
        let kind = answer.get(4..6)? == BY_FAMILY.to_ne_bytes();
        let family = answer.get(16)? == question.get(16)?;
        // Ports and addresses.
        let same = answer.get(20..56)? == question.get(24..60)?;
        let whole = answer.len() >= ANSWER;
        let socket = Socket {
            state: *answer.get(17)?,
            user: number(80)?,
            inode: number(84)?,
        };
        (whole && kind && family && same).then_some(socket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn the_kernel_knows_who_listens_and_who_accepted() {
        let user = rustix::process::geteuid().as_raw();
        for address in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(listener) = TcpListener::bind(address) else {
                continue;
            };
            let ours = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let ends = ConnectionEnds::new(ours.peer_addr().unwrap(), ours.local_addr().unwrap());
            // A kernel without this question leaves it to the table.
            let plain = |expected| holder(&ends).is_none_or(|holder| holder == expected);
            assert!(plain(Holder::Listening(user)));
            let _theirs = listener.accept().unwrap();
            assert!(plain(Holder::Accepted(user)));
            let mut others = ends;
            others.ours.set_port(ends.ours.port() ^ 1);
            assert_eq!(holder(&others), None, "nobody has this connection");
        }
    }

    #[test]
    fn who_listens_at_every_address_is_left_to_the_table() {
        for address in ["0.0.0.0:0", "[::]:0"] {
            let Ok(listener) = TcpListener::bind(address) else {
                continue;
            };
            let port = listener.local_addr().unwrap().port();
            let ours = TcpStream::connect(("127.0.0.1", port)).unwrap();
            let ends = ConnectionEnds::new(ours.peer_addr().unwrap(), ours.local_addr().unwrap());
            assert_eq!(holder(&ends), None, "{address}");
        }
    }

    #[test]
    fn an_answer_about_another_socket_is_not_used() {
        let ends = ConnectionEnds::new(
            "127.0.0.1:48367".parse().unwrap(),
            "127.0.0.1:50000".parse().unwrap(),
        );
        let question = question(&ends);
        let mut answer = vec![0; ANSWER];
        answer[4..6].copy_from_slice(&BY_FAMILY.to_ne_bytes());
        answer[16] = question[16];
        answer[17] = 1;
        answer[20..56].copy_from_slice(&question[24..60]);
        answer[80..84].copy_from_slice(&1000_u32.to_ne_bytes());
        answer[84..88].copy_from_slice(&7_u32.to_ne_bytes());
        let socket = Socket {
            state: 1,
            user: 1000,
            inode: 7,
        };
        assert_eq!(Socket::of(&answer, &question), Some(socket));
        for at in [4, 16, 20, 22, 24, 40, 55] {
            let mut other = answer.clone();
            other[at] ^= 1;
            assert_eq!(Socket::of(&other, &question), None, "{at}");
        }
        for length in 0..ANSWER {
            assert_eq!(Socket::of(&answer[..length], &question), None, "{length}");
        }
    }
}
