namespace HealthRecord
{
    /// <summary>Who was found: <see cref="One"/>, <see cref="Unverified"/>, <see cref="Several"/> or <see cref="Nobody"/>.</summary>
    public abstract class FindResult
    {
        private FindResult(string sentenceFr)
        {
            SentenceFr = sentenceFr;
        }

        /// <summary>What happened in one French sentence; can be shown to a doctor as it is.</summary>
        public string SentenceFr { get; private set; }

        /// <summary>One patient has these traits.</summary>
        public sealed class One : FindResult
        {
            /// <summary>By <see cref="DmpClient"/>; and for tests of programs.</summary>
            public One(Patient patient) : base("Un seul patient correspond.")
            {
                Patient = patient;
            }

            /// <summary>The patient.</summary>
            public Patient Patient { get; private set; }
        }

        /// <summary>
        /// A patient was read, and nobody knows whether others have the same traits: <see cref="Configuration.PatientsPointer"/>
        /// is not set. A person compares, then <see cref="Confirm"/> gives the patient.
        /// </summary>
        public sealed class Unverified : FindResult
        {
            private readonly Patient patient;

            /// <summary>By <see cref="DmpClient"/>; and for tests of programs.</summary>
            public Unverified(Patient patient) : base("Un patient a été trouvé, mais d'autres peuvent avoir les mêmes traits. Vérifiez son identité.")
            {
                this.patient = patient;
            }

            /// <summary>What was searched.</summary>
            public Traits Traits { get { return patient.Traits; } }
            /// <summary>What was read of the patient, to be compared; null for tests.</summary>
            public JsonValue Json { get { return patient.Json; } }

            /// <summary>The patient, only because a person compared and is sure; never by program.</summary>
            public Patient Confirm()
            {
                return patient;
            }
        }

        /// <summary>Several have these traits. Nobody was read; search with more traits.</summary>
        public sealed class Several : FindResult
        {
            /// <summary>By <see cref="DmpClient"/>; and for tests of programs.</summary>
            public Several(JsonValue choices, string sentenceFr) : base(sentenceFr)
            {
                Choices = choices;
            }

            /// <summary>Their list as the service wrote it. It holds names: keep it out of logs.</summary>
            public JsonValue Choices { get; private set; }
        }

        /// <summary>Nobody has these traits.</summary>
        public sealed class Nobody : FindResult
        {
            /// <summary>By <see cref="DmpClient"/>; and for tests of programs.</summary>
            public Nobody(string sentenceFr) : base(sentenceFr) { }
        }
    }
}
