using System;
using System.IO;
using System.Linq;
using System.Runtime.Serialization.Formatters.Binary;
using System.Security;
using System.Threading;

namespace HealthRecord.Tests
{
    internal static class SessionTests
    {
        private static readonly byte[] Document = { 1, 2, 3 };

        public static void An_error_tells_everything()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"dmp_send\",\"times\":1,\"status\":503,\"headers\":{\"retry-after\":\"7\"}}");
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            {
                PeerException error = Check.Throws<PeerException>(() => session.DmpSendBytes(patient, Document, "10", "11503-0", "a.pdf"));
                Check.Equal(Native.HR_E_SERVER, error.Code);
                Check.Equal("HR_E_SERVER", error.Name);
                Check.Equal("hr_dmp_send_bytes", error.Operation);
                Check.Equal("service", error.At);
                Check.Equal((int?)503, error.HttpStatus);
                Check.Equal("unknown", error.Outcome);
                Check.True(error.InDoubt, "not in doubt");
                Check.Equal((int?)7, error.RetryAfterSeconds);
                Check.Equal("039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81", error.Sha256);
                Check.Equal((long?)3, error.Bytes);
                Check.Equal(error.Raw.Contains("\"phase\":\"read\""), error.Phase == "read");
                JsonValue raw = JsonValue.Parse(error.Raw);
                Check.Equal(raw["message"].AsString(), error.Message);
                Check.Equal(raw["message_fr"].AsString(), error.MessageFr);
                Check.Equal(raw["remedy"].AsString(), error.Remedy);
                Check.Equal(raw["remedy_fr"].AsString(), error.RemedyFr);
                Check.Equal(null, error.Cause);
            }
        }

        public static void The_card_clients_code_is_kept_as_text()
        {
            var sandbox = new Sandbox();
            using (var session = new Session(sandbox.Configuration))
            {
                session.Ticket();
                string token = Sandbox.Token(session);
                PeerException error = Check.Throws<PeerException>(() => session.Login(token, "0000"));
                Check.Equal("4", error.ServiceCode);
                Check.True(!string.IsNullOrEmpty(error.ServiceMessage), "no service_message");
                Check.Equal("rejected", error.Outcome);
                Check.True(!error.InDoubt, "in doubt");
            }
        }

        public static void An_error_survives_serialization()
        {
            CallerException error = Check.Throws<CallerException>(() => new Session("{\"unknown_key\":1}"));
            HealthRecordException.Attach(error, Check.Throws<CallerException>(() => new Session("[]")));
            var formatter = new BinaryFormatter();
            var stream = new MemoryStream();
            formatter.Serialize(stream, error);
            stream.Position = 0;
            var copy = (CallerException)formatter.Deserialize(stream);
            Check.Equal(error.Raw, copy.Raw);
            Check.Equal(error.MessageFr, copy.MessageFr);
            Check.Equal("HR_E_CONFIG", HealthRecordException.AttachedTo(copy).Name);
        }

        public static void Every_family_has_its_type()
        {
            int[] codes = { -1, -99, -100, -199, -200, -299, -300, -899, -900, -999, -1000, 1 };
            Type[] types =
            {
                typeof(CallerException), typeof(CallerException), typeof(NetworkException), typeof(NetworkException),
                typeof(PeerException), typeof(PeerException), typeof(HealthRecordException), typeof(HealthRecordException),
                typeof(InternalException), typeof(InternalException), typeof(HealthRecordException), typeof(HealthRecordException)
            };
            for (int i = 0; i < codes.Length; i++)
            {
                var error = Check.Throws<HealthRecordException>(() => Boundary.Check(codes[i], "hr_state"));
                Check.Equal(types[i], error.GetType());
                Check.Equal(codes[i], error.Code);
            }
        }

        public static void A_success_whose_result_is_lost_is_not_taken_for_a_failure()
        {
            HealthRecordException error = Check.Throws<CallerException>(
                () => Boundary.Check<Result>(0, IntPtr.Zero, "hr_dmp_send", true, json => new Result(json)));
            Check.Equal("accepted_unreadable", error.Outcome);
            Check.True(error.InDoubt, "not in doubt");
            error = Check.Throws<CallerException>(
                () => Boundary.Check<Result>(0, IntPtr.Zero, "hr_ready", false, json => new Result(json)));
            Check.Equal(null, error.Outcome);
            Check.True(!error.InDoubt, "in doubt, though nothing was changed");
        }

        public static void The_PIN_may_come_in_four_forms_each_presented_once()
        {
            var sandbox = new Sandbox();
            var secure = new SecureString();
            foreach (char digit in "1234")
                secure.AppendChar(digit);
            using (var session = new Session(sandbox.Configuration))
            {
                session.Ticket();
                char[] characters = "1234".ToCharArray();
                byte[] bytes = { 0x31, 0x32, 0x33, 0x34 };
                session.Login(Sandbox.Token(session), "1234");
                session.Login(Sandbox.Token(session), characters);
                session.Login(Sandbox.Token(session), bytes);
                session.Login(Sandbox.Token(session), secure);
                Check.Equal(4, sandbox.PinPresentations);
                Check.Equal("1234", new string(characters));
                Check.Equal((byte)0x34, bytes[3]);
                Check.Equal(4, secure.Length);
                CallerException error = Check.Throws<CallerException>(() => session.Login(Sandbox.Token(session), ""));
                Check.Equal("HR_E_ARGUMENT", error.Name);
                Check.Throws<CallerException>(() => session.Login(Sandbox.Token(session), (string)null));
                Check.Throws<CallerException>(() => session.Login(Sandbox.Token(session), (SecureString)null));
                Check.Equal(4, sandbox.PinPresentations);
            }
        }

        public static void Nothing_secret_shows_in_ToString()
        {
            var sandbox = new Sandbox();
            using (var session = new Session(sandbox.Configuration))
            {
                TicketResult ticket = session.Ticket();
                Card card = session.Ready().Cards[0];
                LoginResult login = session.Login(Sandbox.Token(session), "1234");
                Result search = session.PatientSearch("EXEMPLE", "Hélène");
                PatientResult patient = session.PatientGet();
                string shown = string.Join(" ", ticket, ticket.Json, card, card.Json, login, login.MasterData, search,
                    search.RawJson, patient, patient.RawJson, session.Settings, session, session.State());
                string[] secrets =
                {
                    ticket.LicenseTicket, login.Bearer, patient.PatientId, "EXEMPLE", "Hélène", sandbox.LicenseBearer,
                    card.Serial, card.Token, card.LastName, card.IdNat
                };
                foreach (string secret in secrets)
                    Check.True(!shown.Contains(secret), secret + " is shown");
                Check.Contains("LoginResult (http_status 200, next hr_patient_search, outcome accepted)", shown);
            }
        }

        public static void The_state_and_the_results_are_typed()
        {
            var sandbox = new Sandbox();
            string patient;
            using (Session session = sandbox.OpenRecord(out patient))
            {
                StateResult state = session.State();
                Check.Equal((bool?)true, state.Ticket);
                Check.Equal((int?)3, state.Cards);
                Check.Equal((bool?)true, state.Session);
                Check.Equal((bool?)true, state.Identified);
                Check.Equal((bool?)true, state.Patient);
                Check.Equal((bool?)false, state.UpdateNeeded);
                Check.Equal((int?)1, state.OpenRecords);
                Check.Equal("hr_dmp_send", state.Next);
                Check.Equal(null, state.Raw);
                JsonValue record = session.PatientGet().RawJson;
                Check.Equal("123456789012345678901234567890", record["dossierNumero"].RawText);
                Check.Throws<FormatException>(() => record["zoneLibre"].AsString());
                Card card = session.Ready().Cards.First(entry => entry.Serial == "2000000001");
                Check.Equal("IAS ECC", card.ModelText);
                Check.True(card.Model.Contains("%00"), card.Model);
                Check.Equal((int?)10, card.ProfCode);
                Check.Equal((int?)3, card.PinAttempt);
                Check.Equal("Zoé", card.FirstName);
            }
        }

        public static void A_ticket_and_a_login_made_elsewhere_are_taken_over()
        {
            var sandbox = new Sandbox();
            using (var first = new Session(sandbox.Configuration))
            using (var second = new Session(sandbox.Configuration))
            {
                second.TicketSet(first.Ticket().LicenseTicket);
                LoginResult login = second.Login(Sandbox.Token(second), "1234");
                first.SessionSet(login.ServiceUrl, login.Bearer);
                Check.Equal((int?)200, first.PatientSearch("EXEMPLE").HttpStatus);
                Check.Equal((int?)200, first.PatientSearch(dateNaissance: "1955-08-14", sexe: "F").HttpStatus);
                Check.Equal("HR_E_NOT_FOUND", Check.Throws<PeerException>(() => first.PatientSearch("")).Name);
                Check.Throws<ArgumentException>(() => first.TicketSet("a\0b"));
                Check.Throws<ArgumentException>(() => first.SessionSet("\ud800", "b"));
                Check.Throws<ArgumentNullException>(() => first.DmpSendBytes("1", null, "10", "11503-0", "a.pdf"));
            }
        }

        public static void Closing_from_another_thread_ends_the_call_that_runs()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"ticket\",\"delay_ms\":60000}");
            var session = new Session(sandbox.Configuration);
            HealthRecordException error = null;
            var other = new Thread(() => error = Check.Throws<HealthRecordException>(() => session.Ticket()));
            other.Start();
            sandbox.WaitFor("ticket");
            session.Dispose();
            other.Join();
            Check.Equal("HR_E_CANCELLED", error.Name);
            session.Dispose();
            Check.Equal("HR_E_HANDLE", Check.Throws<CallerException>(() => session.Ticket()).Name);
            Check.Equal("HR_E_HANDLE", Check.Throws<CallerException>(session.Cancel).Name);
            Check.Equal("HR_E_HANDLE", Check.Throws<CallerException>(() => session.SetProgress(null)).Name);
        }

        public static void A_session_in_use_is_not_collected()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"ticket\",\"delay_ms\":300}");
            TicketResult ticket = null;
            var other = new Thread(() => ticket = new Session(sandbox.Configuration).Ticket());
            other.Start();
            while (other.IsAlive)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                other.Join(1);
            }
            Check.True(ticket != null && ticket.LicenseTicket.Length > 0, "the call was cancelled by the collection of its session");
        }
    }
}
