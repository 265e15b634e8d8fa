using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace HealthRecord
{
    /// <summary>What a <see cref="JsonValue"/> is.</summary>
    public enum JsonKind
    {
        /// <summary>null</summary>
        Null,
        /// <summary>true or false</summary>
        Boolean,
        /// <summary>A number; its digits are in <see cref="JsonValue.RawText"/>.</summary>
        Number,
        /// <summary>A text</summary>
        String,
        /// <summary>A list</summary>
        Array,
        /// <summary>Names with values</summary>
        Object
    }

    /// <summary>
    /// A JSON value that loses nothing: numbers keep all their digits, members their order, and a name that occurs
    /// twice is there twice. Immutable; any thread may read it.
    /// </summary>
    [Serializable]
    public sealed class JsonValue
    {
        private static readonly List<JsonValue> NoItems = new List<JsonValue>();
        private static readonly List<KeyValuePair<string, JsonValue>> NoMembers = new List<KeyValuePair<string, JsonValue>>();
        private readonly string source;
        private readonly int start;
        private int end;
        private List<JsonValue> items;
        private List<KeyValuePair<string, JsonValue>> members;

        internal JsonValue(JsonKind kind, string source, int start, int end)
        {
            Kind = kind;
            this.source = source;
            this.start = start;
            this.end = end;
        }

        /// <summary>What this value is.</summary>
        public JsonKind Kind { get; private set; }

        /// <summary>The JSON text of this value exactly as it came.</summary>
        public string RawText { get { return source.Substring(start, end - start); } }

        /// <summary>The items of an array, in order; empty for anything else.</summary>
        public IReadOnlyList<JsonValue> Items { get { return items ?? NoItems; } }

        /// <summary>The members of an object, in order, repeated names included; empty for anything else.</summary>
        public IReadOnlyList<KeyValuePair<string, JsonValue>> Members { get { return members ?? NoMembers; } }

        /// <summary>The member of that name (the last when there are several); null when there is none, or this is no object.</summary>
        public JsonValue this[string name]
        {
            get
            {
                for (int i = Members.Count - 1; i >= 0; i--)
                    if (members[i].Key == name)
                        return members[i].Value;
                return null;
            }
        }

        /// <summary>The item at that place of an array; null when there is none, or this is no array.</summary>
        public JsonValue this[int index]
        {
            get { return index >= 0 && index < Items.Count ? items[index] : null; }
        }

        /// <summary>
        /// Reads a JSON text of any depth.
        /// </summary>
        /// <exception cref="ArgumentNullException">The text is null.</exception>
        /// <exception cref="FormatException">The text is not one JSON value (RFC 8259); the message states the place.</exception>
        public static JsonValue Parse(string text)
        {
            if (text == null)
                throw new ArgumentNullException("text");
            return new JsonReader(text).Read();
        }

        /// <summary>The text of a string, escapes decoded; null for anything else.</summary>
        public string AsString()
        {
            return Kind == JsonKind.String ? Decode(source, start + 1, end - 1) : null;
        }

        /// <summary>true or false; null for anything else.</summary>
        public bool? AsBoolean()
        {
            return Kind == JsonKind.Boolean ? source[start] == 't' : (bool?)null;
        }

        /// <summary>A number without fraction or exponent that fits 32 bits; null for anything else.</summary>
        public int? AsInt32()
        {
            int number;
            return Kind == JsonKind.Number && int.TryParse(RawText, NumberStyles.AllowLeadingSign,
                CultureInfo.InvariantCulture, out number) ? number : (int?)null;
        }

        /// <summary>A number without fraction or exponent that fits 64 bits; null for anything else.</summary>
        public long? AsInt64()
        {
            long number;
            return Kind == JsonKind.Number && long.TryParse(RawText, NumberStyles.AllowLeadingSign,
                CultureInfo.InvariantCulture, out number) ? number : (long?)null;
        }

        /// <summary>A number as the nearest double; null for anything else, and when it is too large for one.</summary>
        public double? AsDouble()
        {
            double number;
            return Kind == JsonKind.Number && double.TryParse(RawText, NumberStyles.Float,
                CultureInfo.InvariantCulture, out number) && !double.IsInfinity(number) ? number : (double?)null;
        }

        /// <summary>The kind alone: values may be secrets or a patient's data. <see cref="RawText"/> has the text.</summary>
        public override string ToString()
        {
            return "JSON " + Kind.ToString().ToLowerInvariant();
        }

        internal static bool TryParse(string text, out JsonValue value)
        {
            value = null;
            try { value = Parse(text); }
            catch (FormatException) { }
            return value != null;
        }

        internal string Text(string name)
        {
            JsonValue member = this[name];
            return member == null ? null : member.AsString();
        }

        internal bool? Boolean(string name)
        {
            JsonValue member = this[name];
            return member == null ? null : member.AsBoolean();
        }

        internal int? Int32(string name)
        {
            JsonValue member = this[name];
            return member == null ? null : member.AsInt32();
        }

        internal long? Int64(string name)
        {
            JsonValue member = this[name];
            return member == null ? null : member.AsInt64();
        }

        internal void Add(string name, JsonValue value)
        {
            if (Kind == JsonKind.Array)
                (items = items ?? new List<JsonValue>()).Add(value);
            else
                (members = members ?? new List<KeyValuePair<string, JsonValue>>()).Add(new KeyValuePair<string, JsonValue>(name, value));
        }

        internal void EndAt(int place)
        {
            end = place;
        }

        /// <summary>Decodes the inside of a string that was checked already.</summary>
        internal static string Decode(string source, int from, int to)
        {
            int escape = source.IndexOf('\\', from, to - from);
            if (escape < 0)
                return source.Substring(from, to - from);
            var text = new StringBuilder(to - from);
            while (escape >= 0)
            {
                text.Append(source, from, escape - from);
                char kind = source[escape + 1];
                from = escape + (kind == 'u' ? 6 : 2);
                text.Append(kind == 'u' ? (char)Convert.ToInt32(source.Substring(escape + 2, 4), 16) : Escaped(kind));
                escape = source.IndexOf('\\', from, to - from);
            }
            return text.Append(source, from, to - from).ToString();
        }

        private static char Escaped(char kind)
        {
            switch (kind)
            {
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                default: return kind;
            }
        }
    }
}
