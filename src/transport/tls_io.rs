//! One TLS connection over a socket.

use std::io::{self, Read};
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{AlertDescription, ClientConfig, ClientConnection, ProtocolVersion};

use super::socket::{DeadlineSocket, Wait};

/// Bytes that may come one after the other without any data: certificates, session tickets, key updates. The longest
/// handshake that rustls reads has less.
const MAX_FRUITLESS: usize = 256 * 1024;

/// Follows the records of TLS: 5 bytes of header, the last two of which are the length of what is behind them.
#[derive(Default)]
struct Records {
    header: [u8; 5],
    known: usize,
    left: usize,
}

impl Records {
    fn take(&mut self, mut bytes: &[u8]) {
        while let Some((first, rest)) = bytes.split_first() {
            if let Some(place) = self.header.get_mut(self.known) {
                *place = *first;
                self.known += 1;
                bytes = rest;
                let [.., high, low] = self.header;
                self.left = usize::from(u16::from_be_bytes([high, low]));
            } else {
                let within = self.left.min(bytes.len());
                self.left -= within;
                bytes = bytes.get(within..).unwrap_or_default();
            }
            if self.known == self.header.len() && self.left == 0 {
                self.known = 0;
            }
        }
    }
}

pub struct Tls {
    pub connection: Box<ClientConnection>,
    records: Records,
    fruitless: usize,
    /// Data has come.
    answered: bool,
}

impl Tls {
    pub fn new(config: Arc<ClientConfig>, name: ServerName<'static>) -> Result<Tls, rustls::Error> {
        Ok(Tls {
            connection: Box::new(ClientConnection::new(config, name)?),
            records: Records::default(),
            fruitless: 0,
            answered: false,
        })
    }

    pub fn make_handshake(&mut self, socket: &mut DeadlineSocket) -> io::Result<()> {
        let socket = socket.waiting(Wait::Call);
        while self.connection.is_handshaking() || self.connection.wants_write() {
            while self.connection.wants_write() {
                self.connection.write_tls(socket)?;
            }
            if self.connection.is_handshaking() {
                let taken = self.take_in(socket);
                if taken.is_err() {
                    // The alert that says why.
                    let _ = self.connection.write_tls(socket);
                }
                if taken? == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
        }
        Ok(())
    }

    fn take_in(&mut self, socket: &mut DeadlineSocket) -> io::Result<usize> {
        struct Followed<'s>(&'s mut DeadlineSocket, &'s mut Records);
        impl Read for Followed<'_> {
            fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
                let amount = self.0.read(room)?;
                self.1.take(room.get(..amount).unwrap_or_default());
                Ok(amount)
            }
        }
        let mut followed = Followed(socket, &mut self.records);
        let amount = self.connection.read_tls(&mut followed)?;
        self.fruitless = self.fruitless.saturating_add(amount);
        match self.connection.process_new_packets() {
            Ok(state) if state.plaintext_bytes_to_read() > 0 => self.fruitless = 0,
            Ok(_) if self.fruitless > MAX_FRUITLESS => {
                return Err(io::ErrorKind::InvalidData.into());
            }
            Ok(_) => {}
            Err(error) => return Err(io::Error::other(error)),
        }
        Ok(amount)
    }

    /// Decrypts what has come, and what comes as long as the socket waits for it. `replies`: nothing of a request is left to
    /// be sent, which would leave without anybody counting it.
    pub fn read(
        &mut self,
        socket: &mut DeadlineSocket,
        room: &mut [u8],
        replies: bool,
    ) -> io::Result<usize> {
        loop {
            match self.connection.reader().read(room) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => {
                    self.answered |= matches!(result, Ok(1..));
                    return result;
                }
            }
            // A key update of the peer requires a reply. That it cannot be sent any more does not prevent reading what the
            // peer sent before it stopped reading.
            while replies
                && socket.may_wait()
                && self.connection.wants_write()
                && self.connection.write_tls(socket).is_ok()
            {}
            self.take_in(socket)?;
        }
    }

    /// Whether nothing has come behind the data that was read, not even a part of a record.
    pub fn is_read_up(&mut self) -> bool {
        let decrypted = self.connection.reader().read(&mut [0]);
        let nothing = |error: &io::Error| error.kind() == io::ErrorKind::WouldBlock;
        self.records.known == 0 && decrypted.as_ref().is_err_and(nothing)
    }

    /// Whether a peer that asked for a certificate of the client refused the handshake when its client took it for done, as
    /// TLS 1.3 alone allows: it has read nothing then.
    pub fn refuses_handshake(&self, error: &io::Error) -> bool {
        let inner = error.get_ref();
        let inner = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>());
        let newest = Some(ProtocolVersion::TLSv1_3);
        !self.answered
            && self.connection.protocol_version() == newest
            && matches!(
                inner,
                Some(rustls::Error::AlertReceived(
                    AlertDescription::HandshakeFailure
                        | AlertDescription::BadCertificate
                        | AlertDescription::CertificateUnknown
                        | AlertDescription::AccessDenied
                        | AlertDescription::CertificateRequired
                ))
            )
    }
}
