using System;
using System.Collections.Generic;

namespace HealthRecord
{
    /// <summary>Step 1, <see cref="Session.Ticket"/>.</summary>
    [Serializable]
    public sealed class TicketResult : Result
    {
        internal TicketResult(byte[] text) : base(text) { }

        /// <summary>The license ticket: a secret. The session keeps it; it is needed here only to be used elsewhere.</summary>
        public string LicenseTicket { get { return Json.Text("licenseTicket"); } }
    }

    /// <summary>Step 2, <see cref="Session.Ready"/>.</summary>
    [Serializable]
    public sealed class ReadyResult : Result
    {
        internal ReadyResult(byte[] text) : base(text)
        {
            var cards = new List<Card>();
            JsonValue list = Json["cards"];
            if (list != null)
                foreach (JsonValue entry in list.Items)
                    cards.Add(new Card(entry));
            Cards = cards.AsReadOnly();
        }

        /// <summary>The cards in the reader; may be empty.</summary>
        public IReadOnlyList<Card> Cards { get; private set; }
    }

    /// <summary>Step 3, <see cref="Session.Login(string, string, bool)"/>.</summary>
    [Serializable]
    public sealed class LoginResult : Result
    {
        internal LoginResult(byte[] text) : base(text) { }

        /// <summary>Identifier of the connection.</summary>
        public string ConnectionId { get { return Json.Text("connectionId"); } }
        /// <summary>Address of a secure websocket, which this library never calls.</summary>
        public string ConnectedTo { get { return Json.Text("connectedTo"); } }
        /// <summary>The session bearer: a secret. The session keeps it; it is needed here only to be used elsewhere.</summary>
        public string Bearer { get { return Json.Text("bearer"); } }
        /// <summary>Base address of the resource service.</summary>
        public string ServiceUrl { get { return Json.Text("serviceUrl"); } }
        /// <summary>What the service knows of the professional, as it came; null when there is none.</summary>
        public JsonValue MasterData { get { return Json["masterData"]; } }
        /// <summary>
        /// Whether the professional was identified, so that step 4 is unnecessary; null when
        /// <see cref="Configuration.IdentifiedField"/> leads to no boolean: then look at <see cref="MasterData"/>.
        /// </summary>
        public bool? Identified { get { return Json.Boolean("identified"); } }
    }

    /// <summary>Step 6, <see cref="Session.PatientGet"/>.</summary>
    [Serializable]
    public sealed class PatientResult : Result
    {
        internal PatientResult(byte[] text) : base(text) { }

        /// <summary>The patient's national insurance number (NIR), for <see cref="Session.DmpOpen"/> and the uploads.</summary>
        public string PatientId { get { return Json.Text("patient_id"); } }
        /// <summary>Whether the identity is qualified.</summary>
        public bool? InsQualified { get { return Json.Boolean("insQualified"); } }
        /// <summary>True: the patient does not oppose documents being added.</summary>
        public bool? AlimentationConsent { get { return Json.Boolean("alimentationConsent"); } }
        /// <summary>True when one of the two is false: ask the patient, then <see cref="Session.PatientUpdate"/>.</summary>
        public bool? UpdateNeeded { get { return Json.Boolean("updateNeeded"); } }
    }

    /// <summary>Step 9, <see cref="Session.DmpSend"/> and <see cref="Session.DmpSendBytes"/>: definitely accepted.</summary>
    [Serializable]
    public sealed class SendResult : Result
    {
        private const string AttachedKey = "HealthRecord.SendResult";

        internal SendResult(byte[] text) : base(text) { }

        /// <summary>SHA-256 of the document that was sent, 64 hexadecimal digits.</summary>
        public string Sha256 { get { return Json.Text("sha256"); } }
        /// <summary>Bytes of the document that was sent.</summary>
        public long? Bytes { get { return Json.Int64("bytes"); } }

        /// <summary>
        /// The result that belongs to an exception which a progress callback threw at its very last call: the document
        /// was accepted all the same and must not be sent again. Null when the upload did not succeed.
        /// </summary>
        public static SendResult AttachedTo(Exception exception)
        {
            if (exception == null)
                throw new ArgumentNullException("exception");
            return exception.Data[AttachedKey] as SendResult;
        }

        internal static void Attach(Exception exception, SendResult result)
        {
            exception.Data[AttachedKey] = result;
        }
    }

    /// <summary><see cref="Session.State"/>: what a session holds.</summary>
    [Serializable]
    public sealed class StateResult : Result
    {
        internal StateResult(byte[] text) : base(text) { }

        /// <summary>Whether there is a license ticket.</summary>
        public bool? Ticket { get { return Json.Boolean("ticket"); } }
        /// <summary>Entries of the last list of cards; null when there is no list.</summary>
        public int? Cards { get { return Json.Int32("cards"); } }
        /// <summary>Whether there is a session with the resource service.</summary>
        public bool? Session { get { return Json.Boolean("session"); } }
        /// <summary>As <see cref="LoginResult.Identified"/>.</summary>
        public bool? Identified { get { return Json.Boolean("identified"); } }
        /// <summary>Whether the patient's parameters were read.</summary>
        public bool? Patient { get { return Json.Boolean("patient"); } }
        /// <summary>As <see cref="PatientResult.UpdateNeeded"/>; null when no parameters were read.</summary>
        public bool? UpdateNeeded { get { return Json.Boolean("updateNeeded"); } }
        /// <summary>Index of the document that <see cref="DmpClient"/> is sending; null when it sends none.</summary>
        public int? Document { get { return Json.Int32("document"); } }
        /// <summary>Records opened.</summary>
        public int? OpenRecords { get { return Json.Int32("open_records"); } }
    }
}
