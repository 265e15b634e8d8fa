using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Runtime.CompilerServices;
using System.Threading;

namespace HealthRecord.Tests
{
    // What happens around the calls: cancel, callbacks, threads, the end of a session, arguments.
    internal static partial class Conformance
    {
        private sealed class OwnException : Exception { }

        private static Report CancelUpload(Stage stage)
        {
            using (var session = new Session(stage.Config))
            {
                Chain chain = Walk(session, stage);
                bool cancelled = false;
                session.SetProgress((done, total) =>
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
                Error error = Failure(() => session.Ticket());
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
                var seen = new List<int>();
                int whole = 0;
                var threads = new List<int>();
                session.SetProgress((done, total) =>
                {
                    seen.Add(done);
                    whole = total;
                    threads.Add(Thread.CurrentThread.ManagedThreadId);
                });
                Upload sent = Send(session, chain, stage);
                bool rising = true;
                for (int i = 1; i < seen.Count; i++)
                    rising &= seen[i] >= seen[i - 1];
                return new Report().Add("calls", seen.Count).Add("first_done", seen[0])
                    .Add("last_done", seen[seen.Count - 1]).Add("total", whole).Add("rising", rising)
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
                Error attached = null;
                session.SetProgress((done, total) => { throw own; });
                try { Send(session, chain, stage); }
                catch (OwnException e)
                {
                    raised = ReferenceEquals(e, own) ? "own" : "library";
                    attached = new Error(session.Last());
                }
                catch (HealthRecordException) { raised = "library"; }
                session.SetProgress(null);
                Upload sent = Send(session, chain, stage);
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
                Error held = null;
                Error busy = null;
                var other = new Thread(() =>
                {
                    do
                        held = Failure(() => first.Ticket());
                    while (IsBusy(held)); // the question below came first
                });
                other.Start();
                while (!IsBusy(Failure(() => first.SetProgress(null))))
                    Thread.Yield();
                busy = Failure(() => first.Ticket());
                // Busy from its beginning on: the second session's request must not overtake the first one's.
                while (!TicketArrived(stage))
                    Thread.Yield();
                second.Ticket();
                first.Cancel();
                other.Join();
                return new Report().Errors(busy, held).Add("other", "ok");
            }
        }

        private static bool IsBusy(Error error)
        {
            return error != null && error.Code == ErrorCode.Busy;
        }

        private static bool TicketArrived(Stage stage)
        {
            WebRequest request = WebRequest.Create(stage["control_url"] + "/requests");
            request.Proxy = null;
            using (WebResponse reply = request.GetResponse())
            using (var reader = new StreamReader(reply.GetResponseStream()))
                return JsonValue.Parse(reader.ReadToEnd()).Items.Any(seen => seen["call"].AsString() == "ticket");
        }

        private static Report UseAfterClose(Stage stage)
        {
            var session = new Session(stage.Config);
            session.Close();
            session.Close();
            Error error = Failure(() => session.State());
            Error cancelled = Failure(session.Cancel);
            if (cancelled != null && cancelled.Code != ErrorCode.Handle)
                return new Report().Errors(cancelled);
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
            return new Report().Errors(Failure(() => throw new Reply(-12345, null, "hr_state").Failure()));
        }

        private static Report AllMethods()
        {
            using (var session = new Session("{}"))
            {
                var names = new Report();
                Action<string, Action> call = (name, method) =>
                {
                    Error error = Failure(method);
                    names.Add(name, error == null ? "HR_OK" : error.Code.Value);
                };
                call("ticket", () => session.Ticket());
                call("ready", () => session.Ready());
                call("login", () => session.Login("token", "1234".ToCharArray()));
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
                call("dmp_send_bytes", () => session.DmpSendBytes("1", new byte[] { 1 }, "a.pdf", "10", "11503-0"));
                call("dmp_resend_allow", () => session.DmpResendAllow(""));
                call("dmp_found", () => session.DmpFound(""));
                call("journal", () => session.Journal());
                call("ticket_set", () => session.TicketSet(""));
                return new Report().AddRaw("names", names.ToString());
            }
        }
    }
}
