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

fn milliseconds<S: Serializer>(time: &Duration, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u128(time.as_millis())
}

fn is_set<S: Serializer>(secret: &Option<SecretString>, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_bool(secret.is_some())
}

/// Keys: of each its type, what counts without it, and how its value is read. The host writes `$behind` behind its name.
macro_rules! keys {
    ($(#[$about:meta])* $name:ident, $behind:literal;
    $($(#[$note:meta])* $key:ident: $kind:ty = $default:expr, |$value:ident| $read:expr;)+) => {
        $(#[$about])*
        #[derive(Serialize)]
        pub struct $name {
            $($(#[$note])* pub $key: $kind),+
        }

        impl Default for $name {
            fn default() -> $name {
                $name {
                    $($key: $default),+
                }
            }
        }

        impl $name {
            fn set(&mut self, member: &Member) -> Result<(), Reason> {
                match member.key {
                    $(concat!(stringify!($key), $behind) => {
                        let $value = member;
                        self.$key = $read;
                    })+
                    _ => return Err(member.unknown()),
                }
                Ok(())
            }
        }
    };
}

keys! {
    /// How long a call may take, connection set-up included.
    #[derive(Clone, Copy, Debug)]
    Timeouts, "_ms";
    #[serde(rename = "connect_ms", serialize_with = "milliseconds")]
    connect: Duration = Duration::from_secs(10), |time| time.milliseconds()?;
    #[serde(rename = "call_ms", serialize_with = "milliseconds")]
    call: Duration = Duration::from_secs(30), |time| time.milliseconds()?;
    #[serde(rename = "login_ms", serialize_with = "milliseconds")]
    login: Duration = Duration::from_secs(60), |time| time.milliseconds()?;
    #[serde(rename = "upload_ms", serialize_with = "milliseconds")]
    upload: Duration = Duration::from_secs(600), |time| time.milliseconds()?;
}

keys! {
    /// Serialized as the host is shown it: of secrets only whether they are there.
    Config, "";
    license_url: Option<BaseUrl> = None, |value| Some(value.url()?);
    #[serde(rename = "license_bearer_set", serialize_with = "is_set")]
    license_bearer: Option<SecretString> = None, |value| Some(value.secret()?);
    license_bearer_file: Option<String> = None, |value| Some(value.path()?);
    license_auth: LicenseAuth = LicenseAuth::Bearer,
        |value| value.choice(&[LicenseAuth::Bearer, LicenseAuth::Raw])?;
    local_url: BaseUrl = BaseUrl::parse("http://127.0.0.1:48367").unwrap_or_else(|| unreachable!()),
        |value| value.local_url()?;
    card_client_owners: CardClientOwners = CardClientOwners::default(),
        |value| CardClientOwners::read(value)?;
    /// Of HTTP.
    ticket_method: &'static str = "POST", |value| value.choice(&["POST", "GET"])?;
    card_form: CardForm = CardForm::Body,
        |value| value.choice(&[CardForm::Body, CardForm::Bearer])?;
    card_codes: CardCodes = CardCodes::default(), |value| CardCodes::read(value)?;
    // The one kind that the interface names.
    card_types: Vec<String> = vec!["CPS".to_owned()], |value| value.texts()?;
    // A reply may be a list as a whole, but not a boolean.
    identified_field: Option<String> = None, |value| value.pointer(false)?;
    patients_pointer: Option<String> = None, |value| value.pointer(true)?;
    situations_pointer: Option<String> = None, |value| value.pointer(true)?;
    /// What step 4 sends where a request has nothing for it.
    profile: Option<Box<RawValue>> = None, |value| value.object()?;
    timeouts: Timeouts = Timeouts::default(), |value| {
        let mut timeouts = Timeouts::default();
        value.members(&mut |time| timeouts.set(&time))?;
        timeouts
    };
    proxy: ProxySetting = ProxySetting::None, |value| value.text_as(ProxySetting::parse)?;
    ca_file: Option<String> = None, |value| Some(value.path()?);
    journal: Option<String> = None, |value| Some(value.absolute_path()?);
    journal_days: usize = 365, |value| value.integer()?;
    max_reply_bytes: usize = 16 * 1024 * 1024, |value| value.integer()?;
    allow_plain_http: bool = false, |value| value.flag()?;
    language: Language = Language::English, |value| value.choice(&Language::ALL)?;
    user_agent: String = concat!("hr/", env!("CARGO_PKG_VERSION")).to_owned(),
        |value| value.visible_text()?;
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
