using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace HealthRecord
{
    /// <summary>
    /// The configuration of a <see cref="Session"/>. Everything is optional: what is null is left out, and the library's
    /// default holds. The library checks the values when the session is opened. ToString shows none of them.
    /// </summary>
    public sealed class Configuration
    {
        /// <summary>Address of the license server (https, or loopback); for <see cref="Session.Ticket"/>.</summary>
        public string LicenseUrl { get; set; }
        /// <summary>The license bearer, a secret; for <see cref="Session.Ticket"/>.</summary>
        public string LicenseBearer { get; set; }
        /// <summary>"bearer" (default: "Authorization: Bearer x") or "raw" ("Authorization: x").</summary>
        public string LicenseAuth { get; set; }
        /// <summary>"POST" (default) or "GET".</summary>
        public string TicketMethod { get; set; }
        /// <summary>Address of the card client, default "http://127.0.0.1:48367"; must lead to this computer.</summary>
        public string LocalUrl { get; set; }
        /// <summary>
        /// Whose processes are given ticket and PIN beside those of the own session (on Linux: the own user): "service",
        /// "http_sys", "unknown". Default on Windows: none, elsewhere "unknown". Another user's session never is.
        /// </summary>
        public IList<string> CardClientOwners { get; set; }
        /// <summary>"body" (default: POST, ticket in the body) or "bearer" (GET, ticket in Authorization).</summary>
        public string CardForm { get; set; }
        /// <summary>JSON pointer (RFC 6901) to the boolean of the login's reply that makes step 4 unnecessary, such as "/identified".</summary>
        public string IdentifiedField { get; set; }
        /// <summary>Which CardType is a professional's, for a login without a card; default "CPS".</summary>
        public IList<string> CardTypes { get; set; }
        /// <summary>A JSON object: payload of PUT /user-profiles, for a login that needs it and whose request has none.</summary>
        public string ProfileJson { get; set; }
        /// <summary>JSON pointer (RFC 6901) to the list of situations in that reply, such as "/situations".</summary>
        public string SituationsPointer { get; set; }
        /// <summary>
        /// JSON pointer (RFC 6901) to the list of patients in the search's reply, such as "/patients"; without it
        /// <see cref="DmpClient.Find"/> cannot tell that a patient is the only one: <see cref="FindResult.Unverified"/>.
        /// </summary>
        public string PatientsPointer { get; set; }
        /// <summary>Milliseconds for looking up a name and connecting, default 10000.</summary>
        public int? ConnectTimeoutMs { get; set; }
        /// <summary>Milliseconds for a whole call other than a login or an upload, default 30000.</summary>
        public int? CallTimeoutMs { get; set; }
        /// <summary>Milliseconds for a whole login, default 60000.</summary>
        public int? LoginTimeoutMs { get; set; }
        /// <summary>Milliseconds for a whole upload, default 600000.</summary>
        public int? UploadTimeoutMs { get; set; }
        /// <summary>"none" (default), "env", "system", or "http://[user:pw@]host:port"; never used for loopback.</summary>
        public string Proxy { get; set; }
        /// <summary>Path of a PEM file with roots trusted beside those of the system; read when the session is opened.</summary>
        public string CaFile { get; set; }
        /// <summary>
        /// Absolute path of a file on a disk of this computer, made where there is none, in which uploads and presentations of
        /// PINs are recorded, so that a document in doubt and a held PIN are known after a restart and to other processes that
        /// name it (docs/journal.md of the project). Default: none, what this process remembers counts.
        /// </summary>
        public string Journal { get; set; }
        /// <summary>Days that settled records are to stay in the journal, default 365; this version removes none.</summary>
        public int? JournalDays { get; set; }
        /// <summary>Largest reply accepted, default 16777216 bytes.</summary>
        public int? MaxReplyBytes { get; set; }
        /// <summary>True lets license server and service be http beyond loopback; default false.</summary>
        public bool? AllowPlainHttp { get; set; }
        /// <summary>Codes of the card client that have a meaning; default none, since the interface shows no codes.</summary>
        public CardCodes CardCodes { get; set; }
        /// <summary>"en" (default) or "fr": language of messages and remedies in errors.</summary>
        public string Language { get; set; }
        /// <summary>Value of the User-Agent header, default "hr/" and the version.</summary>
        public string UserAgent { get; set; }

        /// <summary>This configuration as JSON text, the license bearer included.</summary>
        /// <exception cref="ArgumentException">A value has a NUL character or half of a surrogate pair.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public string ToJson()
        {
            var timeouts = new List<string>();
            Add(timeouts, "connect_ms", Number(ConnectTimeoutMs));
            Add(timeouts, "call_ms", Number(CallTimeoutMs));
            Add(timeouts, "login_ms", Number(LoginTimeoutMs));
            Add(timeouts, "upload_ms", Number(UploadTimeoutMs));
            var members = new List<string>();
            Add(members, "license_url", JsonValue.Quote(LicenseUrl));
            Add(members, "license_bearer", JsonValue.Quote(LicenseBearer));
            Add(members, "license_auth", JsonValue.Quote(LicenseAuth));
            Add(members, "ticket_method", JsonValue.Quote(TicketMethod));
            Add(members, "local_url", JsonValue.Quote(LocalUrl));
            Add(members, "card_client_owners", List(CardClientOwners?.Select(JsonValue.Quote)));
            Add(members, "card_form", JsonValue.Quote(CardForm));
            Add(members, "identified_field", JsonValue.Quote(IdentifiedField));
            Add(members, "card_types", List(CardTypes?.Select(JsonValue.Quote)));
            Add(members, "profile", ProfileJson);
            Add(members, "situations_pointer", JsonValue.Quote(SituationsPointer));
            Add(members, "patients_pointer", JsonValue.Quote(PatientsPointer));
            Add(members, "timeouts", timeouts.Count == 0 ? null : "{" + string.Join(",", timeouts) + "}");
            Add(members, "proxy", JsonValue.Quote(Proxy));
            Add(members, "ca_file", JsonValue.Quote(CaFile));
            Add(members, "journal", JsonValue.Quote(Journal));
            Add(members, "journal_days", Number(JournalDays));
            Add(members, "max_reply_bytes", Number(MaxReplyBytes));
            Add(members, "allow_plain_http", Boolean(AllowPlainHttp));
            Add(members, "card_codes", CardCodes == null ? null : CardCodes.ToJson());
            Add(members, "language", JsonValue.Quote(Language));
            Add(members, "user_agent", JsonValue.Quote(UserAgent));
            return "{" + string.Join(",", members) + "}";
        }

        internal static void Add(List<string> members, string name, string value)
        {
            if (value != null)
                members.Add("\"" + name + "\":" + value);
        }

        internal static string Number(int? value)
        {
            return value.HasValue ? value.Value.ToString(CultureInfo.InvariantCulture) : null;
        }

        internal static string Boolean(bool? value)
        {
            return value.HasValue ? (value.Value ? "true" : "false") : null;
        }

        internal static string List(IEnumerable<string> values)
        {
            return values == null ? null : "[" + string.Join(",", values.Select(value => value ?? "null")) + "]";
        }
    }
}
