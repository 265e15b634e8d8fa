using System;

namespace HealthRecord.Tests
{
    /// <summary>What was wrong once; the numbers are those of the points of its report.</summary>
    internal static class RegressionTests
    {
        public static void N19_a_service_code_is_a_number_or_a_text()
        {
            string[,] cases = { { "4", "4", "4" }, { "\"DOC-17\"", "\"DOC-17\"", "DOC-17" }, { "null", null, null }, { "1.50", "1.50", "1.50" } };
            for (int i = 0; i < cases.GetLength(0); i++)
            {
                HealthRecordException error = HealthRecordException.Of(ErrorDetails.From(Native.HR_E_CONFLICT, "hr_dmp_send",
                    "{\"service_code\":" + cases[i, 0] + ",\"reason\":\"pin_held\",\"entry\":\"0a\"}"));
                Check.Equal(cases[i, 1], error.ServiceCode);
                Check.Equal(cases[i, 2], error.ServiceCodeText);
                Check.Equal("pin_held", error.Reason);
                Check.Equal("0a", error.Entry);
            }
        }

        public static void N19_the_card_clients_codes_can_be_set()
        {
            var configuration = new Configuration
            {
                CardCodes = new CardCodes { PinRefused = new CardCode[] { 4, -1 }, CardAbsent = new CardCode[] { "DOC-17", "\"" } }
            };
            Check.Equal("{\"card_codes\":{\"pin_refused\":[4,-1],\"card_absent\":[\"DOC-17\",\"\\\"\"]}}", configuration.ToJson());
            Check.Equal("{\"card_codes\":{}}", new Configuration { CardCodes = new CardCodes() }.ToJson());
        }

        public static void N1_a_confirmed_PIN_of_which_none_is_held_is_presented()
        {
            var sandbox = new Sandbox();
            using (var session = new Session(sandbox.Configuration))
            {
                session.Ticket();
                session.Login(Sandbox.Token(session), "1234", true);
                Check.Equal(1, sandbox.PinPresentations);
            }
        }
    }
}
