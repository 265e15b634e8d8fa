using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;

namespace HealthRecord.Tests
{
    internal static partial class Conformance
    {
        private sealed class OwnException : Exception { }

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
                session.DmpResendAllow(lost.Sha256);
                SendResult sent = Send(session, chain, stage);
                return new Report().Errors(lost, again).Add("sha256", lost.Sha256).Add("sha256_sent", sent.Sha256);
            }
        }

        private static Report CancelUpload(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                Chain chain = Walk(session, stage);
                bool cancelled = false;
                session.SetProgress(progress =>
                {
                    if (cancelled)
                        return;
                    cancelled = true;
                    var other = new Thread(session.Cancel);
                    other.Start();
                    other.Join();
                });
                return new Report().Errors(Failure(() => Send(session, chain, stage)));
            }
        }

        private static Report CancelWaiting(Stage stage)
        {
            using (var session = new Session(stage.Config))
            using (var back = new ManualResetEvent(false))
            {
                var other = new Thread(() =>
                {
                    do
                        session.Cancel();
                    while (!back.WaitOne(20));
                });
                other.Start();
                HealthRecordException error = Failure(() => session.Ticket());
                back.Set();
                other.Join();
                return new Report().Errors(error);
            }
        }

        private static Report Progress(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                Chain chain = Walk(session, stage);
                var seen = new List<UploadProgress>();
                var threads = new List<int>();
                session.SetProgress(progress =>
                {
                    seen.Add(progress);
                    threads.Add(Thread.CurrentThread.ManagedThreadId);
                });
                SendResult sent = Send(session, chain, stage);
                bool rising = true;
                for (int i = 1; i < seen.Count; i++)
                    rising &= seen[i].Done >= seen[i - 1].Done;
                return new Report().Add("calls", seen.Count).Add("first_done", seen[0].Done)
                    .Add("last_done", seen[seen.Count - 1].Done).Add("total", seen[0].Total).Add("rising", rising)
                    .Add("same_thread", threads.TrueForAll(id => id == Thread.CurrentThread.ManagedThreadId))
                    .Add("bytes", sent.Bytes);
            }
        }

        private static Report CallbackException(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                Chain chain = Walk(session, stage);
                var own = new OwnException();
                string raised = "none";
                HealthRecordException attached = null;
                session.SetProgress(progress => { throw own; });
                try { Send(session, chain, stage); }
                catch (OwnException e)
                {
                    raised = ReferenceEquals(e, own) ? "own" : "library";
                    attached = HealthRecordException.AttachedTo(e);
                }
                catch (HealthRecordException) { raised = "library"; }
                session.SetProgress(null);
                SendResult sent = Send(session, chain, stage);
                return new Report().Add("raised", raised).Add("library_error", attached).Add("sha256", sent.Sha256);
            }
        }

        private static Report Log(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                var lines = new List<string>();
                Library.SetLog(LogLevel.Debug, (level, line) => { lock (lines) lines.Add(line); });
                Send(session, Walk(session, stage), stage);
                Library.SetLog(LogLevel.Off, null);
                int before = lines.Count;
                session.State();
                string[] secret = { stage["pin"], stage["nom"], stage["document_name"] };
                return new Report().Add("lines", before).Add("has_dmp_send", lines.Any(line => line.Contains("hr_dmp_send")))
                    .Add("after_off", lines.Count - before)
                    .Add("leak", lines.Any(line => secret.Any(line.Contains)));
            }
        }

        private static Report TwoThreads(Stage stage)
        {
            using (var first = new Session(stage.Config))
            using (var second = new Session(stage.Config))
            {
                HealthRecordException held = null, busy = null;
                var other = new Thread(() =>
                {
                    do
                        held = Failure(() => first.Ticket());
                    while (IsBusy(held)); // the question below came first
                });
                other.Start();
                while (!IsBusy(Failure(() => first.State())))
                    Thread.Yield();
                busy = Failure(() => first.Ticket());
                second.Ticket();
                first.Cancel();
                other.Join();
                return new Report().Errors(busy, held).Add("other", "ok");
            }
        }

        private static bool IsBusy(HealthRecordException error)
        {
            return error != null && error.Code == Native.HR_E_BUSY;
        }

        private static Report UseAfterClose(Stage stage)
        {
            var session = new Session(stage.Config);
            session.Close();
            session.Close();
            HealthRecordException error = Failure(() => session.State());
            HealthRecordException cancelled = Failure(session.Cancel);
            if (cancelled != null && cancelled.Code != Native.HR_E_HANDLE)
                throw cancelled;
            return new Report().Errors(error);
        }

        private static Report Collected(Stage stage)
        {
            int number = 0;
            // A thread of its own: an old stack slot of this one may still hold the session.
            var other = new Thread(() => number = OpenAndDrop(stage));
            other.Start();
            other.Join();
            for (int i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
            return new Report().Add("code", RawState(number));
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int RawState(int number)
        {
            IntPtr text;
            int code = Native.hr_state(number, out text);
            Native.hr_free(text);
            return code;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int OpenAndDrop(Stage stage)
        {
            return new Session(stage.Config).Handle;
        }

        private static Report BadConfig()
        {
            return new Report().Errors(Failure(() => new Session("{\"unknown_key\": 1}")));
        }

        private static Report InteriorNul(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                bool refused = false;
                try { session.PatientSearch("A\0B"); }
                catch (ArgumentException) { refused = true; }
                catch (HealthRecordException) { }
                return new Report().Add("refused", refused);
            }
        }

        private static Report UnknownCode()
        {
            return new Report().Errors(Failure(() => Boundary.Check(-12345, "hr_state")));
        }

        private static Report AllMethods()
        {
            using (var session = new Session("{}"))
            {
                var names = new Report();
                Action<string, Action> call = (name, method) =>
                {
                    HealthRecordException error = Failure(method);
                    names.Add(name, error == null ? "HR_OK" : error.Name);
                };
                call("ticket", () => session.Ticket());
                call("ready", () => session.Ready());
                call("login", () => session.Login("token", "1234"));
                call("pin_retry_allow", () => session.PinRetryAllow("token"));
                call("session_set", () => session.SessionSet("", "bearer"));
                call("profile_put", () => session.ProfilePut("{}"));
                call("profile_select", () => session.ProfileSelect("1"));
                call("patient_search", () => session.PatientSearch("A", "B"));
                call("patient_get", () => session.PatientGet());
                call("patient_update", () => session.PatientUpdate("{}"));
                call("request", () => session.Request("GET", "/patient"));
                call("dmp_open", () => session.DmpOpen("1"));
                call("dmp_send", () => session.DmpSend("1", "/nowhere/document.pdf", "10", "11503-0"));
                call("dmp_send_bytes", () => session.DmpSendBytes("1", new byte[] { 1 }, "10", "11503-0", "a.pdf"));
                call("dmp_resend_allow", () => session.DmpResendAllow(""));
                call("ticket_set", () => session.TicketSet(""));
                return new Report().AddRaw("names", names.ToString());
            }
        }
    }
}
