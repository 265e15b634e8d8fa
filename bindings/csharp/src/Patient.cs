using System;

namespace HealthRecord
{
    /// <summary>
    /// A patient whom <see cref="DmpClient.Find"/> found, carried to <see cref="DmpClient.Send(Patient, Document, IProgress{SendProgress}, System.Threading.CancellationToken)"/>:
    /// no text can be taken for one. A sending searches the traits again, and goes on only when they lead to the same
    /// <see cref="PatientId"/>. Immutable. ToString shows nothing of the patient.
    /// </summary>
    public sealed class Patient
    {
        private readonly DmpClient owner;

        internal Patient(DmpClient owner, Traits traits, JsonValue json) : this(owner, traits, json, json) { }

        // value: where the patient's number is. What json has as "raw" is the service's reply.
        internal Patient(DmpClient owner, Traits traits, JsonValue value, JsonValue json)
        {
            this.owner = owner;
            Traits = traits;
            Json = json;
            PatientId = value.Text("patient_id");
            InsQualified = json["raw"]?.Boolean("insQualified") == true;
            AlimentationConsent = json["raw"]?.Boolean("alimentationConsent") == true;
        }

        private Patient(Patient other, string updateJson, string recordJson)
        {
            owner = other.owner;
            Traits = other.Traits;
            Json = other.Json;
            PatientId = other.PatientId;
            InsQualified = other.InsQualified;
            AlimentationConsent = other.AlimentationConsent;
            UpdateJson = updateJson;
            RecordJson = recordJson;
        }

        /// <summary>
        /// A patient of no search, for tests of programs with an <see cref="IDmpClient"/> of their own.
        /// <see cref="DmpClient"/> refuses to send for it.
        /// </summary>
        /// <param name="traits">The traits.</param>
        /// <param name="mayReceive">Both <see cref="InsQualified"/> and <see cref="AlimentationConsent"/>.</param>
        public static Patient ForTests(Traits traits, bool mayReceive)
        {
            return new Patient(traits, mayReceive);
        }

        private Patient(Traits traits, bool mayReceive)
        {
            Traits = traits;
            InsQualified = AlimentationConsent = mayReceive;
        }

        /// <summary>What was searched.</summary>
        public Traits Traits { get; private set; }
        /// <summary>The patient's national insurance number (NIR), for the steps of <see cref="Session"/>.</summary>
        public string PatientId { get; private set; }
        /// <summary>Whether the identity is qualified.</summary>
        public bool InsQualified { get; private set; }
        /// <summary>Whether the patient agrees that documents are added.</summary>
        public bool AlimentationConsent { get; private set; }
        /// <summary>Both. When it is false ask the patient, and see <see cref="WithUpdate"/>.</summary>
        public bool MayReceive { get { return InsQualified && AlimentationConsent; } }
        /// <summary>All that the search and the reading gave, with their replies.</summary>
        public JsonValue Json { get; private set; }

        internal string UpdateJson { get; private set; }
        internal string RecordJson { get; private set; }

        /// <summary>
        /// The same patient with what a person has signed for: sendings make this update where the service asks for one.
        /// Consent is the patient's: ask before claiming it, never by program.
        /// </summary>
        /// <param name="bodyJson">The parameters to set, one JSON value, as for <see cref="Session.PatientUpdate"/>.</param>
        public Patient WithUpdate(string bodyJson)
        {
            return new Patient(this, bodyJson, RecordJson);
        }

        /// <summary>The same patient with a body for opening the record, if the service asks for one.</summary>
        /// <param name="bodyJson">One JSON value, as for <see cref="Session.DmpOpen"/>.</param>
        public Patient WithRecord(string bodyJson)
        {
            return new Patient(this, UpdateJson, bodyJson);
        }

        internal void Of(DmpClient client)
        {
            if (owner != client)
                throw new ArgumentException("This patient comes from no search of this client.", "patient");
        }
    }
}
