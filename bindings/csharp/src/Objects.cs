using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace HealthRecord
{
    /// <summary>An object that the library gave. Properties read it when they are asked for; a text with a NUL
    /// character (U+0000) gives <see cref="FormatException"/>. Immutable; any thread may read it. ToString shows no
    /// secret and no patient's data.</summary>
    public abstract class LibraryObject
    {
        internal LibraryObject(JsonValue json)
        {
            Json = json;
        }

        /// <summary>The whole object, with members that a later library may have added. It may hold secrets.</summary>
        public JsonValue Json { get; }

        /// <summary>The name of the type alone.</summary>
        public override string ToString() => GetType().Name;

        internal string TextOf(string name) => Json.Text(name);
        internal int? Integer(string name) => Long(name) is long all && all == (int)all ? (int)all : (int?)null;
        internal long? Long(string name) => JsonValue.Number(TextOf(name));
        internal bool? Boolean(string name) => TextOf(name) is string word ? word == "true" : (bool?)null;
        internal JsonValue Any(string name) => Json[name]?.Kind == JsonKind.Null ? null : Json[name];

        internal T? Word<T>(string name, Func<string, T> read) where T : struct =>
            TextOf(name) is string word ? read(word) : (T?)null;

        internal T Object<T>(string name, Func<JsonValue, T> read) where T : LibraryObject =>
            Any(name) is JsonValue value ? read(value) : null;

        internal IReadOnlyList<T> List<T>(string name, Func<JsonValue, T> read) =>
            (Any(name)?.Items ?? new JsonValue[0]).Select(read).ToList();
    }

    /// <summary>An object for the library: what is null is left out. ToString shows none of it.</summary>
    public abstract class LibraryRequest
    {
        internal LibraryRequest() { }

        /// <summary>The object as JSON text, secrets included.</summary>
        /// <exception cref="ArgumentException">A text has a NUL character or half of a surrogate pair.</exception>
        /// <exception cref="LibraryException">The library cannot be loaded.</exception>
        public string ToJson() => Members.Of(this).ToString();

        internal abstract void AddTo(Members members);
    }

    /// <summary>Members of a JSON object in the making, in their order; null is left out.</summary>
    internal sealed class Members
    {
        private readonly List<KeyValuePair<string, string>> all = new List<KeyValuePair<string, string>>();

        internal static Members Of(LibraryRequest request)
        {
            var members = new Members();
            request?.AddTo(members);
            return members;
        }

        internal static string ToJson(IDictionary<string, JsonValue> values)
        {
            var members = new Members();
            foreach (KeyValuePair<string, JsonValue> value in values ?? new Dictionary<string, JsonValue>())
                members.Set(value.Key, Raw(value.Value) ?? "null");
            return values == null ? null : members.ToString();
        }

        internal void Add(string name, string value) => Set(name, JsonValue.Quote(value));
        internal void Add(string name, int? value) => Set(name, value?.ToString(CultureInfo.InvariantCulture));
        internal void Add(string name, bool? value) => Set(name, value?.ToString().ToLowerInvariant());
        internal void Add(string name, JsonValue value) => Set(name, Raw(value));
        internal void Add(string name, LibraryRequest value) => Set(name, value?.ToJson());
        internal void Add(string name, IEnumerable<string> values) => Add(name, values, JsonValue.Quote);
        internal void Add(string name, IEnumerable<JsonValue> values) => Add(name, values, Raw);
        internal void Add(string name, IEnumerable<LibraryRequest> values) => Add(name, values, each => each?.ToJson());
        internal void Add(string name, IDictionary<string, JsonValue> values) => Set(name, ToJson(values));

        /// <summary>In the place of a member of the same name.</summary>
        internal void Set(string name, string json)
        {
            if (json == null)
                return;
            all.RemoveAll(member => member.Key == name);
            all.Add(new KeyValuePair<string, string>(name, json));
        }

        public override string ToString() =>
            "{" + string.Join(",", all.Select(member => JsonValue.Quote(member.Key) + ":" + member.Value)) + "}";

        private void Add<T>(string name, IEnumerable<T> values, Func<T, string> json) =>
            Set(name, values == null ? null : "[" + string.Join(",", values.Select(one => json(one) ?? "null")) + "]");

        private static string Raw(JsonValue value) => value?.RawText;
    }
}
