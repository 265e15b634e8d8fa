//! The operations of the C contract: each exported function that can fail, with its name, what it does for the
//! person at the screen, and the request it sends, if it sends one.

use zeroize::Zeroizing;

use crate::words::words;

macro_rules! operations {
    ($($variant:ident = $name:literal, $task:ident $(, $origin:ident $effect:ident $path:literal)?;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Operation {
            $($variant),+
        }

        impl Operation {
            #[cfg(test)]
            pub const ALL: &'static [Operation] = &[$(Operation::$variant),+];

            /// The name of the exported function.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Operation::$variant => $name),+
                }
            }

            pub const fn task(self) -> Task {
                match self {
                    $(Operation::$variant => Task::$task),+
                }
            }

            /// The service that the request goes to, whether it changes something there, and its path with
            /// placeholders; None for an operation that sends nothing.
            const fn sent(self) -> Option<(Origin, bool, &'static str)> {
                match self {
                    $($(Operation::$variant => Some((Origin::$origin, $effect, $path)),)?)+
                    _ => None,
                }
            }
        }
    };
}

const READS: bool = false;
const CHANGES: bool = true;

operations! {
    Open = "hr_open", Open;
    Close = "hr_close", Other;
    Cancel = "hr_cancel", Other;
    SetProgress = "hr_set_progress", Other;
    SetLog = "hr_set_log", Other;
    State = "hr_state", Other;
    Last = "hr_last", Other;
    StopNew = "hr_stop_new", Other;
    Stop = "hr_stop", Other;
    StopFree = "hr_stop_free", Other;
    SetStop = "hr_set_stop", Other;
    Ticket = "hr_ticket", Ticket, License READS "/v1/license/ticket";
    TicketSet = "hr_ticket_set", Ticket;
    Ready = "hr_ready", Ready, Card READS "/direct/ready";
    Login = "hr_login", Login, Card CHANGES "/direct/login";
    PinRetryAllow = "hr_pin_retry_allow", Other;
    SessionSet = "hr_session_set", Other;
    ProfilePut = "hr_profile_put", Profile, Service CHANGES "/user-profiles";
    // A GET, but the service remembers the selection.
    ProfileSelect = "hr_profile_select", Profile, Service CHANGES "/user-profiles/{situation.id}/select";
    PatientSearch = "hr_patient_search", Search, Service READS "/patient/search";
    PatientGet = "hr_patient_get", Read, Service READS "/patient";
    PatientUpdate = "hr_patient_update", Update, Service CHANGES "/patient";
    DmpOpen = "hr_dmp_open", Record, Service CHANGES "/dmp/{patient_id}";
    DmpSend = "hr_dmp_send", Send, Service CHANGES "/dmp/{patient_id}/unique/doc/send";
    DmpSendBytes = "hr_dmp_send_bytes", Send, Service CHANGES "/dmp/{patient_id}/unique/doc/send";
    DmpResendAllow = "hr_dmp_resend_allow", Other;
    DmpFound = "hr_dmp_found", Other;
    Journal = "hr_journal", Other;
    Diagnose = "hr_diagnose", Other;
    WaitCard = "hr_wait_card", Ready;
    Connect = "hr_connect", Login;
    PatientFind = "hr_patient_find", Search;
    Deposit = "hr_deposit", Send;
    DepositBytes = "hr_deposit_bytes", Send;
    Request = "hr_request", Other, Service CHANGES "/{path}";
    SafeRequest = "hr_request", Other, Service READS "/{path}";
}

/// What a doctor would say is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The software prepares itself.
    Open,
    /// The software's license is checked.
    Ticket,
    /// The cards in the reader are read.
    Ready,
    /// A card is used with its code.
    Login,
    /// The professional says where they work today.
    Profile,
    /// A patient is searched for.
    Search,
    /// A patient's details are read.
    Read,
    /// A patient's details are changed.
    Update,
    /// A patient's shared health record is opened.
    Record,
    /// A document is put into it.
    Send,
    Other,
}

words! {
    /// Which of the three services a request is for; or none.
    pub enum Origin {
        License = "license",
        Card = "card",
        Service = "service",
        Library = "library",
    }
}

impl Operation {
    /// The pass-through call with this method. None: no method was given.
    pub fn request(method: Option<&str>) -> Operation {
        match method {
            Some("GET" | "HEAD" | "OPTIONS") => Operation::SafeRequest,
            _ => Operation::Request,
        }
    }

    /// The service that the request goes to.
    pub fn origin(self) -> Origin {
        self.sent().map_or(Origin::Library, |(origin, ..)| origin)
    }

    /// Whether it, or a step of it, sends a request.
    pub fn sends(self) -> bool {
        use Operation::{Connect, Diagnose, PatientFind, WaitCard};
        match self {
            Diagnose | WaitCard | Connect | PatientFind => true,
            _ => self.deposits() || self.sent().is_some(),
        }
    }

    /// Whether it, or a step of it, changes something at a service, so that its errors carry an outcome.
    pub fn changes(self) -> bool {
        match self {
            Operation::Connect => true,
            _ if self.deposits() => true,
            _ => self.sent().is_some_and(|(_, changes, _)| changes),
        }
    }

    /// Whether it has an outcome of each document.
    pub fn deposits(self) -> bool {
        matches!(self, Operation::Deposit | Operation::DepositBytes)
    }

    /// The path with placeholders, as it may be shown in a log.
    pub fn template(self) -> &'static str {
        self.sent().map_or("", |(.., template)| template)
    }

    /// The path of a request, with these percent-encoded segments in place of the placeholders.
    pub fn path(self, segments: &[&str]) -> Zeroizing<String> {
        let template = self.template();
        let most = segments.iter().map(|segment| segment.len()).sum::<usize>() + template.len();
        // With room for all of it: a growing String would leave copies of the segments behind.
        let mut path = Zeroizing::new(String::with_capacity(most));
        let mut segments = segments.iter();
        for part in template.split('/').skip(1) {
            path.push('/');
            let segment = part.starts_with('{').then(|| segments.next()).flatten();
            path.push_str(segment.copied().unwrap_or(part));
        }
        path
    }

    /// The configuration key that decides the form of the request, for the remedy of a 404, 405 or 501.
    pub fn form_key(self) -> Option<&'static str> {
        match self {
            Operation::Ticket => Some("ticket_method"),
            Operation::Ready | Operation::Login => Some("card_form"),
            _ => None,
        }
    }
}
