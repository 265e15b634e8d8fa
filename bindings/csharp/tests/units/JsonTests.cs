using System;
using System.Text;

namespace HealthRecord.Tests
{
    internal static class JsonTests
    {
        public static void Numbers_keep_their_text()
        {
            JsonValue value = JsonValue.Parse("{\"n\":123456789012345678901234567890.12345,\"e\":1.797e309,\"i\":-0}");
            Check.Equal("123456789012345678901234567890.12345", value["n"].RawText);
            Check.Equal("1.797e309", value["e"].RawText);
            Check.Equal((double?)null, value["e"].AsDouble());
            Check.Equal((long?)null, value["n"].AsInt64());
            Check.Equal((int?)0, value["i"].AsInt32());
            Check.Equal((long?)long.MaxValue, JsonValue.Parse("9223372036854775807").AsInt64());
            Check.Equal((long?)null, JsonValue.Parse("9223372036854775808").AsInt64());
            Check.Equal((int?)null, JsonValue.Parse("1.0").AsInt32());
            Check.Equal((double?)1.5, JsonValue.Parse("1.5").AsDouble());
        }

        public static void Values_keep_their_own_text()
        {
            const string text = " { \"b\" : [ 1 , {} , [ ] ] , \"a\" : \"x\" } ";
            JsonValue value = JsonValue.Parse(text);
            Check.Equal(text.Trim(), value.RawText);
            Check.Equal("[ 1 , {} , [ ] ]", value["b"].RawText);
            Check.Equal(3, value["b"].Items.Count);
            Check.Equal("[ ]", value["b"][2].RawText);
            Check.Equal("b", value.Members[0].Key);
            Check.Equal("\"x\"", value["a"].RawText);
        }

        public static void Repeated_names_are_all_there_and_the_last_one_counts()
        {
            JsonValue value = JsonValue.Parse("{\"a\":1,\"__type\":2,\"a\":3,\"\":4}");
            Check.Equal(4, value.Members.Count);
            Check.Equal((int?)3, value["a"].AsInt32());
            Check.Equal((int?)2, value["__type"].AsInt32());
            Check.Equal((int?)4, value[""].AsInt32());
            Check.Equal(null, value["b"]);
            Check.Equal(null, value[0]);
        }

        public static void Texts_are_decoded_without_loss()
        {
            JsonValue value = JsonValue.Parse("\"a\\u0000b\\n\\\"\\\\\\/\\ud83e\\udE7a \\ud800 🩺é\\b\\f\\r\\t\"");
            Check.Equal("a\0b\n\"\\/🩺 \ud800 🩺é\b\f\r\t", value.AsString());
            Check.Equal("x\0", JsonValue.Parse("{\"x\\u0000\":1}").Members[0].Key);
        }

        public static void Depth_costs_no_stack()
        {
            const int depth = 1000000;
            JsonValue value = JsonValue.Parse(new string('[', depth) + new string(']', depth));
            Check.Equal(2 * depth, value.RawText.Length);
            var objects = new StringBuilder();
            for (int i = 0; i < 1000; i++)
                objects.Append("{\"a\":");
            Check.Equal(JsonKind.Object, JsonValue.Parse(objects + "null" + new string('}', 1000)).Kind);
        }

        public static void Anything_that_is_not_JSON_is_refused()
        {
            string[] wrong =
            {
                "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "{,}", "[,]",
                "01", "-", "1.", ".5", "1e", "1e+", "+1", "0x1", "NaN", "nul", "nulll", "truex", "True", "'a'", "\"", "\"\\",
                "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "\"\0\"", "1 2", "{} x", "[}", "{]", "]", "[1}", "\u00a01"
            };
            foreach (string text in wrong)
            {
                string message = Check.Throws<FormatException>(() => JsonValue.Parse(text)).Message;
                Check.Contains("not JSON at character", message);
            }
            Check.Throws<ArgumentNullException>(() => JsonValue.Parse(null));
        }

        public static void Nothing_shows_in_ToString()
        {
            Check.Equal("JSON string", JsonValue.Parse("\"secret\"").ToString());
            Check.Equal("JSON null", JsonValue.Parse("null").ToString());
        }
    }
}
