//! For fuzzing alone, never in a build that is shipped: what the targets need and the C functions do not
//! offer. A peer in place of the network, a folder in place of the files, and single parts by themselves.

use std::io::{Cursor, Read};
use std::net::IpAddr;

use crate::address::{self, BaseUrl, Host};
use crate::multipart::{FormFields, Multipart, Source};

pub use crate::multipart::valid_filename;
pub use crate::regular_file::fuzzing::set_folder;
pub use crate::transport::fuzzing::{Move, Peer, set_peer};

/// Forgets what the process remembers from one handle to the next: spent PINs, documents in doubt.
pub fn forget() {
    crate::guard::forget();
}

/// An address that was accepted.
pub struct Accepted {
    base: BaseUrl,
}

impl Accepted {
    pub fn parse(text: &str) -> Option<Accepted> {
        BaseUrl::parse(text).map(|base| Accepted { base })
    }

    pub fn text(&self) -> &str {
        self.base.as_str()
    }

    pub fn secure(&self) -> bool {
        self.base.secure
    }

    pub fn loopback(&self) -> bool {
        self.base.is_loopback()
    }

    /// The host, as a name or as an address.
    pub fn host(&self) -> Result<IpAddr, &str> {
        match &self.base.host {
            Host::Ip(ip) => Ok(*ip),
            Host::Name(name) => Err(name),
        }
    }

    pub fn join(&self, tail: &str) -> String {
        self.base.join(tail).to_string()
    }
}

pub fn segment(value: &str) -> Option<String> {
    address::segment(value).map(|segment| segment.to_string())
}

pub fn query(pairs: &[(&str, Option<&str>)]) -> String {
    address::query(pairs).to_string()
}

pub fn valid_request_path(path: &str) -> bool {
    address::valid_request_path(path)
}

/// The body of an upload, as it would be sent.
pub struct Form {
    pub content_type: String,
    pub announced: u64,
    pub body: Vec<u8>,
    /// Where the document begins.
    pub offset: u64,
    pub sha256: Option<String>,
}

/// Writes an upload's body in steps of `step` bytes.
pub fn form(document: &[u8], fields: [&str; 3], step: usize) -> Option<Form> {
    let [filename, activity_type, type_code] = fields;
    let fields = FormFields {
        filename,
        activity_type,
        type_code,
    };
    let mut release = |_: &mut Source<'_>, _: &_| Ok(());
    let mut form = Multipart::new(Source::Bytes(Cursor::new(document)), fields, &mut release)?;
    let mut body = Vec::new();
    let mut chunk = vec![0; step.max(1)];
    loop {
        let read = form.read(&mut chunk).ok()?;
        if read == 0 {
            break;
        }
        body.extend_from_slice(chunk.get(..read)?);
    }
    Some(Form {
        content_type: form.content_type(),
        announced: form.length(),
        body,
        offset: form.offset(),
        sha256: form.digest().map(|digest| digest.sha256),
    })
}
