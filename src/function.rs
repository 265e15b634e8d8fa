//! The exported functions that can fail: their names, and what each does for the person at the screen.

macro_rules! functions {
    ($($variant:ident = $name:literal, $task:ident);+ $(;)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Function {
            $($variant),+
        }

        impl Function {
            #[cfg(test)]
            pub const ALL: &'static [Function] = &[$(Function::$variant),+];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Function::$variant => $name),+
                }
            }

            pub const fn task(self) -> Task {
                match self {
                    $(Function::$variant => Task::$task),+
                }
            }
        }
    };
}

functions! {
    Open = "hr_open", Open;
    Close = "hr_close", Other;
    Cancel = "hr_cancel", Other;
    SetProgress = "hr_set_progress", Other;
    SetLog = "hr_set_log", Other;
    State = "hr_state", Other;
    Ticket = "hr_ticket", Ticket;
    TicketSet = "hr_ticket_set", Ticket;
    Ready = "hr_ready", Ready;
    Login = "hr_login", Login;
    PinRetryAllow = "hr_pin_retry_allow", Other;
    SessionSet = "hr_session_set", Other;
    ProfilePut = "hr_profile_put", Profile;
    ProfileSelect = "hr_profile_select", Profile;
    PatientSearch = "hr_patient_search", Search;
    PatientGet = "hr_patient_get", Read;
    PatientUpdate = "hr_patient_update", Update;
    DmpOpen = "hr_dmp_open", Record;
    DmpSend = "hr_dmp_send", Send;
    DmpSendBytes = "hr_dmp_send_bytes", Send;
    DmpResendAllow = "hr_dmp_resend_allow", Other;
    Request = "hr_request", Other;
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
    /// Anything else.
    Other,
}
