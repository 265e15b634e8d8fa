//! Who issued a certificate that this computer does not trust: often a proxy or an antivirus, whose name tells which.

use std::sync::Arc;

use rustls::{CertificateError, Error, OtherError};
use rustls_pki_types::CertificateDer;

use crate::reason::Reason;
use crate::wire;

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const OBJECT_IDENTIFIER: u8 = 0x06;
const UTF8_STRING: u8 = 0x0c;
const PRINTABLE_STRING: u8 = 0x13;
const IA5_STRING: u8 = 0x16;
/// Of a certificate, where it says so; before 1995 none did.
const VERSION: u8 = 0xa0;

/// 2.5.4.3 and 2.5.4.10, RFC 5280.
const COMMON_NAME: [u8; 3] = [0x55, 0x04, 0x03];
const ORGANIZATION: [u8; 3] = [0x55, 0x04, 0x0a];

/// RFC 5280 allows no longer ones.
const MAX_LETTERS: usize = 64;

/// The error of a check, with the name of the issuer that is not trusted.
pub fn named(error: Error, chain: &[CertificateDer<'_>], own: &CertificateDer<'_>) -> Error {
    use CertificateError::{BadSignature, UnknownIssuer};
    // An issuer of the same name with another key has signed badly.
    if !matches!(
        error,
        Error::InvalidCertificate(UnknownIssuer | BadSignature)
    ) {
        return error;
    }
    let reason = Reason::TlsUnknownIssuer(issuer(chain.last().unwrap_or(own)));
    let error = OtherError(Arc::new(reason));
    Error::InvalidCertificate(CertificateError::Other(error))
}

fn issuer(certificate: &[u8]) -> Option<Box<str>> {
    let (signed, _) = contents(certificate, SEQUENCE)?;
    let (mut rest, _) = contents(signed, SEQUENCE)?;
    if rest.first() == Some(&VERSION) {
        rest = element(rest)?.2;
    }
    let (_, _, rest) = element(rest)?; // serial number
    let (_, _, rest) = element(rest)?; // algorithm
    let (name, _) = contents(rest, SEQUENCE)?;
    part(name, COMMON_NAME).or_else(|| part(name, ORGANIZATION))
}

/// A part of a name, as far as it can be shown.
fn part(mut name: &[u8], wanted: [u8; 3]) -> Option<Box<str>> {
    loop {
        let (parts, rest) = contents(name, SET)?;
        let (kind, text) = {
            let (part, _) = contents(parts, SEQUENCE)?;
            contents(part, OBJECT_IDENTIFIER)?
        };
        if kind == wanted {
            let (tag, text, _) = element(text)?;
            let readable = matches!(tag, UTF8_STRING | PRINTABLE_STRING | IA5_STRING);
            let text = std::str::from_utf8(text).ok().filter(|_| readable)?;
            let shown = text.chars().filter(|letter| wire::is_shown(*letter));
            let shown: String = shown.take(MAX_LETTERS).collect();
            return (!shown.is_empty()).then(|| shown.into());
        }
        name = rest;
    }
}

/// The contents of an element that has this tag, and what follows it.
fn contents(der: &[u8], wanted: u8) -> Option<(&[u8], &[u8])> {
    let (tag, inner, rest) = element(der)?;
    (tag == wanted).then_some((inner, rest))
}

/// The tag and the contents of the first element, and what follows it.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = der.split_first()?;
    let (&length, rest) = rest.split_first()?;
    let (length, rest) = match length {
        0..=0x7f => (usize::from(length), rest),
        0x81..=0x83 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(length & 0x7f))?;
            let bytes = bytes.iter();
            let length = bytes.fold(0, |sum, byte| sum << 8 | usize::from(*byte));
            (length, rest)
        }
        _ => return None,
    };
    let (inner, rest) = rest.split_at_checked(length)?;
    Some((tag, inner, rest))
}

#[cfg(test)]
mod tests {
    use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};

    use super::*;

    fn issued_by(name: &[(DnType, &str)]) -> Vec<u8> {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name = rcgen::DistinguishedName::new();
        for (kind, text) in name {
            params.distinguished_name.push(kind.clone(), *text);
        }
        let issuer = Issuer::new(params, KeyPair::generate().unwrap());
        let own = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let own = own.signed_by(&KeyPair::generate().unwrap(), &issuer);
        own.unwrap().der().to_vec()
    }

    #[test]
    fn the_issuer_is_named() {
        let named = [
            (DnType::OrganizationName, "Cabinet"),
            (DnType::CommonName, "Anti\u{202e}virus d'essai"),
        ];
        let certificate = issued_by(&named);
        assert_eq!(issuer(&certificate).as_deref(), Some("Antivirus d'essai"));
        assert_eq!(issuer(&issued_by(&[])), None);
        // Whatever is cut off, or lies about its length, is no name of anybody.
        for end in 0..certificate.len() {
            issuer(&certificate[..end]);
            let mut other = certificate.clone();
            other[end] ^= 0x81;
            issuer(&other);
        }
    }
}
