using System;
using System.IO;
using System.Linq;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text;
using System.Threading;

namespace HealthRecord.Tests
{
    internal static class SessionTests
    {
        private static T Copied<T>(T value, out string bytes)
        {
            var stream = new MemoryStream();
            new BinaryFormatter().Serialize(stream, value);
            bytes = Encoding.UTF8.GetString(stream.ToArray());
            stream.Position = 0;
            return (T)new BinaryFormatter().Deserialize(stream);
        }

        public static void An_error_has_each_fact_once_and_survives_serialization()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"dmp_send\",\"times\":1,\"status\":503,\"headers\":{\"retry-after\":\"7\"}}");
            using (Session session = sandbox.OpenRecord(out string patient))
            {
                HealthRecordException thrown = Check.Throws<HealthRecordException>(
                    () => session.DmpSendBytes(patient, new byte[] { 1, 2, 3 }, "a.pdf", "10", "11503-0"));
                foreach (HealthRecordException error in new[] { thrown, Copied(thrown, out string bytes) })
                {
                    Error details = error.Error;
                    Check.Equal("HR_E_SERVER hr_dmp_send_bytes service unknown 503 7 3", string.Join(" ", details.Code, details.Operation, details.At,
                        details.Outcome, details.HttpStatus, details.RetryAfterS, details.Bytes));
                    Check.Equal("039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81", details.Sha256);
                    Check.Equal(error.Message, details.Message);
                    Check.Equal(details.Json["message_fr"].AsString(), details.MessageFr);
                    Check.Equal((ErrorCode?)null, details.Cause);
                    Check.Equal(0, details.Choices.Count);
                }
            }
            var missing = new LibraryException(LibraryFailure.FileMissing, "/nowhere/libhr.so", "missing");
            Check.Equal(missing.MessageFr, Copied(missing, out string none).MessageFr);
        }

        public static void No_names_are_in_exceptions_or_their_serialization()
        {
            var sandbox = new Sandbox();
            using (Client client = sandbox.Client())
            {
                var homonyms = new FindRequest { Patient = new Traits { Nom = "JUMEAU" } };
                HealthRecordException error = Check.Throws<HealthRecordException>(() => client.Session.PatientFind(homonyms));
                Check.Equal("HR_E_CHOICE traits", error.Error.Code + " " + error.Error.Ask);
                Copied(error, out string bytes);
                var missing = new DepositRequest { Patient = new Traits { Nom = "EXEMPLE", Prenom = "Hélène" } };
                missing.Documents.Add(new DocumentFile { Path = "/nowhere", TypeCode = "11503-0", ActivityType = "10", Reference = "DE JUMEAU" });
                HealthRecordException unread = Check.Throws<HealthRecordException>(() => client.Session.Deposit(missing));
                Check.Equal("DE JUMEAU", client.Session.Last()["documents"][0]["reference"].AsString());
                Copied(unread, out string more);
                bytes += unread + more + unread.Error.Json.RawText;
                string shown = error + error.Error.Json.RawText + bytes;
                Result<FoundPatient> several = client.Find(homonyms);
                Check.Contains("JUMEAU", several.Error.Choices[0].LabelFr);
                Check.True(!shown.Contains("JUMEAU") && !(several + " " + several.Error + several.Json).Contains("JUMEAU"), "a name is shown");
            }
        }

        public static void Nothing_secret_shows_in_ToString()
        {
            var sandbox = new Sandbox();
            Question asked = null;
            using (var client = new Client(sandbox.Configuration, question =>
            {
                asked = question;
                return Answer.Pin("1234");
            }))
            {
                Result<Connection> login = client.Login(Sandbox.First);
                string bearer = login.Value.Login.Bearer;
                Traits traits = new Traits { Nom = "EXEMPLE", Prenom = "Hélène" };
                Result<FoundPatient> found = client.Find(new FindRequest { Patient = traits });
                string shown = string.Join(" ", client, client.Session, client.Session.Settings, asked, asked.Choices[0], login, login.Value,
                    login.Value.Card, login.Value.Login, traits, found, found.Value, Sandbox.First, Answer.Pin("1234"), sandbox.Configuration);
                string[] secrets = { "1234", bearer, found.Value.PatientId, "EXEMPLE", "Hélène", "D'ESSAI", "2000000001", sandbox.Configuration.LicenseBearer };
                foreach (string secret in secrets)
                    Check.True(!string.IsNullOrEmpty(secret) && !shown.Contains(secret), secret + " is shown");
            }
        }

        public static void A_closed_session_is_disposed_of()
        {
            var session = new Session("{}");
            session.Close();
            session.Dispose();
            var disposed = Check.Throws<ObjectDisposedException>(() => session.State());
            Check.Equal(ErrorCode.Handle, ((HealthRecordException)disposed.InnerException).Error.Code);
            Check.Throws<ObjectDisposedException>(session.Cancel);
            Check.Throws<ObjectDisposedException>(() => session.SetProgress(null));
        }

        public static void A_session_that_nobody_closed_is_closed()
        {
            int number = 0;
            // A thread of its own: an old stack slot of this one may still hold the session.
            var other = new Thread(() => number = new Session("{}").Handle);
            other.Start();
            other.Join();
            for (int i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
            Check.Equal(Native.HR_E_HANDLE, Native.hr_state(number, out IntPtr text));
            Native.hr_free(text);
        }

        public static void A_session_in_use_is_not_collected()
        {
            var sandbox = new Sandbox();
            using (new Timer(_ => GC.Collect(), null, 0, 1))
                for (int i = 0; i < 100; i++)
                    Check.True(new Session(sandbox.Configuration).Ticket().LicenseTicket.Length > 0, "no ticket");
        }

        public static void Sessions_are_closed_and_texts_freed()
        {
            var sandbox = new Sandbox();
            using (Client client = sandbox.Client())
            {
                Action some = () =>
                {
                    for (int i = 0; i < 300; i++)
                    {
                        client.Session.State();
                        Check.Throws<HealthRecordException>(() => client.Deposit(new DepositRequest { PatientId = new string((char)49, 20000) }));
                        new Session("{}").Close();
                    }
                };
                some();
                long before = Resident();
                some();
                Check.True(Resident() - before < 12000000, "memory grew by " + (Resident() - before));
            }
        }

        private static long Resident()
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
            return long.Parse(File.ReadAllText("/proc/self/statm").Split(' ')[1]) * 4096;
        }
    }
}
