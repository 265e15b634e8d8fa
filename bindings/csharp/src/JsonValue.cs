using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace HealthRecord
{
    /// <summary>What a <see cref="JsonValue"/> is.</summary>
    public enum JsonKind
    {
        /// <summary>null</summary>
        Null = 1,
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

    /// <summary>A JSON value, read by the library when it is asked for. Numbers keep all their digits, members their
    /// order. A string, a number or a boolean converts to one. Immutable; any thread may read it. A text with a NUL
    /// character (U+0000), and a member whose name its object has twice, give <see cref="FormatException"/>: nothing is
    /// cut or chosen.</summary>
    public sealed class JsonValue
    {
        private readonly byte[] text; // UTF-8 with a final zero
        private readonly string pointer;
        private IReadOnlyList<JsonValue> items;

        /// <summary>An object of the library's, as it gave it.</summary>
        internal JsonValue(byte[] text) : this(text, "", JsonKind.Object) { }

        private JsonValue(byte[] text, string pointer, JsonKind kind)
        {
            this.text = text;
            this.pointer = pointer;
            Kind = kind;
        }

        /// <summary>What this value is.</summary>
        public JsonKind Kind { get; }

        /// <summary>The JSON text: a string with the escapes that JSON needs, anything else exactly as it
        /// came.</summary>
        public string RawText => Kind == JsonKind.String ? Quote(Get(pointer)) : Get(pointer) ?? "null";

        /// <summary>The items of an array, in order; empty for anything else.</summary>
        public IReadOnlyList<JsonValue> Items =>
            items ?? (items = Split(Kind == JsonKind.Array ? Get(pointer) : "").ConvertAll(Parse));

        /// <summary>The members of an object, in order; empty for anything else.</summary>
        public IReadOnlyList<KeyValuePair<string, JsonValue>> Members =>
            Enumerable.Range(0, Kind == JsonKind.Object ? Count() : 0).Select(Key)
                .Select(name => new KeyValuePair<string, JsonValue>(name, this[name])).ToList();

        /// <summary>The member of that name; null when there is none, or this is no object.</summary>
        /// <exception cref="ArgumentException">The name has a NUL character or half of a surrogate pair.</exception>
        [MaybeNull]
        public JsonValue this[string name] => Kind == JsonKind.Object ? At(Place(name)) : null;

        /// <summary>The item at that place of an array; null when there is none, or this is no array.</summary>
        [MaybeNull]
        public JsonValue this[int index] => Items.ElementAtOrDefault(index);

        /// <summary>Reads a JSON text.</summary>
        /// <exception cref="FormatException">The text is not one JSON value (RFC 8259), or nests deeper than
        /// 135.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public static JsonValue Parse(string text)
        {
            Library.Load();
            try // in a list, since the outermost object is not searched for a name that is there twice
            {
                var list = new JsonValue(Utf8.Copy("[" + text + "]", nameof(text)), "", JsonKind.Array);
                return list.Count() == 1 ? list.At("/0") : throw new FormatException("The text is not one JSON value.");
            }
            catch (ArgumentException e) { throw new FormatException(e.Message); }
        }

        /// <summary>A text as a JSON string.</summary>
        /// <exception cref="ArgumentException">The text has a NUL character or half of a surrogate pair.</exception>
        public static implicit operator JsonValue(string text) => text == null ? null : Parse(Quote(text));

        /// <summary>A number.</summary>
        public static implicit operator JsonValue(long number) => Parse(number.ToString(CultureInfo.InvariantCulture));

        /// <summary>true or false.</summary>
        public static implicit operator JsonValue(bool value) => Parse(value ? "true" : "false");

        /// <summary>An object with the members of this one, and that one instead of what had its name; null leaves it
        /// out.</summary>
        /// <exception cref="InvalidOperationException">This is no object.</exception>
        public JsonValue With(string name, [AllowNull] JsonValue value)
        {
            if (Kind != JsonKind.Object)
                throw new InvalidOperationException("This is no object, but: " + this);
            // As they are written, since a text with a NUL character gives no RawText.
            var all = Members.Zip(Split(RawText), (member, raw) => member.Key == name ? null : raw).ToList();
            all.Add(value == null ? null : Quote(name) + ":" + value.RawText);
            return Parse("{" + string.Join(",", all.Where(raw => raw != null)) + "}");
        }

        /// <summary>The text of a string, escapes decoded; null for anything else.</summary>
        [return: MaybeNull]
        public string AsString() => Kind == JsonKind.String ? Get(pointer) : null;

        /// <summary>true or false; null for anything else.</summary>
        public bool? AsBoolean() => Kind == JsonKind.Boolean ? Get(pointer) == "true" : (bool?)null;

        /// <summary>A number without fraction or exponent that fits 64 bits; null for anything else.</summary>
        public long? AsInt64() => Kind == JsonKind.Number ? Number(Get(pointer)) : null;

        /// <summary>The kind alone: values may be secrets or a patient's data. <see cref="RawText"/> has the
        /// text.</summary>
        public override string ToString() => "JSON " + Kind.ToString().ToLowerInvariant();

        /// <summary>A text as a JSON string with its quotation marks; null for null.</summary>
        internal static string Quote(string text)
        {
            Library.Load();
            return text == null ? null : Quoted(Utf8.Copy(text, nameof(text)));
        }

        /// <summary>What the library's own text is known to hold, without asking for its kind first.</summary>
        internal string Text(string name) => Get(Place(name));

        // Methods of their own, since Mono looks the library up when it compiles the method that calls it.

        private string Get(string place)
        {
            return Taken(Native.hr_json_get(text, Utf8.Copy(place, "name"), out IntPtr found), found);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private int Count() => Check(Native.hr_json_count(text, Utf8.Copy(pointer, nameof(pointer))));

        private string Key(int index) =>
            Taken(Native.hr_json_key(text, Utf8.Copy(pointer, nameof(pointer)), index, out IntPtr name), name);

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static string Quoted(byte[] text) => Taken(Native.hr_json_quote(text, out IntPtr quoted), quoted);

        [MethodImpl(MethodImplOptions.NoInlining)]
        private JsonValue At(string place)
        {
            int kind = Check(Native.hr_json_kind(text, Utf8.Copy(place, "name")));
            return kind == 0 ? null : new JsonValue(text, place, (JsonKind)kind);
        }

        private string Place(string name) => pointer + "/" + name.Replace("~", "~0").Replace("/", "~1");

        internal static long? Number(string digits)
        {
            const NumberStyles Sign = NumberStyles.AllowLeadingSign;
            return long.TryParse(digits, Sign, CultureInfo.InvariantCulture, out long number) ? number : (long?)null;
        }

        private static string Taken(int code, IntPtr found)
        {
            Check(code);
            return Boundary.Take(found);
        }

        private static int Check(int code)
        {
            if (code >= 0 || code == Native.HR_E_ABSENT)
                return code;
            throw code == Native.HR_E_ARGUMENT
                ? new FormatException("Not JSON, a name that is there twice, or a text with a NUL character.")
                : new Reply(code, null, "hr_json_get").Failure();
        }

        // Of what the library has checked: to look each item up would take the square of their number.
        private static List<string> Split(string json)
        {
            var list = new List<string>();
            int depth = 0;
            int start = 1;
            foreach (Match mark in Regex.Matches(json, "\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"|[\\[\\]{},]"))
            {
                string found = mark.Value;
                depth += found == "[" || found == "{" ? 1 : found == "]" || found == "}" ? -1 : 0;
                if (depth > 1 || (found != "," && depth == 1))
                    continue;
                list.Add(json.Substring(start, mark.Index - start).Trim());
                start = mark.Index + 1;
            }
            return list.FindAll(item => item != "");
        }
    }
}
