using System;
using System.IO;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text;

namespace HealthRecord.Tests
{
    internal static class JsonTests
    {
        public static void Numbers_keep_their_text()
        {
            Check.Equal("123456789012345678901234567890.12345", JsonValue.Parse("123456789012345678901234567890.12345").RawText);
            Check.Equal((double?)null, JsonValue.Parse("1.797e309").AsDouble());
            Check.Equal((int?)0, JsonValue.Parse("-0").AsInt32());
            Check.Equal((long?)long.MaxValue, JsonValue.Parse("9223372036854775807").AsInt64());
            Check.Equal((long?)null, JsonValue.Parse("9223372036854775808").AsInt64());
            Check.Equal((int?)int.MinValue, JsonValue.Parse("-2147483648").AsInt32());
            Check.Equal((int?)null, JsonValue.Parse("2147483648").AsInt32());
            Check.Equal((int?)null, JsonValue.Parse("-2147483649").AsInt32());
            Check.Equal((int?)null, JsonValue.Parse("1.0").AsInt32());
            Check.Equal((double?)1.5, JsonValue.Parse("1.5").AsDouble());
        }

        public static void Values_keep_their_own_text()
        {
            const string text = " { \"b\" : [ 1 , {} , [ ] , null ] , \"a\" : \"x\\u00e9\\n\" } ";
            JsonValue value = JsonValue.Parse(text);
            Check.Equal(text.Trim(), value.RawText);
            Check.Equal("[ 1 , {} , [ ] , null ]", value["b"].RawText);
            Check.Equal("[ ]", value["b"][2].RawText);
            Check.Equal("null", value["b"][3].RawText);
            Check.Equal("\"xé\\n\"", value["a"].RawText);
        }

        public static void Items_and_members_are_walked_in_order()
        {
            JsonValue value = JsonValue.Parse("{\"b\":[1,{\"x\":[true]},\"s\"],\"a/~é\":false,\"\":null,\"__type\":2,\"0\":3}");
            string[] names = { "b", "a/~é", "", "__type", "0" };
            JsonKind[] kinds = { JsonKind.Array, JsonKind.Boolean, JsonKind.Null, JsonKind.Number, JsonKind.Number };
            Check.Equal(names.Length, value.Members.Count);
            for (int i = 0; i < names.Length; i++)
            {
                Check.Equal(names[i], value.Members[i].Key);
                Check.Equal(kinds[i], value.Members[i].Value.Kind);
                Check.Equal(value.Members[i].Value.RawText, value[names[i]].RawText);
            }
            Check.Equal((bool?)false, value["a/~é"].AsBoolean());
            JsonValue list = value["b"];
            Check.Equal(3, list.Items.Count);
            Check.Equal((int?)1, list.Items[0].AsInt32());
            Check.Equal((bool?)true, list.Items[1]["x"][0].AsBoolean());
            Check.Equal("s", list.Items[2].AsString());
            Check.Equal((int?)1, list[0].AsInt32());
            Check.Equal(null, list[3]);
        }

        public static void Items_end_where_they_end()
        {
            string[] items = { "\"a,]}\\\"[{\\\\\"", "[ [1,2] , {} ]", "{\"x\":[\"]\",{\"y\":\"}\"}] }", "[]", "-1.5e3", "\"\"", "null" };
            JsonValue list = JsonValue.Parse(" [ " + string.Join(" ,\n", items) + " ] ");
            Check.Equal(items.Length, list.Items.Count);
            for (int i = 0; i < items.Length; i++)
                Check.Equal(items[i], list.Items[i].RawText);
            Check.Equal(0, JsonValue.Parse("[ ]").Items.Count);
        }

        public static void A_field_of_another_kind_is_its_text()
        {
            var card = new Card(JsonValue.Parse("{\"serial\":20,\"profCode\":\"10\",\"model\":null,\"pinAttempt\":\"x\"}"));
            Check.Equal("20", card.Serial);
            Check.Equal((int?)10, card.ProfCode);
            Check.Equal(null, card.Model);
            Check.Equal((int?)null, card.PinAttempt);
        }

        public static void What_is_not_there_is_null()
        {
            JsonValue value = JsonValue.Parse("{\"a\":[1],\"s\":\"1\"}");
            foreach (JsonValue none in new[] { value["b"], value[null], value[0], value["a"][1], value["a"][-1], value["a"]["0"], value["s"][0] })
                Check.Equal(null, none);
            Check.Equal(0, value.Items.Count + value["a"].Members.Count + value["s"].Items.Count + value["s"].Members.Count);
            Check.Equal(null, value["a"].AsString());
            Check.Equal((int?)null, value["s"].AsInt32());
            Check.Equal((bool?)null, value["s"].AsBoolean());
            Check.Throws<ArgumentException>(() => value["a\0"].ToString());
            Check.Throws<ArgumentException>(() => value["\ud800"].ToString());
        }

