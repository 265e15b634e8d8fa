using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;

namespace HealthRecord
{
    /// <summary>How a call of <see cref="Client"/> ended. Immutable. ToString shows the ending alone.</summary>
    /// <typeparam name="T">What a success gives.</typeparam>
    public sealed class Result<T> : LibraryObject where T : LibraryObject
    {
        internal Result(JsonValue json, Func<JsonValue, T> read) : base(json)
        {
            Error = read == null ? new Error(json) : null;
            Value = read?.Invoke(json);
        }

        /// <summary>How it ended.</summary>
        public Ending Ending => TextOf("ending");

        /// <summary>One sentence for the person, in the configured language.</summary>
        public string Sentence => TextOf("message");

        /// <summary>The same sentence in French.</summary>
        public string SentenceFr => TextOf("message_fr");

        /// <summary>What became of each document of a deposit, in the order of the request; else empty.</summary>
        public IReadOnlyList<Document> Documents => List("documents", json => new Document(json));

        /// <summary>Of a login: it is done. False while the situation or the profile is still asked for, though
        /// <see cref="Ending"/> is open then.</summary>
        public bool IsOpen => Error == null && Ending == Ending.Open;

        /// <summary>All documents are in the record.</summary>
        public bool IsComplete => Error == null && Ending == Ending.Sent;

        /// <summary>What a success gave; else null.</summary>
        [MaybeNull]
        public T Value { get; }

        /// <summary>The details where it was no success; else null. With its choices it may hold names.</summary>
        [MaybeNull]
        public Error Error { get; }

        /// <summary>The ending alone.</summary>
        public override string ToString() => "Result (" + Ending + ")";
    }

    /// <summary>What a person answered: one of the choices (which converts by itself), a PIN, or what the program has;
    /// null for nothing. ToString shows none of it.</summary>
    public sealed class Answer
    {
        private JsonValue members;
        private JsonValue given;
        private char[] pin;

        private Answer() { }

        /// <summary>One of the choices.</summary>
        /// <exception cref="ArgumentException">The choice has no value: it is only shown.</exception>
        public static implicit operator Answer(Choice choice)
        {
            if (choice != null && choice.Value == null)
                throw new ArgumentException("This cannot be chosen.", nameof(choice));
            return choice == null ? null : new Answer { members = choice.Value };
        }

        /// <summary>The PIN as the person typed it; nothing where it is empty. A string cannot be wiped.</summary>
        [return: MaybeNull]
        public static Answer Pin([AllowNull] string pin) => Pin(pin?.ToCharArray());

        /// <summary>The PIN as the person typed it; nothing where it is empty. It is copied.</summary>
        [return: MaybeNull]
        public static Answer Pin([AllowNull] char[] pin) =>
            pin == null || pin.Length == 0 ? null : new Answer { pin = (char[])pin.Clone() };

        /// <summary>What the program has: the profile, the update, the id of a situation or traits, which answer no
        /// other question; nothing where that is null or an empty text.</summary>
        [return: MaybeNull]
        public static Answer Give([AllowNull] JsonValue value) =>
            value == null || value.AsString() == "" ? null : new Answer { given = value };

        /// <summary>All traits of the patient that are known, in place of those of the request, where several patients
        /// have those; nothing where there are none.</summary>
        [return: MaybeNull]
        public static Answer Give([AllowNull] Traits traits)
        {
            string json = Members.Of(traits).ToString();
            return json == "{}" ? null : Give(JsonValue.Parse(json));
        }

        /// <summary>Puts it into the next request, or becomes the PIN.</summary>
        internal void Put(Question question, Members request, ref char[] current)
        {
            bool isPin = members == null && given == null;
            bool isUpdate = question.Kind == Ask.Update;
            string own = question.Kind == Ask.Traits ? "patient" : question.Kind == Ask.Situation ? "situation_id"
                : isUpdate || question.Kind == Ask.Profile ? question.Kind.Value : null;
            if ((question.Kind == Ask.Pin) != isPin || (given != null ? own == null : isUpdate))
                throw new InvalidOperationException("A PIN answers pin alone, what the program has traits, update, "
                    + "profile and situation alone, and a choice all but pin and update.");
            if (members != null && question.Choices.All(choice => choice.Value?.RawText != members.RawText))
                throw new InvalidOperationException("The answer is none of the choices of this question.");
            if (isPin && pin == null)
                throw new InvalidOperationException("The PIN of this answer was used, and wiped: make another answer.");
            bool takesOnly = (isPin || isUpdate) && question.Choices.Count == 1;
            JsonValue chosen = members ?? (takesOnly ? question.Choices[0].Value : null);
            chosen?.Members.ToList().ForEach(member => request.Set(member.Key, member.Value.RawText));
            current = pin ?? current;
            pin = null;
            request.Set(own, given?.RawText);
        }

        /// <summary>Of an answer that is not used.</summary>
        internal void Wipe() => Wipe(ref pin);

        internal static void Wipe(ref char[] pin)
        {
            if (pin != null)
                Array.Clear(pin, 0, pin.Length);
            pin = null;
        }
    }
}
