//! Linux, from `/proc` and a few files.

use crate::check::report::{Measured, NOT_HERE, Words};
use hr_sandbox::Bilingual;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, PipeReader, PipeWriter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::{env, process};

pub(in crate::check) const DEVICES: &[(&str, Words, &str)] = &[
    ("null", ("Null device", "Périphérique nul"), "/dev/null"),
    (
        "zero",
        ("Endless device", "Périphérique sans fin"),
        "/dev/zero",
    ),
];

pub(in crate::check) fn native_machine() -> Result<String, Bilingual> {
    let machine = fs::read_to_string("/proc/sys/kernel/arch")?;
    Ok(machine.trim().to_owned())
}

pub(in crate::check) fn version() -> Measured {
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")?;
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let mut lines = release.lines();
    let name = lines.find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = name.map(|name| name.trim_matches('"'));
    Ok(json!({ "kernel": kernel.trim(), "name": name }))
}

pub(in crate::check) fn session() -> Measured {
    Err(NOT_HERE.into())
}

/// From the maps of this process.
pub(in crate::check) fn loaded_copies() -> Measured {
    let maps = fs::read_to_string("/proc/self/maps")?;
    let paths = maps
        .lines()
        .filter_map(|line| line.find('/').and_then(|at| line.get(at..)));
    let ours = paths.filter(|path| {
        path.rsplit('/')
            .next()
            .is_some_and(|name| name.starts_with("libhr.so"))
    });
    Ok(ours.collect::<BTreeSet<_>>().into_iter().collect())
}

pub(in crate::check) fn listeners(port: u16) -> Result<Vec<Value>, Bilingual> {
    let own = own_user()?;
    let mut found = Vec::new();
    for (table, v6) in [("/proc/self/net/tcp", false), ("/proc/self/net/tcp6", true)] {
        // A system without IPv6 has no second table.
        let Ok(text) = fs::read_to_string(table) else {
            continue;
        };
        for line in text.lines().skip(1) {
            let words: Vec<_> = line.split_whitespace().collect();
            let (Some(local), Some(state), Some(user)) = (words.get(1), words.get(3), words.get(7))
            else {
                continue;
            };
            let Some((address, own_port)) = local.split_once(':') else {
                continue;
            };
            if *state != "0A" || u16::from_str_radix(own_port, 16) != Ok(port) {
                continue;
            }
            let address = if v6 { v6_of(address) } else { v4_of(address) };
            found.push(json!({
                "address": address.map(|it| it.to_string()),
                "own_session": *user == own,
                "system": *user == "0",
                "own_process": words.get(9).is_some_and(|inode| ours(inode)),
            }));
        }
    }
    Ok(found)
}

/// Words of four bytes each, in the order of the machine.
fn words(address: &str) -> Option<Vec<u8>> {
    let digits = address.as_bytes().chunks(8);
    let words = digits.map(|word| {
        let word = u32::from_str_radix(std::str::from_utf8(word).ok()?, 16).ok()?;
        Some(word.to_ne_bytes())
    });
    Some(words.collect::<Option<Vec<_>>>()?.concat())
}

fn v4_of(address: &str) -> Option<IpAddr> {
    let bytes: [u8; 4] = words(address)?.try_into().ok()?;
    Some(Ipv4Addr::from(bytes).into())
}

fn v6_of(address: &str) -> Option<IpAddr> {
    let bytes: [u8; 16] = words(address)?.try_into().ok()?;
    Some(Ipv6Addr::from(bytes).into())
}

fn ours(inode: &str) -> bool {
    let wanted = PathBuf::from(format!("socket:[{inode}]"));
    let open = fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .flatten();
    open.map(|entry| entry.path())
        .any(|path| fs::read_link(path).is_ok_and(|to| to == wanted))
}

fn own_user() -> io::Result<String> {
    let status = fs::read_to_string("/proc/self/status")?;
    let mut lines = status.lines();
    let users = lines.find_map(|line| line.strip_prefix("Uid:"));
    let effective = users.and_then(|users| users.split_whitespace().nth(1));
    effective
        .map(str::to_owned)
        .ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Certificates in the file that most distributions have; the variables that name others are reported.
pub(in crate::check) fn roots() -> Measured {
    let given = ["SSL_CERT_FILE", "SSL_CERT_DIR"]
        .iter()
        .filter(|name| env::var_os(name).is_some());
    let given: Vec<_> = given.collect();
    let files = [
        "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/cert.pem",
    ];
    let file = files.iter().find(|file| Path::new(file).is_file());
    let file = file.ok_or_else(|| {
        Bilingual::from((
            "no bundle of roots where it is known to be",
            "aucun fichier de racines à sa place habituelle",
        ))
    })?;
    let text = fs::read(file)?;
    let count = text
        .windows(27)
        .filter(|it| it == b"-----BEGIN CERTIFICATE-----")
        .count();
    Ok(json!({ "count": count, "store": file, "variables": given }))
}

pub(in crate::check) fn winsock() -> Measured {
    Err(NOT_HERE.into())
}

pub(in crate::check) fn proxy_of_user() -> Measured {
    Err(NOT_HERE.into())
}

pub(in crate::check) fn proxy_of_computer() -> Measured {
    Err(NOT_HERE.into())
}

pub(in crate::check) fn open_alone(_: &Path) -> Result<File, Bilingual> {
    let en = "files are not locked against reading on this system";
    Err((en, "ce système ne verrouille pas les fichiers en lecture").into())
}

pub(in crate::check) fn by_share(_: &Path) -> Option<PathBuf> {
    None
}

pub(in crate::check) fn attributes(path: &Path) -> Option<Value> {
    let about = fs::metadata(path).ok()?;
    Some(json!({ "bytes": about.len() }))
}

/// A pipe of this process, into which nobody writes.
pub(in crate::check) struct Pipe {
    reader: PipeReader,
    _writer: PipeWriter,
}

impl Pipe {
    pub(in crate::check) fn new() -> Result<Pipe, Bilingual> {
        let (reader, writer) = io::pipe()?;
        Ok(Pipe {
            reader,
            _writer: writer,
        })
    }

    pub(in crate::check) fn path(&self) -> PathBuf {
        format!("/proc/{}/fd/{}", process::id(), self.reader.as_raw_fd()).into()
    }

    pub(in crate::check) fn remote_path(&self) -> Option<PathBuf> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn a_listener_of_this_process_is_found_by_its_port() {
        for any in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(listener) = TcpListener::bind(any) else {
                continue;
            };
            let address = listener.local_addr().unwrap();
            let found = listeners(address.port()).unwrap();
            let wanted = json!({
                "address": address.ip().to_string(),
                "own_session": true,
                "system": own_user().unwrap() == "0",
                "own_process": true,
            });
            assert_eq!(found, [wanted]);
            drop(listener);
            // Another program may take a port as soon as it is free.
            let is_freed = |_| {
                let port = TcpListener::bind(any).unwrap().local_addr().unwrap().port();
                listeners(port) == Ok(Vec::new())
            };
            assert!((0..20).any(is_freed));
        }
    }
}
