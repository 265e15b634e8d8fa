using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

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
    /// A JSON value, read by the library when it is asked for. Numbers keep all their digits, members their order.
    /// Immutable; any thread may read it. A text with a NUL character (U+0000), and a member whose name its object has twice,
    /// give <see cref="FormatException"/>: nothing is cut or chosen. <see cref="RawText"/> of what they are in has them.
    /// </summary>
    [Serializable]
    public sealed class JsonValue
    {
        private static readonly byte[] Outermost = { 0 };
        private readonly byte[] text, pointer; // UTF-8 with a final zero
        [NonSerialized] private IReadOnlyList<JsonValue> items;
        [NonSerialized] private IReadOnlyList<KeyValuePair<string, JsonValue>> members;

        private byte[] Readable { get { Library.Load(); return text; } }

        /// <summary>An object of the library's, as it gave it.</summary>
        internal JsonValue(byte[] text) : this(text, Outermost, JsonKind.Object) { }

        private JsonValue(byte[] text, byte[] pointer, JsonKind kind)
        {
            this.text = text;
            this.pointer = pointer;
            Kind = kind;
        }

        /// <summary>What this value is.</summary>
        public JsonKind Kind { get; private set; }

        /// <summary>The JSON text of this value: a string with the escapes that JSON needs, anything else exactly as it came.</summary>
        public string RawText { get { return Kind == JsonKind.Null ? "null" : Kind == JsonKind.String ? Quote(AsString()) : Get(); } }

        /// <summary>The items of an array, in order; empty for anything else.</summary>
        public IReadOnlyList<JsonValue> Items
        {
            get { return items ?? (items = Kind == JsonKind.Array ? Split(Get()).ConvertAll(item => Listed(item)) : new List<JsonValue>()); }
        }

        /// <summary>The members of an object, in order; empty for anything else.</summary>
        public IReadOnlyList<KeyValuePair<string, JsonValue>> Members
        {
            get { return members ?? (members = Walk()); }
        }

        /// <summary>The member of that name; null when there is none, or this is no object.</summary>
        /// <exception cref="ArgumentException">The name has a NUL character or half of a surrogate pair.</exception>
        public JsonValue this[string name]
        {
            get { return name == null || Kind != JsonKind.Object ? null : At(name.Replace("~", "~0").Replace("/", "~1")); }
        }

        /// <summary>The item at that place of an array; null when there is none, or this is no array.</summary>
        public JsonValue this[int index]
        {
            get { return index < 0 || Kind != JsonKind.Array ? null : items == null ? At(index.ToString(CultureInfo.InvariantCulture))
                : index < items.Count ? items[index] : null; }
        }

        /// <summary>Reads a JSON text.</summary>
        /// <exception cref="ArgumentNullException">The text is null.</exception>
        /// <exception cref="FormatException">The text is not one JSON value (RFC 8259), or nests deeper than 135.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public static JsonValue Parse(string text)
        {
            if (text == null)
                throw new ArgumentNullException("text");
            try { return Listed(text, true); }
            catch (ArgumentException e) { throw new FormatException(e.Message); }
        }

        /// <summary>A text as a JSON string with its quotation marks, to build a request with; null for null.</summary>
        /// <exception cref="ArgumentException">The text has a NUL character or half of a surrogate pair.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public static string Quote(string text)
        {
            Library.Load();
            using (Utf8 utf8 = Utf8.Of(text, "text"))
                return text == null ? null : JsonLookup.Quote(utf8.Bytes);
        }

        /// <summary>The text of a string, escapes decoded; null for anything else.</summary>
        public string AsString() { return Kind == JsonKind.String ? Get() : null; }

        /// <summary>true or false; null for anything else.</summary>
        public bool? AsBoolean() { return Kind == JsonKind.Boolean ? Get() == "true" : (bool?)null; }

        /// <summary>A number without fraction or exponent that fits 32 bits; null for anything else.</summary>
        public int? AsInt32() { return Narrow(AsInt64()); }

        /// <summary>A number without fraction or exponent that fits 64 bits; null for anything else.</summary>
        public long? AsInt64() { return Kind == JsonKind.Number ? Number(Get()) : null; }

        /// <summary>A number as the nearest double; null for anything else, and when it is too large for one.</summary>
        public double? AsDouble()
        {
            return Kind == JsonKind.Number && double.TryParse(Get(), NumberStyles.Float,
                CultureInfo.InvariantCulture, out double number) && !double.IsInfinity(number) ? number : (double?)null;
        }

        /// <summary>The kind alone: values may be secrets or a patient's data. <see cref="RawText"/> has the text.</summary>
        public override string ToString()
        {
            return "JSON " + Kind.ToString().ToLowerInvariant();
        }

        // What the library's own texts are known to hold is read without asking for its kind first.

        internal string Text(string name) { return JsonLookup.Get(Readable, Place(name)); }
        internal bool? Boolean(string name) { return JsonLookup.Boolean(Readable, Place(name)); }
        internal int? Int32(string name) { return Narrow(Int64(name)); }
        internal long? Int64(string name) { return Number(Text(name)); }

        private static int? Narrow(long? number) { return number >= int.MinValue && number <= int.MaxValue ? (int?)number : null; }

        private static long? Number(string digits)
        {
            return long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number) ? number : (long?)null;
        }

        private string Get() { return JsonLookup.Get(Readable, pointer); }

        private JsonValue At(string token)
        {
            byte[] place = Place(token);
            JsonKind? kind = JsonLookup.Kind(Readable, place);
            return kind.HasValue ? new JsonValue(text, place, kind.Value) : null;
        }

        private IReadOnlyList<KeyValuePair<string, JsonValue>> Walk()
        {
            JsonValue own = Kind == JsonKind.Object ? Parse(Get()) : null;
            return Enumerable.Range(0, own == null ? 0 : JsonLookup.Count(own.text, own.pointer))
                .Select(i => JsonLookup.Name(own.text, own.pointer, i))
                .Select(name => new KeyValuePair<string, JsonValue>(name, own[name])).ToList();
        }

        // As the item of a list, since the outermost object is not searched for a name that is there twice.
        private static JsonValue Listed(string text, bool check = false)
        {
            var list = new JsonValue(Utf8.Copy("[" + text + "]", "text"), Outermost, JsonKind.Array);
            if (check && JsonLookup.Count(list.Readable, list.pointer) != 1)
                throw new FormatException("The text is not one JSON value.");
            return list.At("0");
        }

        private byte[] Place(string token)
        {
            if (token.IndexOf('\0') >= 0)
                throw new ArgumentException("A name with a NUL character would be cut.", "name");
            var place = new byte[pointer.Length + 1 + Utf8.Strict.GetByteCount(token)];
            pointer.CopyTo(place, 0);
            place[pointer.Length - 1] = (byte)'/';
            Utf8.Strict.GetBytes(token, 0, token.Length, place, pointer.Length);
            return place;
        }

        // Of an array that the library has checked: to look each item up would take the square of their number.
        private static List<string> Split(string array)
        {
            var list = new List<string>();
            for (int at = 1, start = 1, depth = 0; at < array.Length; at++)
            {
                char c = array[at];
                if (c == '"')
                {
                    while (array[++at] != '"')
                        at += array[at] == '\\' ? 1 : 0;
                }
                else if (depth == 0 && (c == ',' || c == ']'))
                {
                    string item = array.Substring(start, at - start).Trim();
                    if (item.Length > 0)
                        list.Add(item);
                    start = at + 1;
                }
                depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
            }
            return list;
        }
    }
}
