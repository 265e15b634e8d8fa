using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace HealthRecord
{
    /// <summary>Which uploads <see cref="Session.Journal"/> gives: those to which everything applies that is not null.</summary>
    public sealed class JournalFilter
    {
        /// <summary><see cref="JournalEntry.Entry"/> or <see cref="HealthRecordException.Entry"/>.</summary>
        public string Entry { get; set; }
        /// <summary>SHA-256 of the document, 64 hexadecimal digits.</summary>
        public string Sha256 { get; set; }
        /// <summary><see cref="JournalEntry.Reference"/>.</summary>
        public string Reference { get; set; }
        /// <summary><see cref="JournalEntry.Outcome"/>.</summary>
        public string Outcome { get; set; }
        /// <summary><see cref="JournalEntry.Doubt"/>.</summary>
        public bool? Doubt { get; set; }
        /// <summary>Those that began then or later, by the clock.</summary>
        public DateTimeOffset? Since { get; set; }
        /// <summary>How many at most: 1 to 10,000, default 100.</summary>
        public int? Limit { get; set; }

        internal string ToJson()
        {
            var members = new List<string>();
            Configuration.Add(members, "entry", JsonValue.Quote(Entry));
            Configuration.Add(members, "sha256", JsonValue.Quote(Sha256));
            Configuration.Add(members, "reference", JsonValue.Quote(Reference));
            Configuration.Add(members, "outcome", JsonValue.Quote(Outcome));
            Configuration.Add(members, "doubt", Configuration.Boolean(Doubt));
            Configuration.Add(members, "since", JsonValue.Quote(Since?.UtcDateTime.ToString("o", CultureInfo.InvariantCulture)));
            Configuration.Add(members, "limit", Configuration.Number(Limit));
            return "{" + string.Join(",", members) + "}";
        }
    }

    /// <summary><see cref="Session.Journal"/>: uploads, and what is to be known of the file.</summary>
    [Serializable]
    public sealed class JournalResult : Result
    {
        internal JournalResult(byte[] text) : base(text)
        {
            Entries = Json["entries"].Items.Select(entry => new JournalEntry(entry)).ToList().AsReadOnly();
        }

        /// <summary>The uploads to which the filter applies, the newest first.</summary>
        public IReadOnlyList<JournalEntry> Entries { get; private set; }
        /// <summary>True when the filter applies to others as well.</summary>
        public bool? More { get { return Json.Boolean("more"); } }
        /// <summary>How many doubts the file has.</summary>
        public int? Doubts { get { return Json.Int32("doubts"); } }
        /// <summary>How many uploads the file has.</summary>
        public int? Uploads { get { return Json.Int32("uploads"); } }
        /// <summary>Lines that are not as they were written.</summary>
        public int? Damaged { get { return Json.Int32("damaged"); } }
        /// <summary>Lines whose writers did not get further.</summary>
        public int? Torn { get { return Json.Int32("torn"); } }
    }

    /// <summary>An upload in the journal, or a damaged line. Properties are null where the journal does not know them.</summary>
    [Serializable]
    public sealed class JournalEntry
    {
        internal JournalEntry(JsonValue json)
        {
            Json = json;
        }

        /// <summary>All of it.</summary>
        public JsonValue Json { get; private set; }
        /// <summary>Its id, for <see cref="Session.DmpFound"/> and <see cref="Session.DmpResendAllow"/>; null for a damaged line.</summary>
        public string Entry { get { return Json.Text("entry"); } }
        /// <summary>When it began, by the clock; null for a damaged line.</summary>
        public DateTimeOffset? Time { get { return Moment("time"); } }
        /// <summary>When it ended, by the clock.</summary>
        public DateTimeOffset? Ended { get { return Moment("ended"); } }
        /// <summary>As <see cref="HealthRecordException.Outcome"/>, or "accepted"; null while it is being sent.</summary>
        public string Outcome { get { return Json.Text("outcome"); } }
        /// <summary>True: nobody knows whether the document arrived. A person looks into the record.</summary>
        public bool? Doubt { get { return Json.Boolean("doubt"); } }
        /// <summary>True after <see cref="Session.DmpResendAllow"/>.</summary>
        public bool? Permitted { get { return Json.Boolean("permitted"); } }
        /// <summary>True after <see cref="Session.DmpFound"/>.</summary>
        public bool? Found { get { return Json.Boolean("found"); } }
        /// <summary>True while it is being sent.</summary>
        public bool? InUse { get { return Json.Boolean("in_use"); } }
        /// <summary>
        /// True: the line is not as it was written. It is a doubt about an unknown document, which holds nothing back and about
        /// which nobody can decide.
        /// </summary>
        public bool? Damaged { get { return Json.Boolean("damaged"); } }
        /// <summary>Bytes of the document.</summary>
        public long? Bytes { get { return Json.Int64("bytes"); } }
        /// <summary>What the host called it.</summary>
        public string Reference { get { return Json.Text("reference"); } }
        /// <summary>Name of the code that it failed with.</summary>
        public string Name { get { return Json.Text("name"); } }
        /// <summary>The HTTP status that it failed with.</summary>
        public int? HttpStatus { get { return Json.Int32("http_status"); } }

        /// <summary>The id and the outcome alone.</summary>
        public override string ToString()
        {
            return "upload " + Entry + ", outcome " + (Outcome ?? "none");
        }

        private DateTimeOffset? Moment(string name)
        {
            return DateTimeOffset.TryParse(Json.Text(name), CultureInfo.InvariantCulture, DateTimeStyles.None,
                out DateTimeOffset moment) ? moment : (DateTimeOffset?)null;
        }
    }
}
