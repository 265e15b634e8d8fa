//! The JSON given to `hr_open`: every key, its form and its default.

mod card_client_owners;
mod card_codes;
mod value;

use std::time::Duration;

use secrecy::SecretString;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::address::BaseUrl;
use crate::json;
use crate::messages::Language;
use crate::operation::Operation;
use crate::proxy::ProxySetting;
use crate::reason::{Expected, Reason};
use crate::request_object::{Member, Object, members};
use crate::wiping::WipingBuffer;
pub use card_client_owners::CardClientOwners;
pub use card_codes::{CardCodes, service_code};
pub use value::valid_credential;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LicenseAuth {
    Bearer,
    Raw,
}

/// The two readings of the interface for `ready` and `login`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CardForm {
    /// POST, the ticket in the JSON body.
    Body,
    /// GET, the payload as JSON body, the ticket in `Authorization: Bearer`.
    Bearer,
}

/// How long a call may take, connection set-up included.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Timeouts {
    #[serde(rename = "connect_ms", serialize_with = "milliseconds")]
    pub connect: Duration,
    #[serde(rename = "call_ms", serialize_with = "milliseconds")]
    pub call: Duration,
    #[serde(rename = "login_ms", serialize_with = "milliseconds")]
    pub login: Duration,
    #[serde(rename = "upload_ms", serialize_with = "milliseconds")]
    pub upload: Duration,
}

fn milliseconds<S: Serializer>(time: &Duration, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u128(time.as_millis())
}

/// Serialized as the host is shown it: of secrets only whether they are there.
#[derive(Serialize)]
pub struct Config {
    pub license_url: Option<BaseUrl>,
    #[serde(rename = "license_bearer_set", serialize_with = "is_set")]
    pub license_bearer: Option<SecretString>,
    pub license_bearer_file: Option<String>,
    pub license_auth: LicenseAuth,
    pub local_url: BaseUrl,
    pub card_client_owners: CardClientOwners,
    /// Of HTTP.
    pub ticket_method: &'static str,
    pub card_form: CardForm,
    pub card_codes: CardCodes,
    pub card_types: Vec<String>,
    pub identified_field: Option<String>,
    pub patients_pointer: Option<String>,
    pub situations_pointer: Option<String>,
    /// What step 4 sends where a request has nothing for it.
    pub profile: Option<Box<RawValue>>,
    pub timeouts: Timeouts,
    pub proxy: ProxySetting,
    pub ca_file: Option<String>,
    pub journal: Option<String>,
    pub journal_days: usize,
    pub max_reply_bytes: usize,
    pub allow_plain_http: bool,
    pub language: Language,
    pub user_agent: String,
}

fn is_set<S: Serializer>(secret: &Option<SecretString>, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_bool(secret.is_some())
}

