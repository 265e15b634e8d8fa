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
                var reasons = new List<HealthRecordException>();
                string token = Card(session, stage).Token;
                reasons.Add(Failure(() => session.Login(token, stage["wrong_pin"])));
                reasons.Add(Failure(() => session.Login(token, stage["wrong_pin"])));
                token = Card(session, stage).Token;
                reasons.Add(Failure(() => session.Login(token, stage["wrong_pin"])));
                reasons.Add(Failure(() => session.Login("another", stage["wrong_pin"], true)));
                reasons.Add(Failure(() => session.Login(token, stage["wrong_pin"])));
                reasons.Add(Failure(() => session.Login(token, stage["wrong_pin"], true)));
                Chain chain = Walk(session, stage);
                HealthRecordException lost = Failure(() => Send(session, chain, stage));
                HealthRecordException again = Failure(() => Send(session, chain, stage));
                session.DmpResendAllow(lost.Entry);
                Send(session, chain, stage);
                return new Report().Add("reasons", reasons.ConvertAll(error => error.Reason))
                    .Add("entry", lost.Entry).Add("same_entry", again.Entry == lost.Entry);
            }
        }

        private static Report NullOptionalText(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                session.Ticket();
                LogIn(session, stage, stage["pin"]);
                Result found = session.PatientSearch(stage["nom"], null, null, null);
                return new Report().Add("nom", found.RawJson["nom"].AsString());
            }
        }

        private static Report CallbackEndsAcceptedUpload(Stage stage)
        {
            using (var session = new Session(stage.Config))
            using (var source = new CancellationTokenSource())
            {
                Chain chain = Walk(session, stage);
                session.SetProgress(progress =>
                {
                    if (progress.Done < progress.Total)
                        return;
                    source.Cancel();
                    source.Token.ThrowIfCancellationRequested();
                });
                Task<SendResult> task = session.DmpSendAsync(chain.Patient.PatientId, stage["document"],
                    stage["activity_type"], stage["type_code"], null, source.Token);
                SendResult sent = task.GetAwaiter().GetResult();
                return new Report().Add("outcome", sent.Outcome).Add("sha256", sent.Sha256);
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
                CallTimeoutMs = 1234567,
                CardCodes = new CardCodes { PinRefused = new CardCode[] { -1234 } }
            };
            using (var session = new Session(configuration))
            {
                HealthRecordException error = Failure(() => Boundary.Check(-12345, "hr_state"));
                return new Report().Add("call_ms", session.Settings.Json["timeouts"]["call_ms"].AsInt64())
                    .Add("message", error.Message + " " + error.Remedy);
            }
        }
    }
}
