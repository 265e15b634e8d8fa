using System;
using System.Linq;

namespace HealthRecord.Tests
{
    internal static class JsonTests
    {
        public static void Numbers_keep_their_text()
        {
            Check.Equal("123456789012345678901234567890.12345", JsonValue.Parse("123456789012345678901234567890.12345").RawText);
            Check.Equal((long?)0, JsonValue.Parse("-0").AsInt64());
            Check.Equal((long?)long.MaxValue, JsonValue.Parse("9223372036854775807").AsInt64());
            Check.Equal((long?)null, JsonValue.Parse("9223372036854775808").AsInt64());
            Check.Equal((long?)null, JsonValue.Parse("1.0").AsInt64());
        }

        public static void Items_and_members_are_walked_in_order()
        {
            JsonValue value = JsonValue.Parse("{\"b\":[1,{\"x\":[true]},\"s\"],\"a/~é\":false,\"\":null,\"__type\":2,\"0\":3}");
            Check.Equal("b Array, a/~é Boolean,  Null, __type Number, 0 Number",
                string.Join(", ", value.Members.Select(member => member.Key + " " + member.Value.Kind)));
            foreach (var member in value.Members)
                Check.Equal(member.Value.RawText, value[member.Key].RawText);
            Check.Equal((bool?)false, value["a/~é"].AsBoolean());
            JsonValue list = value["b"];
            Check.Equal(3, list.Items.Count);
            Check.Equal((long?)1, list.Items[0].AsInt64());
            Check.Equal((bool?)true, list.Items[1]["x"][0].AsBoolean());
            Check.Equal("s", list.Items[2].AsString());
            Check.Equal((long?)1, list[0].AsInt64());
            Check.Equal(null, list[3]);
        }

        public static void Items_end_where_they_end()
        {
            string[] items = { "\"a,]}\\\"[{\\\\\"", "[ [1,2] , {} ]", "{\"x\":[\"]\",{\"y\":\"}\"}] }", "[]", "-1.5e3", "\"\"", "null" };
            JsonValue list = JsonValue.Parse(" [ " + string.Join(" ,\n", items) + " ] ");
            Check.Equal(string.Join("\n", items), string.Join("\n", list.Items.Select(item => item.RawText)));
            Check.Equal(0, JsonValue.Parse("[ ]").Items.Count);
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
                Check.Equal((long?)2, twice["b"].AsInt64());
            }
            Check.Throws<FormatException>(() => JsonValue.Parse("{\"x\\u0000\":1}").Members.ToString());
            Check.Equal("a\n\"\\/🩺 🩺é\b\f\r\t", value["u"].AsString());
        }

        public static void A_text_is_one_JSON_value_or_refused()
        {
            string[] wrong = { "", "{", "[1,]", "{a:1}", "01", "truex", "\"\0\"", "1 2", "{]", "1,2", "1],[2", "1]\0", "\"\ud800\"" };
            foreach (string text in wrong)
                Check.Throws<FormatException>(() => JsonValue.Parse(text));
        }

        public static void Texts_are_quoted_for_requests()
        {
            Check.Equal("\"a\\\"\\\\\\n\\u0001é🩺\"", JsonValue.Quote("a\"\\\n\u0001é🩺"));
            Check.Equal(null, (JsonValue)null);
            Check.Equal("-5 true \"\"", string.Join(" ", ((JsonValue)(-5)).RawText, ((JsonValue)true).RawText, ((JsonValue)"").RawText));
            Check.Throws<ArgumentException>(() => JsonValue.Quote("a\0b"));
        }
    }
}
