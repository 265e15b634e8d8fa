using System;
using System.Collections.Generic;
using System.Globalization;

namespace HealthRecord
{
    /// <summary>Asks a person for the PIN of a card.</summary>
    /// <param name="card">The card as it was listed just now.</param>
    /// <param name="whyFr">
    /// Why it is asked again, in French, to be shown as it is: the PIN was refused, or it is held back, and a PIN that is typed
    /// now confirms that the person is sure of it. Null the first time.
    /// </param>
    /// <returns>The PIN as typed for this try, which the client wipes; null or empty to give up.</returns>
    public delegate char[] AskPin(Card card, string whyFr);

    /// <summary>
    /// How to log in, and what asks the person. <see cref="DmpClient.LoginAsync"/> calls the delegates where the task was
    /// begun (its SynchronizationContext, so that they may open a window), <see cref="DmpClient.Login"/> on its own thread.
    /// </summary>
    public sealed class LoginRequest
    {
        /// <summary>Asks for the PIN; required. Each PIN is presented once.</summary>
        public AskPin AskPin { get; set; }
        /// <summary>Chooses among several cards that fit; null chooses none, as without it.</summary>
        public Func<IReadOnlyList<Card>, Card> ChooseCard { get; set; }
        /// <summary>
        /// Chooses the professional's situation: gets a list whose items have "label_fr", "value" and "raw", with
        /// <see cref="Configuration.SituationsPointer"/> one a situation, else one whose "raw" is the service's reply to
        /// <see cref="ProfileJson"/>; gives the id of a situation; null chooses none, as without it.
        /// </summary>
        public Func<JsonValue, string> ChooseSituation { get; set; }
        /// <summary>Which card; null: any.</summary>
        public CardFilter Card { get; set; }
        /// <summary>How long to wait for a card that fits; zero, the default: look once.</summary>
        public TimeSpan WaitForCard { get; set; }
        /// <summary>Payload of step 4, one JSON value, as for <see cref="Session.ProfilePut"/>; null: not sent.</summary>
        public string ProfileJson { get; set; }
        /// <summary>The situation, where it is known before; as for <see cref="Session.ProfileSelect"/>.</summary>
        public string SituationId { get; set; }
    }

    /// <summary>Which card: what is not null must be the same. ToString shows none of it.</summary>
    public sealed class CardFilter
    {
        /// <summary><see cref="HealthRecord.Card.CardType"/>.</summary>
        public string CardType { get; set; }
        /// <summary><see cref="HealthRecord.Card.Serial"/>.</summary>
        public string Serial { get; set; }
        /// <summary><see cref="HealthRecord.Card.IdNat"/>.</summary>
        public string IdNat { get; set; }

        /// <summary>As JSON; null when it names nothing.</summary>
        internal string ToJson()
        {
            var members = new List<string>();
            Configuration.Add(members, "cardType", JsonValue.Quote(CardType));
            Configuration.Add(members, "serial", JsonValue.Quote(Serial));
            Configuration.Add(members, "idNat", JsonValue.Quote(IdNat));
            return members.Count == 0 ? null : "{" + string.Join(",", members) + "}";
        }

        /// <summary>This very card, also when it is taken out and put back.</summary>
        internal static string Same(Card card)
        {
            var members = new List<string>();
            foreach (string name in new[] { "serial", "idNat" })
                Configuration.Add(members, name, Readable(card.Json[name]));
            if (members.Count == 0)
                Configuration.Add(members, "token", JsonValue.Quote(card.Token));
            return "{" + string.Join(",", members) + "}";
        }

        private static string Readable(JsonValue value)
        {
            try { return value == null || value.Kind == JsonKind.Null ? null : value.RawText; }
            catch (FormatException) { return null; }
        }

        internal static int Milliseconds(TimeSpan time)
        {
            if (time < TimeSpan.Zero || time.TotalMilliseconds > int.MaxValue)
                throw new ArgumentOutOfRangeException("time", time.ToString("c", CultureInfo.InvariantCulture), "From zero to 24 days.");
            return (int)time.TotalMilliseconds;
        }
    }
}
