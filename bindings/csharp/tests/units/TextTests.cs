using System;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Threading;

namespace HealthRecord.Tests
{
    internal static class TextTests
    {
        public static void Texts_go_in_as_UTF8_with_a_zero()
        {
            using (Utf8 text = new Utf8("é🩺".ToCharArray(), "nom"))
                Check.True(BitConverter.ToString(text.Bytes).StartsWith("C3-A9-F0-9F-A9-BA-00"), "not UTF-8");
            using (Utf8 text = new Utf8(null, "nom"))
                Check.Equal(null, text.Bytes);
            using (Utf8 text = new Utf8(new char[0], "nom"))
                Check.Equal((byte)0, text.Bytes[0]);
        }

        public static void Buffers_are_wiped()
        {
            Utf8 secret = new Utf8("1234".ToCharArray(), "pin");
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
                ArgumentException error = Check.Throws<ArgumentException>(() => new Utf8(text.ToCharArray(), "pin"));
                Check.Equal("pin", error.ParamName);
                Check.Equal(null, error.InnerException);
                Check.True(!error.Message.Contains("12") && !error.Message.Contains("34") && !error.Message.Contains("D800"),
                    "the text is quoted: " + error.Message);
            }
        }

        public static void A_configuration_becomes_JSON()
        {
            var other = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            other.NumberFormat.NegativeSign = "\u2212";
            other.NumberFormat.NumberGroupSeparator = " ";
            CultureInfo before = Thread.CurrentThread.CurrentCulture;
            Thread.CurrentThread.CurrentCulture = other;
            try
            {
                Check.Equal("{}", new Configuration().ToJson());
                var full = new Configuration
                {
                    LicenseBearer = "b\"\\\u0001é🩺", LicenseAuth = LicenseAuth.Raw, CardClientOwners = new[] { CardClientOwner.Service, "newer" },
                    CardTypes = new[] { "CPS" }, Timeouts = new Timeouts { CallMs = 1234567 }, AllowPlainHttp = false, Language = "fr",
                    CardCodes = new CardCodes { PinRefused = new JsonValue[] { -4, "DOC-17" } }, Profile = JsonValue.Parse("{ \"a\":1.50 }")
                };
                Check.Equal("{\"license_bearer\":\"b\\\"\\\\\\u0001é🩺\",\"license_auth\":\"raw\",\"card_client_owners\":[\"service\",\"newer\"],"
                    + "\"card_codes\":{\"pin_refused\":[-4,\"DOC-17\"]},\"card_types\":[\"CPS\"],\"profile\":{ \"a\":1.50 },"
                    + "\"timeouts\":{\"call_ms\":1234567},\"allow_plain_http\":false,\"language\":\"fr\"}", full.ToJson());
                Check.True(!full.ToString().Contains("🩺"), "ToString shows the bearer");
                Check.Throws<ArgumentException>(() => new Configuration { Language = "\ud83e" }.ToJson());
                Check.Contains("-12345", new Reply(-12345, null, "hr_state").Failure().Message);
            }
            finally { Thread.CurrentThread.CurrentCulture = before; }
        }

        public static void A_word_of_a_later_library_is_kept()
        {
            var document = new Document(JsonValue.Parse("{\"ending\":\"beamed\",\"outcome\":\"accepted\",\"name\":\"HR_E_LATER\",\"reason\":null}"));
            Check.Equal("beamed HR_E_LATER", document.Ending + " " + document.Code);
            Check.True(document.Ending != Ending.Sent && document.Outcome == Outcome.Accepted, "compared wrongly");
            Check.Equal((Reason?)null, document.Reason);
            Check.Equal(0, new Ticket(JsonValue.Parse("{\"http_status\":4294967497}")).HttpStatus);
            Check.True(new Ending("sent").Equals((object)Ending.Sent) && Ending.Sent.GetHashCode() == new Ending("sent").GetHashCode(), "two words");
        }

        public static void What_may_be_null_says_so_and_a_token_comes_last()
        {
            Func<ICustomAttributeProvider, string, bool> marked = (place, name) =>
                place.GetCustomAttributes(false).Any(mark => mark.GetType().Name == name);
            Check.True(marked(typeof(Choice).GetProperty("Value"), "MaybeNullAttribute"), "Choice.Value");
            Check.True(marked(typeof(Traits).GetProperty("Nom"), "AllowNullAttribute"), "Traits.Nom");
            Check.True(!marked(typeof(Question).GetProperty("SentenceFr"), "MaybeNullAttribute"), "Question.SentenceFr");
            int tokens = 0;
            foreach (MethodInfo method in typeof(Client).Assembly.GetExportedTypes().SelectMany(type => type.GetMethods()))
            {
                ParameterInfo[] parameters = method.GetParameters();
                foreach (ParameterInfo parameter in parameters.Where(each => each.IsOptional && !each.ParameterType.IsValueType))
                    Check.True(marked(parameter, "AllowNullAttribute"), method.DeclaringType.Name + "." + method.Name + ": " + parameter.Name);
                int token = Array.FindIndex(parameters, each => each.ParameterType == typeof(CancellationToken));
                Check.True(token < 0 || token == parameters.Length - 1, method.Name);
                tokens += token < 0 ? 0 : 1;
            }
            Check.True(tokens > 15, "few tokens: " + tokens);
        }
    }
}
