//! The quick way on Linux: the kernel is asked for one socket, by both ends, instead of for the table of all.

use std::net::IpAddr;

use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink, recv, send, socket_with,
};

use super::Ends;

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

/// The user of the process that has accepted the connection; None where that cannot be told in this way.
pub fn holder(ends: &Ends) -> Option<u32> {
    let kind = SocketType::DGRAM;
    let flags = SocketFlags::CLOEXEC;
    let socket = socket_with(
        AddressFamily::NETLINK,
        kind,
        flags,
        Some(netlink::SOCK_DIAG),
    )
    .ok()?;
    let question = question(ends);
    send(&socket, &question, SendFlags::NOSIGNAL).ok()?;
    let mut answer = [0; 512];
    // The kernel has answered already.
    let (_, length) = recv(&socket, &mut answer, RecvFlags::DONTWAIT).ok()?;
    accepted_by(answer.get(..length)?, &question)
}

fn question(ends: &Ends) -> [u8; QUESTION] {
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

/// What an answer tells of exactly this connection.
fn accepted_by(answer: &[u8], question: &[u8; QUESTION]) -> Option<u32> {
    let number = |at: usize| {
        let bytes = answer.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_ne_bytes(bytes))
    };
    let kind = answer.get(4..6)? == BY_FAMILY.to_ne_bytes();
    let family = answer.get(16)? == question.get(16)?;
    // Ports and addresses.
    let same = answer.get(20..56)? == question.get(24..60)?;
    let whole = answer.len() >= ANSWER;
    let (state, user, inode) = (*answer.get(17)?, number(80)?, number(84)?);
    (whole && kind && family && same && state != LISTENS && inode != 0).then_some(user)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn the_kernel_knows_who_accepted_a_connection() {
        for address in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(listener) = TcpListener::bind(address) else {
                continue;
            };
            let ours = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let ends = Ends::new(ours.peer_addr().unwrap(), ours.local_addr().unwrap());
            assert_eq!(holder(&ends), None, "nobody accepted it");
            let _theirs = listener.accept().unwrap();
            let user = rustix::process::geteuid().as_raw();
            // A kernel without this question leaves it to the table.
            assert!(holder(&ends).is_none_or(|holder| holder == user));
            let mut others = ends;
            others.ours.set_port(ends.ours.port() ^ 1);
            assert_eq!(holder(&others), None);
        }
    }

    #[test]
    fn an_answer_about_anything_else_tells_nothing() {
        let ends = Ends::new(
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
        assert_eq!(accepted_by(&answer, &question), Some(1000));
        for at in [4, 16, 20, 22, 24, 40, 55] {
            let mut other = answer.clone();
            other[at] ^= 1;
            assert_eq!(accepted_by(&other, &question), None, "{at}");
        }
        for length in 0..ANSWER {
            assert_eq!(accepted_by(&answer[..length], &question), None, "{length}");
        }
        for (at, value) in [(17, LISTENS), (84, 0)] {
            let mut other = answer.clone();
            other[at] = value;
            assert_eq!(accepted_by(&other, &question), None, "{at}");
        }
    }
}
