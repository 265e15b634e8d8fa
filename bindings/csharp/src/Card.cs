using System;

namespace HealthRecord
{
    /// <summary>A card in the reader, as the card client reports it. Properties that it does not report are null.</summary>
    [Serializable]
    public sealed class Card
    {
        internal Card(JsonValue json)
        {
            Json = json;
        }

        /// <summary>The whole entry.</summary>
        public JsonValue Json { get; private set; }
        /// <summary>The card token, for <see cref="Session.Login(string, string, bool)"/>; changes when the card is inserted again.</summary>
        public string Token { get { return Json.Text("token"); } }
        /// <summary>Serial number; stays.</summary>
        public string Serial { get { return Json.Text("serial"); } }
        /// <summary>The kind of card, such as "CPS".</summary>
        public string CardType { get { return Json.Text("cardType"); } }
        /// <summary>Category of the card.</summary>
        public string CategoryCard { get { return Json.Text("categoryCard"); } }
        /// <summary>Model as it came: URL-encoded, with padding.</summary>
        public string Model { get { return Json.Text("model"); } }
        /// <summary>Model decoded, without padding.</summary>
        public string ModelText { get { return Json.Text("modelText"); } }
        /// <summary>Manufacturer as it came: URL-encoded, with padding.</summary>
        public string Manufacturer { get { return Json.Text("manufacturer"); } }
        /// <summary>Manufacturer decoded, without padding.</summary>
        public string ManufacturerText { get { return Json.Text("manufacturerText"); } }
        /// <summary>National identifier of the holder.</summary>
        public string IdNat { get { return Json.Text("idNat"); } }
        /// <summary>Civil title of the holder.</summary>
        public string CivTitle { get { return Json.Text("civTitle"); } }
        /// <summary>First name of the holder.</summary>
        public string FirstName { get { return Json.Text("firstName"); } }
        /// <summary>Last name of the holder.</summary>
        public string LastName { get { return Json.Text("lastName"); } }
        /// <summary>Profession code.</summary>
        public int? ProfCode { get { return Json.Int32("profCode"); } }
        /// <summary>Training code.</summary>
        public int? TrainCode { get { return Json.Int32("trainCode"); } }
        /// <summary>Specialty code.</summary>
        public string SpecCode { get { return Json.Text("specCode"); } }
        /// <summary>PIN attempts counter; the interface does not say whether of tries left or tries used.</summary>
        public int? PinAttempt { get { return Json.Int32("pinAttempt"); } }

        /// <summary>The kind of card alone, without anything about its holder.</summary>
        public override string ToString()
        {
            return "card of type " + (CardType ?? "unknown");
        }
    }
}
