using System;
using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord.Tests
{
    // Reasons, what is left out, a callback that interferes, the program's end, another culture.
    internal static partial class Conformance
    {
        private static Report ReasonAndEntry(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                var reasons = new List<Error>();
                char[] wrong = stage["wrong_pin"].ToCharArray();
                string token = Card(session, stage).Token;
                reasons.Add(Failure(() => session.Login(token, wrong)));
                reasons.Add(Failure(() => session.Login(token, wrong)));
                token = Card(session, stage).Token;
                reasons.Add(Failure(() => session.Login(token, wrong)));
                reasons.Add(Failure(() => Confirm(session, "another", wrong)));
                reasons.Add(Failure(() => session.Login(token, wrong)));
                reasons.Add(Failure(() => Confirm(session, token, wrong)));
                Chain chain = Walk(session, stage);
                Error lost = Failure(() => Send(session, chain, stage));
                Error again = Failure(() => Send(session, chain, stage));
                session.DmpResendAllow(lost.Entry);
                Send(session, chain, stage);
                return new Report().Add("reasons", reasons.ConvertAll(error => error.Reason?.Value))
                    .Add("entry", lost.Entry).Add("same_entry", again.Entry == lost.Entry);
            }
        }

        private static void Confirm(Session session, string token, char[] pin)
        {
            session.PinRetryAllow(token);
            session.Login(token, pin);
        }

        private static Report NullOptionalText(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                LogIn(session, stage, stage["pin"]);
                Answered found = session.PatientSearch(stage["nom"], null, null, null);
                return new Report().Add("nom", found.Raw["nom"].AsString());
            }
        }

        private static Report CallbackEndsAcceptedUpload(Stage stage)
        {
            using (var session = new Session(stage.Config))
            using (var source = new CancellationTokenSource())
            {
                Chain chain = Walk(session, stage);
                session.SetProgress((done, total) =>
                {
                    if (done < total)
                        return;
                    source.Cancel();
                    source.Token.ThrowIfCancellationRequested();
                });
                Task<Upload> task = session.DmpSendAsync(chain.Patient.PatientId, stage["document"],
                    stage["activity_type"], stage["type_code"], null, source.Token);
                Upload sent = task.GetAwaiter().GetResult();
                return new Report().Add("outcome", sent.Outcome.Value).Add("sha256", sent.Sha256);
            }
        }

        // Returns when the threads run, which never end.
        private static Report KeepRunning(Func<Action> worker)
        {
            int lines = 0;
            Library.SetLog(LogLevel.Debug, (level, line) =>
            {
                Interlocked.Increment(ref lines);
                Thread.Sleep(1); // so that the end finds threads in here
            });
            for (int i = 0; i < 4; i++)
                new Thread(() =>
                {
                    Action work = worker();
                    for (;;)
                        Failure(work);
                }) { IsBackground = true }.Start();
            while (Volatile.Read(ref lines) < 1000)
                Thread.Sleep(1);
            return new Report().Add("running", true);
        }

        private static Report ExitWhileLogging()
        {
            return KeepRunning(() =>
            {
                var session = new Session("{}");
                return () => session.Ready();
            });
        }

        private static Report ExitWhileClosing()
        {
            return KeepRunning(() => () => new Session("{}").Close());
        }

        private static Report NegativeSignCulture()
        {
            var other = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            other.NumberFormat.NegativeSign = "\u2212";
            other.NumberFormat.NumberGroupSeparator = " ";
            Thread.CurrentThread.CurrentCulture = other;
            var configuration = new Configuration
            {
                Timeouts = new Timeouts { CallMs = 1234567 },
                CardCodes = new CardCodes { PinRefused = new JsonValue[] { -1234 } }
            };
            using (var session = new Session(configuration))
            {
                Error error = Failure(() => throw new Reply(-12345, null, "hr_state").Failure());
                return new Report().Add("call_ms", session.Settings.Json["timeouts"]["call_ms"].AsInt64())
                    .Add("message", error.Message + " " + error.Remedy);
            }
        }
    }
}
