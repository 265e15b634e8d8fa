using System;
using System.IO;
using System.Linq;

namespace HealthRecord.Tests
{
    // What the calls give and what the service gets.
    internal static partial class Conformance
    {
        private static Error Failure(Action call)
        {
            try { call(); }
            catch (HealthRecordException e) { return e.Error; }
            catch (ObjectDisposedException e) { return ((HealthRecordException)e.InnerException).Error; }
            return null;
        }

        private static Card Card(Session session, Stage stage)
        {
            return session.Ready().Cards.First(card => card.Json["serial"].AsString() == stage["card"]);
        }

        private static Login LogIn(Session session, Stage stage, string pin)
        {
            return session.Login(Card(session, stage).Token, pin.ToCharArray());
        }

        private sealed class Chain
        {
            internal Card Card;
            internal Login Login;
            internal Answered Search;
            internal Patient Patient;
        }

        private static Chain Walk(Session session, Stage stage)
        {
            var chain = new Chain();
            session.Ticket();
            chain.Card = Card(session, stage);
            chain.Login = session.Login(chain.Card.Token, stage["pin"].ToCharArray());
            chain.Search = session.PatientSearch(stage["nom"], stage["prenom"]);
            chain.Patient = session.PatientGet();
            session.DmpOpen(chain.Patient.PatientId);
            return chain;
        }

        private static Upload Send(Session session, Chain chain, Stage stage, string filename = null)
        {
            return session.DmpSend(chain.Patient.PatientId, stage["document"], stage["activity_type"], stage["type_code"], filename);
        }

        private static Report SendOne(Stage stage, string config, bool fromMemory)
        {
            using (var session = new Session(config))
            {
                Chain chain = Walk(session, stage);
                Upload sent = !fromMemory ? Send(session, chain, stage)
                    : session.DmpSendBytes(chain.Patient.PatientId, File.ReadAllBytes(stage["document"]),
                        stage["document_name"], stage["activity_type"], stage["type_code"]);
                return new Report().Add("patient_id", chain.Patient.PatientId).Add("sha256", sent.Sha256)
                    .Add("bytes", sent.Bytes).Add("next", sent.Next?.Value).Add("http_status", sent.HttpStatus)
                    .Add("updateNeeded", chain.Patient.UpdateNeeded).Add("insQualified", chain.Patient.InsQualified)
                    .Add("identified", chain.Login.Identified).Add("modelText", chain.Card.ModelText?.AsString());
            }
        }

        private static Report Accents(Stage stage)
        {
            const string text = "Ünïcödé ☃ 🩺";
            using (var session = new Session(stage.Config))
            {
                Chain chain = Walk(session, stage);
                Upload sent = Send(session, chain, stage, stage["document_name"]);
                Response echo = session.Request("POST", "/echo", "{\"text\":\"" + text + "\"}");
                return new Report().Add("nom", chain.Search.Raw["nom"].AsString())
                    .Add("prenom", chain.Search.Raw["prenom"].AsString())
                    .Add("echo", echo.Raw.RawText.Contains(text)).Add("sha256", sent.Sha256);
            }
        }

        private static Report BigNumber(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                LogIn(session, stage, stage["pin"]);
                Response echo = session.Request("POST", "/echo", "{\"n\":123456789012345678901234567890.12345,\"e\":1.797e309}");
                return new Report().Add("raw", echo.Raw.RawText);
            }
        }

        private static Report WrongPin(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                Card card = Card(session, stage);
                Error first = Failure(() => session.Login(card.Token, stage["wrong_pin"].ToCharArray()));
                Error second = Failure(() => session.Login(card.Token, stage["wrong_pin"].ToCharArray()));
                card = Card(session, stage);
                Error third = Failure(() => session.Login(card.Token, stage["wrong_pin"].ToCharArray()));
                session.PinRetryAllow(card.Token);
                return new Report().Errors(first, second, third);
            }
        }

        private static Report RightPinAfter(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                Error first = Failure(() => LogIn(session, stage, stage["wrong_pin"]));
                Login login = LogIn(session, stage, stage["pin"]);
                return new Report().Errors(first).Add("next", login.Next?.Value);
            }
        }

        private static Report Opposed(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                LogIn(session, stage, stage["pin"]);
                session.PatientSearch(stage["nom"], stage["prenom"]);
                Patient patient = session.PatientGet();
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
                Error lost = Failure(() => Send(session, chain, stage));
                Error again = Failure(() => Send(session, chain, stage));
                session.DmpResendAllow(lost.Entry);
                Upload sent = Send(session, chain, stage);
                return new Report().Errors(lost, again).Add("sha256", lost.Sha256).Add("sha256_sent", sent.Sha256);
            }
        }
    }
}
