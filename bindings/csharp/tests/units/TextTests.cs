using System;
using System.Text;

namespace HealthRecord.Tests
{
    internal static class TextTests
    {
        public static void Texts_go_in_as_UTF8_with_a_zero()
        {
            using (Utf8 text = Utf8.Of("é🩺", "nom"))
                Check.Equal("C3-A9-F0-9F-A9-BA-00", BitConverter.ToString(text.Bytes));
            using (Utf8 text = Utf8.Of("é🩺".ToCharArray(), "nom"))
                Check.Equal("C3-A9-F0-9F-A9-BA-00", BitConverter.ToString(text.Bytes));
            using (Utf8 text = Utf8.Of(new byte[] { 0x31 }, "pin"))
                Check.Equal("31-00", BitConverter.ToString(text.Bytes));
            using (Utf8 text = Utf8.Of((string)null, "nom"))
                Check.Equal(null, text.Bytes);
            using (Utf8 text = Utf8.Of("", "nom"))
                Check.Equal(1, text.Bytes.Length);
        }

        public static void Buffers_are_wiped()
        {
            Utf8 secret = Utf8.Of("1234", "pin");
            byte[] bytes = secret.Bytes;
            Check.Equal((byte)'1', bytes[0]);
            secret.Dispose();
            secret.Dispose();
            Check.True(Array.TrueForAll(bytes, value => value == 0), "the buffer still holds the PIN");
        }

        public static void What_would_be_cut_or_replaced_is_refused_and_not_quoted()
        {
            string[] wrong = { "12\u0000 34", "12\ud800", "\udc0034" };
            foreach (string text in wrong)
            {
                Exception[] errors =
                {
                    Check.Throws<ArgumentException>(() => Utf8.Of(text, "pin")),
                    Check.Throws<ArgumentException>(() => Utf8.Of(text.ToCharArray(), "pin"))
                };
                foreach (Exception error in errors)
                {
                    Check.Equal("pin", ((ArgumentException)error).ParamName);
                    Check.Equal(null, error.InnerException);
                    Check.True(!error.Message.Contains("12") && !error.Message.Contains("34") && !error.Message.Contains("D800"),
                        "the text is quoted: " + error.Message);
                }
            }
            Check.Throws<ArgumentException>(() => Utf8.Of(new byte[] { 0x31, 0, 0x32 }, "pin"));
        }

        public static void A_configuration_becomes_JSON()
        {
            Check.Equal("{}", new Configuration().ToJson());
            Check.Equal("{\"card_client_owners\":[null,\"a\"]}", new Configuration { CardClientOwners = new[] { null, "a" } }.ToJson());
            var full = new Configuration
            {
                LicenseUrl = "https://a", LicenseBearer = "b\"\\\u0001é🩺", LicenseAuth = "raw", TicketMethod = "GET",
                LocalUrl = "http://localhost", CardClientOwners = new[] { "service", "http_sys" }, CardForm = "bearer", IdentifiedField = "/i", ConnectTimeoutMs = 1,
                CallTimeoutMs = 2, LoginTimeoutMs = 3, UploadTimeoutMs = 4, Proxy = "env", CaFile = "/ca", MaxReplyBytes = 5,
                AllowPlainHttp = false, Language = "fr", UserAgent = "u"
            };
            Check.Equal("{\"license_url\":\"https://a\",\"license_bearer\":\"b\\\"\\\\\\u0001é🩺\",\"license_auth\":\"raw\","
                + "\"ticket_method\":\"GET\",\"local_url\":\"http://localhost\",\"card_client_owners\":[\"service\",\"http_sys\"],\"card_form\":\"bearer\",\"identified_field\":\"/i\","
                + "\"timeouts\":{\"connect_ms\":1,\"call_ms\":2,\"login_ms\":3,\"upload_ms\":4},\"proxy\":\"env\",\"ca_file\":\"/ca\","
                + "\"max_reply_bytes\":5,\"allow_plain_http\":false,\"language\":\"fr\",\"user_agent\":\"u\"}", full.ToJson());
            Check.True(!full.ToString().Contains("🩺"), "ToString shows the bearer");
            Check.Throws<ArgumentException>(() => new Configuration { Language = "\ud83e" }.ToJson());
            Check.Throws<ArgumentException>(() => new Configuration { Language = "\ude7a\ud83e" }.ToJson());
        }

        public static void Every_key_of_the_configuration_is_one_that_the_library_knows()
        {
            var full = new Configuration
            {
                LicenseUrl = "https://a", LicenseBearer = "b", LicenseAuth = "raw", TicketMethod = "GET",
                LocalUrl = "http://localhost", CardClientOwners = new[] { "service", "http_sys" }, CardForm = "bearer", IdentifiedField = "/i", ConnectTimeoutMs = 1,
                CallTimeoutMs = 2, LoginTimeoutMs = 3, UploadTimeoutMs = 4, Proxy = "env", MaxReplyBytes = 5,
                AllowPlainHttp = true, Language = "fr", UserAgent = "u"
            };
            using (var session = new Session(full))
            {
                Check.Equal("fr", session.Settings.Json["language"].AsString());
                Check.Equal((int?)4, session.Settings.Json["timeouts"]["upload_ms"].AsInt32());
                Check.True(!session.Settings.Text.Contains("license_bearer\":\"b"), "the bearer is in the settings");
            }
            CallerException error = Check.Throws<CallerException>(() => new Session(new Configuration { CaFile = "/nowhere" }));
            Check.Equal("HR_E_CONFIG", error.Name);
        }
    }
}
