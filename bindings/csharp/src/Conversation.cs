using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

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
        public Ending Ending => Text("ending");

        /// <summary>One sentence for the person, in the configured language.</summary>
        public string Sentence => Text("message");

        /// <summary>The same sentence in French.</summary>
        public string SentenceFr => Text("message_fr");

        /// <summary>What became of each document of a deposit, in the order of the request; else empty.</summary>
        public IReadOnlyList<Document> Documents => List("documents", json => new Document(json));

        /// <summary>A session is open, and nothing more is needed.</summary>
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
        private readonly JsonValue members;
        private readonly JsonValue given;
        private char[] pin;

        private Answer(JsonValue members, JsonValue given, char[] pin)
        {
            this.members = members;
            this.given = given;
            this.pin = pin;
        }

        /// <summary>One of the choices.</summary>
        /// <exception cref="ArgumentException">The choice has no value: it is only shown.</exception>
        public static implicit operator Answer(Choice choice)
        {
            if (choice != null && choice.Value == null)
                throw new ArgumentException("This cannot be chosen.", nameof(choice));
            return choice == null ? null : new Answer(choice.Value, null, null);
        }

        /// <summary>The PIN as the person typed it; nothing where it is empty. A string cannot be wiped.</summary>
        [return: MaybeNull]
        public static Answer Pin([AllowNull] string pin) => Pin(pin?.ToCharArray());

        /// <summary>The PIN as the person typed it; nothing where it is empty. It is copied.</summary>
        [return: MaybeNull]
        public static Answer Pin([AllowNull] char[] pin)
        {
            return pin == null || pin.Length == 0 ? null : new Answer(null, null, (char[])pin.Clone());
        }

        /// <summary>What the program has: the profile, the update, or the id of a situation.</summary>
        public static Answer Give(JsonValue value) => new Answer(null, value, null);

        /// <summary>All traits of the patient that are known.</summary>
        public static Answer Give(Traits traits) => Give(JsonValue.Parse(traits.ToJson()));

        /// <summary>Puts it into the next request, and a PIN into the place of the one before.</summary>
        internal void Put(Question question, Members request, ref char[] current)
        {
            if ((question.Kind == Ask.Pin) != (pin != null))
                throw new InvalidOperationException("A PIN answers a question for a PIN, and no other question.");
            JsonValue chosen = members ?? (question.Choices.Count == 1 ? question.Choices[0].Value : null);
            chosen?.Members.ToList().ForEach(member => request.Set(member.Key, member.Value.RawText));
            if (pin != null)
            {
                Wipe(ref current);
                current = pin;
                pin = null;
            }
            string own = question.Kind == Ask.Traits ? "patient" : question.Kind == Ask.Situation ? "situation_id"
                : question.Kind.Value;
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

    /// <summary>Asks a person: where the program began its task, or at once where that is nowhere in
    /// particular.</summary>
    internal sealed class Person
    {
        private readonly Func<Question, Task<Answer>> ask;
        private readonly SynchronizationContext place;

        internal Person(Func<Question, Task<Answer>> ask, SynchronizationContext place)
        {
            this.ask = ask;
            this.place = place;
        }

        /// <summary>The answer; null for nothing. One that comes after the token was cancelled is wiped and never
        /// used.</summary>
        internal Answer Ask(Question question, CancellationToken token)
        {
            if (ask == null || token.IsCancellationRequested)
                return null;
            Task<Answer> answered = place == null ? ask(question) : Posted(question, token);
            try { answered.Wait(token); }
            catch (OperationCanceledException) { }
            catch (AggregateException) { }
            if (!token.IsCancellationRequested)
                return answered.GetAwaiter().GetResult();
            answered.ContinueWith(late => late.Result?.Wipe(), TaskContinuationOptions.OnlyOnRanToCompletion);
            return null;
        }

        private Task<Answer> Posted(Question question, CancellationToken token)
        {
            var answered = new TaskCompletionSource<Answer>();
            place.Post(async _ =>
            {
                try { answered.SetResult(token.IsCancellationRequested ? null : await ask(question)); }
                catch (Exception e) { answered.SetException(e); }
            }, null);
            return answered.Task;
        }
    }
}
