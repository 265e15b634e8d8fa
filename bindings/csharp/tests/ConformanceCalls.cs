using System;
using System.IO;
using System.Linq;

namespace HealthRecord.Tests
{
    // What the calls give and what the service gets.
    internal static partial class Conformance
    {
        private static HealthRecordException Failure(Action call)
        {
            try { call(); }
            catch (HealthRecordException e) { return e; }
            return null;
        }

        private static Card Card(Session session, Stage stage)
        {
            return session.Ready().Cards.First(card => card.Serial == stage["card"]);
        }

        private static LoginResult LogIn(Session session, Stage stage, string pin)
        {
            return session.Login(Card(session, stage).Token, pin);
        }

        private sealed class Chain
        {
            internal Card Card;
            internal LoginResult Login;
            internal Result Search;
            internal PatientResult Patient;
        }

        private static Chain Walk(Session session, Stage stage)
        {
            var chain = new Chain();
            session.Ticket();
            chain.Card = Card(session, stage);
            chain.Login = session.Login(chain.Card.Token, stage["pin"]);
            chain.Search = session.PatientSearch(stage["nom"], stage["prenom"]);
            chain.Patient = session.PatientGet();
            session.DmpOpen(chain.Patient.PatientId);
            return chain;
        }

        private static SendResult Send(Session session, Chain chain, Stage stage, string filename = null)
        {
            return session.DmpSend(chain.Patient.PatientId, stage["document"], stage["activity_type"], stage["type_code"], filename);
        }

        private static Report SendOne(Stage stage, string config, bool fromMemory)
        {
            using (var session = new Session(config))
            {
                Chain chain = Walk(session, stage);
                SendResult sent = !fromMemory ? Send(session, chain, stage)
                    : session.DmpSendBytes(chain.Patient.PatientId, File.ReadAllBytes(stage["document"]),
                        stage["activity_type"], stage["type_code"], stage["document_name"]);
                return new Report().Add("patient_id", chain.Patient.PatientId).Add("sha256", sent.Sha256)
                    .Add("bytes", sent.Bytes).Add("next", sent.Next).Add("http_status", sent.HttpStatus)
                    .Add("updateNeeded", chain.Patient.UpdateNeeded).Add("insQualified", chain.Patient.InsQualified)
                    .Add("identified", chain.Login.Identified).Add("modelText", chain.Card.ModelText);
            }
        }

        private static Report Accents(Stage stage)
        {
            const string text = "Ünïcödé ☃ 🩺";
            using (var session = new Session(stage.Config))
            {
                Chain chain = Walk(session, stage);
                SendResult sent = Send(session, chain, stage, stage["document_name"]);
                Result echo = session.Request("POST", "/echo", "{\"text\":\"" + text + "\"}");
                return new Report().Add("nom", chain.Search.RawJson["nom"].AsString())
                    .Add("prenom", chain.Search.RawJson["prenom"].AsString())
                    .Add("echo", echo.Raw.Contains(text)).Add("sha256", sent.Sha256);
            }
        }

        private static Report BigNumber(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                LogIn(session, stage, stage["pin"]);
                Result echo = session.Request("POST", "/echo", "{\"n\":123456789012345678901234567890.12345,\"e\":1.797e309}");
                return new Report().Add("raw", echo.Raw);
            }
        }

        private static Report WrongPin(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                Card card = Card(session, stage);
                HealthRecordException first = Failure(() => session.Login(card.Token, stage["wrong_pin"]));
                HealthRecordException second = Failure(() => session.Login(card.Token, stage["wrong_pin"]));
                card = Card(session, stage);
                HealthRecordException third = Failure(() => session.Login(card.Token, stage["wrong_pin"]));
                session.PinRetryAllow(card.Token);
                return new Report().Errors(first, second, third);
            }
        }

        private static Report RightPinAfter(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                HealthRecordException first = Failure(() => LogIn(session, stage, stage["wrong_pin"]));
                LoginResult login = LogIn(session, stage, stage["pin"]);
                return new Report().Errors(first).Add("next", login.Next);
            }
        }

        private static Report Opposed(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                LogIn(session, stage, stage["pin"]);
                session.PatientSearch(stage["nom"], stage["prenom"]);
                PatientResult patient = session.PatientGet();
                return new Report().Add("updateNeeded", patient.UpdateNeeded)
                    .Add("alimentationConsent", patient.AlimentationConsent)
                    .Errors(Failure(() => session.DmpOpen(patient.PatientId)));
            }
        }

        private static Report LostReply(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                Chain chain = Walk(session, stage);
                HealthRecordException lost = Failure(() => Send(session, chain, stage));
                HealthRecordException again = Failure(() => Send(session, chain, stage));
                session.DmpResendAllow(lost.Entry);
                SendResult sent = Send(session, chain, stage);
                return new Report().Errors(lost, again).Add("sha256", lost.Sha256).Add("sha256_sent", sent.Sha256);
            }
        }
    }
}
