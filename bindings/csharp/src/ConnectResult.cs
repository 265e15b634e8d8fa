using System.Collections.Generic;

namespace HealthRecord
{
    /// <summary>How <see cref="DmpClient.Login"/> ended.</summary>
    public enum ConnectOutcome
    {
        /// <summary>The session is open.</summary>
        LoggedIn,
        /// <summary>The person gave no PIN; none was presented for this try.</summary>
        GivenUp,
        /// <summary>No card that fits is in the reader, or it was taken out.</summary>
        NoCard,
        /// <summary>Several cards fit and none was chosen; no PIN was presented.</summary>
        CardNeeded,
        /// <summary>The card is locked (by <see cref="Configuration.CardCodes"/>).</summary>
        CardLocked,
        /// <summary>The PIN was held back a second time: a hold is lifted once in a login, so that the card does not lock.</summary>
        PinHeld,
        /// <summary>The session is open, and no situation was chosen: <see cref="DmpClient.Select"/>.</summary>
        SituationNeeded
    }

    /// <summary>What <see cref="DmpClient.Login"/> gave. ToString shows no secret.</summary>
    public sealed class ConnectResult
    {
        /// <summary>By <see cref="DmpClient"/>; and for tests of programs.</summary>
        public ConnectResult(ConnectOutcome outcome, string sentenceFr, Card card = null, HealthRecordException error = null)
        {
            Outcome = outcome;
            SentenceFr = sentenceFr;
            Card = card;
            Error = error;
            Cards = new List<Card>();
        }

        /// <summary>How it ended.</summary>
        public ConnectOutcome Outcome { get; private set; }
        /// <summary>What happened in one French sentence; can be shown to a doctor as it is.</summary>
        public string SentenceFr { get; private set; }
        /// <summary>The card; null where none was chosen.</summary>
        public Card Card { get; private set; }
        /// <summary>With <see cref="ConnectOutcome.CardNeeded"/>: those that fit.</summary>
        public IReadOnlyList<Card> Cards { get; internal set; }
        /// <summary>With <see cref="ConnectOutcome.SituationNeeded"/>: what <see cref="LoginRequest.ChooseSituation"/> gets.</summary>
        public JsonValue Choices { get { return Error?.Choices; } }
        /// <summary>The library's error, of the last PIN that was refused where one was; null without one.</summary>
        public HealthRecordException Error { get; private set; }
        /// <summary>All that the library gave; null unless the session is open. It holds the session bearer, a secret.</summary>
        public Result Result { get; internal set; }

        /// <summary>The outcome alone.</summary>
        public override string ToString()
        {
            return "ConnectResult (" + Outcome + ")";
        }
    }
}
