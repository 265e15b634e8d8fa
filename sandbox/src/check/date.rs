//! The `Date` of a server. Its certificate is not checked: a wrong clock would have it refused, and nothing
//! is sent but a request for the head of `/`.

use hr_sandbox::Bilingual;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme, StreamOwned,
};
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;
use time::format_description::well_known::Rfc2822;
use time::{OffsetDateTime, UtcOffset};

const PATIENCE: Duration = Duration::from_secs(10);
/// Of the head of an answer.
const AT_MOST: usize = 64 * 1024;

pub(super) fn of(url: &str) -> Result<OffsetDateTime, Bilingual> {
    let (host, port) = authority(url).ok_or_else(|| {
        let en = "no https address";
        Bilingual::from((en, "pas une adresse https"))
    })?;
    let head = head(&host, port)?;
    in_head(&head).ok_or_else(|| Bilingual::from(("no Date in the answer", "réponse sans Date")))
}

fn authority(url: &str) -> Option<(String, u16)> {
    let rest = url.strip_prefix("https://")?;
    let authority = rest.split('/').next()?;
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => Some((host.into(), port.parse().ok()?)),
        _ => Some((authority.into(), 443)),
    }
}

fn head(host: &str, port: u16) -> io::Result<String> {
    let bare = host
        .trim_start_matches('[')
        .trim_end_matches(']')
        .to_owned();
    let address = (bare.as_str(), port).to_socket_addrs()?.next();
    let address = address.ok_or(io::ErrorKind::NotFound)?;
    let socket = TcpStream::connect_timeout(&address, PATIENCE)?;
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    let provider = Arc::new(default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anybody))
        .with_no_client_auth();
    let name = ServerName::try_from(bare).map_err(io::Error::other)?;
    let client = ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
    let mut stream = StreamOwned::new(client, socket);
    write!(
        stream,
        "HEAD / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
    )?;
    let (mut head, mut buffer) = (Vec::new(), [0; 4096]);
    while head.len() < AT_MOST && !head.windows(4).any(|it| it == b"\r\n\r\n") {
        match stream.read(&mut buffer)? {
            0 => break,
            read => head.extend_from_slice(buffer.get(..read).unwrap_or_default()),
        }
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

fn in_head(head: &str) -> Option<OffsetDateTime> {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    let mut dates = lines.filter(|(name, _)| name.eq_ignore_ascii_case("date"));
    // HTTP writes GMT, which the older form of dates in mails knows as an obsolete zone.
    let text = dates.next()?.1.trim();
    let date = OffsetDateTime::parse(text, &Rfc2822).ok()?;
    Some(date.to_offset(UtcOffset::UTC))
}

#[derive(Debug)]
struct Anybody;

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let provider = default_provider();
        provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn the_date_of_an_answer() {
        let head = "HTTP/1.1 200 OK\r\nDATE: Sun, 22 Nov 2026 10:00:01 GMT\r\nx: y\r\n\r\n";
        assert_eq!(in_head(head), Some(datetime!(2026-11-22 10:00:01 UTC)));
        assert_eq!(in_head("HTTP/1.1 200 OK\r\ndate: today\r\n\r\n"), None);
    }

    #[test]
    fn the_host_and_the_port_of_an_address() {
        let of = |url| authority(url).unwrap();
        assert_eq!(of("https://a.example/x"), ("a.example".into(), 443));
        assert_eq!(of("https://[::1]:8443"), ("[::1]".into(), 8443));
        assert_eq!(of("https://[::1]"), ("[::1]".into(), 443));
        assert_eq!(authority("http://a.example"), None);
    }
}
