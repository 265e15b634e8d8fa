using System;
using System.Globalization;

namespace HealthRecord
{
    /// <summary>
    /// What a call that succeeded gave. Properties are null when the library's text does not have them; a text with a NUL
    /// character (U+0000) gives <see cref="FormatException"/>, and <see cref="Text"/> has it.
    /// Immutable; any thread may read it. ToString shows no secret and no patient's data.
    /// </summary>
    [Serializable]
    public class Result
    {
        private const string RawMember = "\"raw\":";
        private readonly byte[] text;

        internal Result(byte[] text)
        {
            this.text = text;
            Json = new JsonValue(text);
        }

        /// <summary>The whole result as the library gave it: one JSON object.</summary>
        public string Text { get { return Utf8.Strict.GetString(text, 0, text.Length - 1); } }

        /// <summary>The whole result, read.</summary>
        public JsonValue Json { get; private set; }

        /// <summary>
        /// The service's reply: JSON byte for byte as it came (unknown fields, order and all digits kept), a JSON string
        /// when the reply was plain text, null when it was empty.
        /// </summary>
        public string Raw
        {
            get
            {
                JsonValue raw = RawJson;
                if (raw == null || raw.Kind != JsonKind.String)
                    return raw?.RawText;
                // RawText would write the escapes anew. The reply is the last member, and a string contains no other.
                string all = Text;
                int start = all.LastIndexOf(RawMember, StringComparison.Ordinal) + RawMember.Length;
                return all.Substring(start, all.Length - start - 1);
            }
        }

        /// <summary>The service's reply, read; null when it was empty.</summary>
        public JsonValue RawJson
        {
            get
            {
                JsonValue raw = Json["raw"];
                return raw == null || raw.Kind == JsonKind.Null ? null : raw;
            }
        }

        /// <summary>The HTTP status of the reply; null for calls that send nothing.</summary>
        public int? HttpStatus { get { return Json.Int32("http_status"); } }

        /// <summary>The library's function to call next, such as "hr_login"; null when the chain is complete.</summary>
        public string Next { get { return Json.Text("next"); } }

        /// <summary>"accepted" for a call that changes something; null for one that only reads.</summary>
        public string Outcome { get { return Json.Text("outcome"); } }

        /// <summary>
        /// "not_completed" when the call ended as it says and <see cref="Configuration.Journal"/> has no record of its end: until
        /// the next call of this process that writes there, <see cref="Session.Journal"/> and other processes see an upload in
        /// doubt or a PIN that is held. Otherwise null.
        /// </summary>
        public string Journal { get { return Json.Text("journal"); } }

        /// <summary>The type, status, next function and outcome; without the reply.</summary>
        public override string ToString()
        {
            return GetType().Name + " (http_status " + (HttpStatus.HasValue ? HttpStatus.Value.ToString(CultureInfo.InvariantCulture) : "none")
                + ", next " + (Next ?? "none") + ", outcome " + (Outcome ?? "none") + ")";
        }
    }
}