        public static void Nothing_is_cut_or_chosen()
        {
            JsonValue value = JsonValue.Parse("{\"t\":\"a\\u0000b\",\"o\":[{\"a\":1,\"b\":2,\"a\":3}],\"u\":\"a\\n\\\"\\\\\\/\\ud83e\\udE7a 🩺é\\b\\f\\r\\t\"}");
            Check.Throws<FormatException>(() => value["t"].AsString());
            Check.Throws<FormatException>(() => value["t"].RawText.ToString());
            foreach (JsonValue twice in new[] { value["o"][0], value["o"].Items[0], JsonValue.Parse(value["o"][0].RawText) })
            {
                Check.Throws<FormatException>(() => twice["a"].ToString());
                Check.Throws<FormatException>(() => twice.Members.ToString());
                Check.Equal((int?)2, twice["b"].AsInt32());
            }
            Check.Throws<FormatException>(() => JsonValue.Parse("{\"x\\u0000\":1}").Members.ToString());
            Check.Equal("a\n\"\\/🩺 🩺é\b\f\r\t", value["u"].AsString());
        }

        public static void A_text_is_one_JSON_value_or_refused()
        {
            string[] wrong =
            {
                "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "{,}", "[,]",
                "01", "-", "1.", ".5", "1e", "1e+", "+1", "0x1", "NaN", "nul", "nulll", "truex", "True", "'a'", "\"", "\"\\",
                "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "\"\0\"", "1 2", "{} x", "[}", "{]", "]", "[1}", "\u00a01",
                "1,2", "1],[2", "1]\0", "1\0", "\"\ud800\"", "\"\\ud800\"", new string('[', 1000000)
            };
            foreach (string text in wrong)
                Check.Throws<FormatException>(() => JsonValue.Parse(text));
            Check.Throws<ArgumentNullException>(() => JsonValue.Parse(null));
            string deep = new string('[', 135) + new string(']', 135);
            Check.Equal(deep, JsonValue.Parse(deep).RawText);
        }

        public static void A_reply_keeps_its_text()
        {
            string[] replies = { "{\"raw\":\"x\",\"n\":1.50}", "\"\\u0000\\u00e9 \\\"raw\\\":\\\"\"", "\"\"", "[ ]", "0" };
            foreach (string reply in replies)
            {
                var result = new Result(Encoding.UTF8.GetBytes("{\"http_status\":200,\"masterData\":{\"raw\":\"y\"},\"raw\":" + reply + "}\0"));
                Check.Equal(reply, result.Raw);
                Check.Equal((int?)200, result.HttpStatus);
            }
            Check.Equal(null, new Result(Encoding.UTF8.GetBytes("{\"next\":null,\"raw\":null}\0")).Raw);
        }

        public static void An_error_with_a_field_that_cannot_be_read_keeps_the_others()
        {
            ErrorDetails error = ErrorDetails.From(-106, "hr_dmp_send",
                "{\"service_message\":\"a\\u0000b\",\"service_code\":\"\\u0000\",\"outcome\":\"unknown\",\"bytes\":5000000000}");
            Check.Equal(null, error.ServiceMessage);
            Check.Equal(null, error.ServiceCode);
            Check.Equal("unknown", error.Outcome);
            Check.Equal((long?)5000000000, error.Bytes);
            Check.Equal("HR_E_IN_DOUBT", error.Name);
            foreach (string unusable in new[] { null, "", "[]", "{\"outcome\"" })
                Check.Equal("The operation failed.", ErrorDetails.From(-106, "hr_dmp_send", unusable).Message);
        }

        public static void A_value_survives_serialization()
        {
            JsonValue value = JsonValue.Parse("{\"a\":[{\"b\":\"é\"}]}")["a"];
            Check.Equal(1, value.Items.Count);
            var formatter = new BinaryFormatter();
            var stream = new MemoryStream();
            formatter.Serialize(stream, value);
            stream.Position = 0;
            var copy = (JsonValue)formatter.Deserialize(stream);
            Check.Equal(JsonKind.Array, copy.Kind);
            Check.Equal("é", copy.Items[0]["b"].AsString());
        }

        public static void Texts_are_quoted_for_requests()
        {
            Check.Equal("\"a\\\"\\\\\\n\\u0001é🩺\"", JsonValue.Quote("a\"\\\n\u0001é🩺"));
            Check.Equal(null, JsonValue.Quote(null));
            Check.Throws<ArgumentException>(() => JsonValue.Quote("a\0b"));
        }

        public static void Nothing_shows_in_ToString()
        {
            Check.Equal("JSON string", JsonValue.Parse("\"secret\"").ToString());
            Check.Equal("JSON null", JsonValue.Parse("null").ToString());
        }
    }
}
