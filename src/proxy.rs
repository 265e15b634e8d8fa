//! Which proxy, if any, a call to the license server or the resource service goes through.
//! The card client is never asked about here: it is always reached directly.

mod environment;
mod settings;

use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;

use crate::address::BaseUrl;
use crate::reason::Reason;
use crate::system::proxy::functions;

/// Longest address of a proxy in bytes, credentials included.
const MAX_PROXY: usize = 4096;

/// The configuration key `proxy`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProxySetting {
    None,
    /// `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` of the process's environment, in both cases.
    Env,
    /// The settings of the system; where it has none, as `Env`.
    System,
    #[serde(untagged)]
    Url(ProxyUrl),
}

/// An http proxy reached by CONNECT, with Basic credentials when its address carries them; serialized without them.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub struct ProxyUrl {
    /// The address as given, credentials included.
    #[serde(skip)]
    full: SecretString,
    shown: String,
}

impl PartialEq for ProxyUrl {
    fn eq(&self, other: &ProxyUrl) -> bool {
        self.expose() == other.expose()
    }
}

impl fmt::Debug for ProxyUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.shown)
    }
}

impl ProxyUrl {
    fn parse(text: &str) -> Option<ProxyUrl> {
        if text.len() > MAX_PROXY {
            return None;
        }
        let (scheme, rest) = text.split_once("://")?;
        if !scheme.eq_ignore_ascii_case("http") {
            return None;
        }
        let rest = rest.trim_end_matches('/');
        let (credentials, address) = match rest.rsplit_once('@') {
            Some((credentials, address)) => (Some(credentials), address),
            None => (None, rest),
        };
        let shown = BaseUrl::parse(&format!("http://{address}"))?;
        let credentials_fit = credentials.is_none_or(|c| {
            c.bytes().all(|b| b.is_ascii_graphic()) && !c.contains(['/', '?', '#', '@', '\\'])
        });
        (credentials_fit && !address.contains('/')).then(|| ProxyUrl {
            full: SecretString::from(["http://", rest].concat()),
            shown: shown.as_str().to_owned(),
        })
    }

    /// Of an address that may lack its scheme.
    fn of_server(text: &str) -> Option<ProxyUrl> {
        match text.contains("://") {
            true => ProxyUrl::parse(text),
            false => ProxyUrl::parse(&["http://", text].concat()),
        }
    }

    pub fn expose(&self) -> &str {
        self.full.expose_secret()
    }
}

impl ProxySetting {
    pub fn parse(text: &str) -> Option<ProxySetting> {
        match text {
            "none" => Some(ProxySetting::None),
            "env" => Some(ProxySetting::Env),
            "system" => Some(ProxySetting::System),
            url => ProxyUrl::parse(url).map(ProxySetting::Url),
        }
    }

    /// Whether the system is asked about `target`, which may take many seconds.
    pub fn asks_the_system(&self, target: &BaseUrl) -> bool {
        matches!(self, ProxySetting::System) && functions().is_some() && !target.is_loopback()
    }

    /// The proxy for `target`; loopback is always reached directly.
    pub fn find(&self, target: &BaseUrl) -> ProxyChoice {
        if target.is_loopback() {
            return Ok(None);
        }
        match (self, functions()) {
            (ProxySetting::None, _) => Ok(None),
            (ProxySetting::Url(url), _) => Ok(Some(url.clone())),
            (ProxySetting::System, Some(table)) => settings::proxy_for(table, target),
            (ProxySetting::Env | ProxySetting::System, _) => {
                environment::proxy_for(target, |name| std::env::var_os(name))
            }
        }
    }
}

/// None: no proxy.
pub type ProxyChoice = Result<Option<ProxyUrl>, Reason>;

/// The entries of a list in the settings of the system, separated by semicolons, commas or blanks.
fn entries(list: &str) -> impl Iterator<Item = &str> + Clone {
    list.split(|c: char| matches!(c, ';' | ',') || c.is_whitespace())
        .filter(|entry| !entry.is_empty())
}
