//! Reading from a socket through TLS.

use std::io::{self, Read};

use rustls::ClientConnection;

use super::socket::{DeadlineSocket, Now};

/// Waits for bytes and decrypts them.
pub fn read(
    tls: &mut ClientConnection,
    socket: &mut DeadlineSocket,
    room: &mut [u8],
) -> io::Result<usize> {
    loop {
        match tls.reader().read(room) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            result => return result,
        }
        // A key update of the peer requires a reply. Bytes that cannot be sent any more, such as the rest of a
        // document, do not prevent reading what the peer sent before it stopped reading.
        while tls.wants_write() && tls.write_tls(socket).is_ok() {}
        tls.read_tls(socket)?;
        tls.process_new_packets().map_err(io::Error::other)?;
    }
}

/// What can be decrypted from the bytes that have already arrived: None when there is nothing.
pub fn read_now(
    tls: &mut ClientConnection,
    socket: &mut DeadlineSocket,
    room: &mut [u8],
) -> Option<io::Result<usize>> {
    loop {
        match tls.reader().read(room) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            result => return Some(result),
        }
        match tls.read_tls(&mut Now(socket)) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
            Err(error) => return Some(Err(error)),
            Ok(_) => {
                if let Err(error) = tls.process_new_packets() {
                    return Some(Err(io::Error::other(error)));
                }
            }
        }
    }
}
