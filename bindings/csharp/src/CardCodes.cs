using System.Collections.Generic;
using System.Globalization;

namespace HealthRecord
{
    /// <summary>
    /// Which status.code of the card client means what, for <see cref="Configuration.CardCodes"/>. An error whose code is
    /// listed has the word as its <see cref="HealthRecordException.Reason"/>, and a message that says so.
    /// </summary>
    public sealed class CardCodes
    {
        /// <summary>The PIN was refused.</summary>
        public IEnumerable<CardCode> PinRefused { get; set; }
        /// <summary>The card is locked.</summary>
        public IEnumerable<CardCode> CardLocked { get; set; }
        /// <summary>There is no card.</summary>
        public IEnumerable<CardCode> CardAbsent { get; set; }

        internal string ToJson()
        {
            var members = new List<string>();
            Configuration.Add(members, "pin_refused", List(PinRefused));
            Configuration.Add(members, "card_locked", List(CardLocked));
            Configuration.Add(members, "card_absent", List(CardAbsent));
            return "{" + string.Join(",", members) + "}";
        }

        private static string List(IEnumerable<CardCode> codes)
        {
            if (codes == null)
                return null;
            var texts = new List<string>();
            foreach (CardCode code in codes)
                texts.Add(code.Json ?? "null");
            return "[" + string.Join(",", texts) + "]";
        }
    }

    /// <summary>A code of the card client: an integer or a short text; either converts by itself.</summary>
    public struct CardCode
    {
        internal readonly string Json;

        private CardCode(string json)
        {
            Json = json;
        }

        /// <summary>A code that is a number.</summary>
        public static implicit operator CardCode(int code)
        {
            return new CardCode(code.ToString(CultureInfo.InvariantCulture));
        }

        /// <summary>A code that is a text.</summary>
        public static implicit operator CardCode(string code)
        {
            return new CardCode(Configuration.Quote(code));
        }
    }
}
