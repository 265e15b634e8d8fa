using System.Collections.Generic;
using System.Linq;

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
            Configuration.Add(members, "pin_refused", Configuration.List(PinRefused?.Select(code => code.Json)));
            Configuration.Add(members, "card_locked", Configuration.List(CardLocked?.Select(code => code.Json)));
            Configuration.Add(members, "card_absent", Configuration.List(CardAbsent?.Select(code => code.Json)));
            return "{" + string.Join(",", members) + "}";
        }
    }

    /// <summary>A code of the card client: an integer or a short text; either converts by itself.</summary>
    public struct CardCode
    {
        private readonly int? number;
        private readonly string text;

        private CardCode(int? number, string text)
        {
            this.number = number;
            this.text = text;
        }

        internal string Json { get { return number.HasValue ? Configuration.Number(number) : JsonValue.Quote(text); } }

        /// <summary>A code that is a number.</summary>
        public static implicit operator CardCode(int code)
        {
            return new CardCode(code, null);
        }

        /// <summary>A code that is a text.</summary>
        public static implicit operator CardCode(string code)
        {
            return new CardCode(null, code);
        }
    }
}