impl Default for Config {
    fn default() -> Config {
        Config {
            license_url: None,
            license_bearer: None,
            license_bearer_file: None,
            license_auth: LicenseAuth::Bearer,
            local_url: BaseUrl::parse("http://127.0.0.1:48367").unwrap_or_else(|| unreachable!()),
            card_client_owners: CardClientOwners::default(),
            ticket_method: "POST",
            card_form: CardForm::Body,
            card_codes: CardCodes::default(),
            // The one kind that the interface names.
            card_types: vec!["CPS".to_owned()],
            identified_field: None,
            patients_pointer: None,
            situations_pointer: None,
            profile: None,
            timeouts: Timeouts {
                connect: Duration::from_secs(10),
                call: Duration::from_secs(30),
                login: Duration::from_secs(60),
                upload: Duration::from_secs(600),
            },
            proxy: ProxySetting::None,
            ca_file: None,
            journal: None,
            journal_days: 365,
            max_reply_bytes: 16 * 1024 * 1024,
            allow_plain_http: false,
            language: Language::English,
            user_agent: concat!("hr/", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }
}

impl Config {
    /// Reads the configuration. Unknown keys, keys given twice and values of another form are refused
    /// by name; the name, never the value, is in the error.
    pub fn parse(text: &str) -> Result<Config, Reason> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        json::check(text).map_err(|_| Reason::ConfigNotJson)?;
        let mut config = Config::default();
        let object = Object::Configuration("");
        let no_object = Reason::ConfigNotJson;
        members(object, text, no_object, &mut |value| config.set(&value))?;
        let license = config.license_url.as_ref();
        let insecure = || Reason::ConfigValue("license_url".into(), Expected::SecureAddress);
        match license.is_none_or(|url| config.may_use(url)) {
            true => Ok(config),
            false => Err(insecure()),
        }
    }

    fn set(&mut self, value: &Member) -> Result<(), Reason> {
        match value.key {
            "license_url" => self.license_url = Some(value.url()?),
            "license_bearer" => self.license_bearer = Some(value.secret()?),
            "license_bearer_file" => self.license_bearer_file = Some(value.path()?),
            "license_auth" => {
                self.license_auth = value.choice(&[LicenseAuth::Bearer, LicenseAuth::Raw])?;
            }
            "local_url" => self.local_url = value.local_url()?,
            "card_client_owners" => self.card_client_owners = CardClientOwners::read(value)?,
            "ticket_method" => self.ticket_method = value.choice(&["POST", "GET"])?,
            "card_form" => self.card_form = value.choice(&[CardForm::Body, CardForm::Bearer])?,
            "card_codes" => self.card_codes = CardCodes::read(value)?,
            "card_types" => self.card_types = value.texts()?,
            // A reply may be a list as a whole, but not a boolean.
            "identified_field" => self.identified_field = value.pointer(false)?,
            "patients_pointer" => self.patients_pointer = value.pointer(true)?,
            "situations_pointer" => self.situations_pointer = value.pointer(true)?,
            "profile" => self.profile = value.object()?,
            "timeouts" => value.members(&mut |time| {
                let slot = match time.key {
                    "connect_ms" => &mut self.timeouts.connect,
                    "call_ms" => &mut self.timeouts.call,
                    "login_ms" => &mut self.timeouts.login,
                    "upload_ms" => &mut self.timeouts.upload,
                    _ => return Err(time.unknown()),
                };
                *slot = Duration::from_millis(time.integer()? as u64);
                Ok(())
            })?,
            "proxy" => self.proxy = value.text_as(ProxySetting::parse)?,
            "ca_file" => self.ca_file = Some(value.path()?),
            "journal" => self.journal = Some(value.absolute_path()?),
            "journal_days" => self.journal_days = value.integer()?,
            "max_reply_bytes" => self.max_reply_bytes = value.integer()?,
            "allow_plain_http" => self.allow_plain_http = value.flag()?,
            "language" => self.language = value.choice(&Language::ALL)?,
            "user_agent" => self.user_agent = value.visible_text()?,
            _ => return Err(value.unknown()),
        }
        Ok(())
    }

    /// Whether a license server or a resource service may be reached at this address.
    pub fn may_use(&self, url: &BaseUrl) -> bool {
        url.secure || url.is_loopback() || self.allow_plain_http
    }

    /// The settings in force, as given to the host. `damaged`: how many lines of the journal are.
    pub fn describe(&self, damaged: Option<u64>) -> Option<WipingBuffer> {
        #[derive(Serialize)]
        struct Described<'a> {
            #[serde(flatten)]
            config: &'a Config,
            trust: &'static str,
            damaged: Option<u64>,
            next: &'static str,
        }
        let described = Described {
            config: self,
            trust: crate::roots::describe(),
            damaged,
            next: self.first_step().name(),
        };
        let mut out = WipingBuffer::with_capacity(1024);
        serde_json::to_writer(&mut out, &described).ok()?;
        Some(out)
    }

    pub fn first_step(&self) -> Operation {
        if self.license_url.is_some() && self.license_bearer.is_some() {
            Operation::Ticket
        } else {
            Operation::TicketSet
        }
    }
}
