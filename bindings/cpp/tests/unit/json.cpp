// json.cpp - what the reader finds, what it refuses, and what it survives.

#include "../unit.hpp"

#include "../check.hpp"
#include "hr.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

using hr::json_view;
using namespace std::string_literals;

static std::optional<std::string> text_of(std::string_view json)
{
    return json_view(json).text();
}

static void members_and_items()
{
    const json_view object(R"( { "in" : {"a":"inner", "b":[1,{"a":"}\"]"}]} ,
        "a":"outer","n":-1.5e3,"null":null,"empty":"","list":[ {"id":"x"}, [2], "y" ],"last":true,"a":"again"})");
    CHECK(object.is_object() && object.exists() && !object.is_array());
    CHECK(object["a"].text() == "outer");
    CHECK(object["in"]["a"].text() == "inner");
    CHECK(object["in"]["b"][1]["a"].text() == "}\"]");
    CHECK(object["empty"].text() == "" && object["empty"].exists());
    CHECK(object["null"].is_null() && !object["null"].text());
    CHECK(!object["id"].exists() && !object["las"].exists() && !object["lastly"].exists() && !object[""].exists());
    CHECK(object["n"].number() == "-1.5e3" && !object["n"].integer() && !object["n"].text());
    CHECK(object["last"].boolean() == true && !object["n"].boolean());
    CHECK(object["list"][0]["id"].text() == "x" && object["list"][1].source() == "[2]");
    CHECK(object["list"][2].text() == "y" && !object["list"][3].exists() && !object[0].exists());
    CHECK(!object["a"]["b"]["c"][7]["d"].text() && !json_view()["a"].exists());

    std::string seen;
    for (const json_view item : object["list"])
        seen += item.source();
    CHECK(seen == R"({"id":"x"}[2]"y")");
    for (const char *none : {"[]", "[ ]", "{}", "null", "", "7", "\"a\""})
        for (const json_view item : json_view(none))
            CHECK(!item.exists());
    CHECK(json_view(R"({"\u0061\"":1})")["a\""].integer() == 1);
    CHECK(json_view(R"({"a":1})").source() == R"({"a":1})");
}

static void numbers()
{
    const std::string big = "123456789012345678901234567890.12345";
    const std::string object = "{\"n\":" + big + "}";
    CHECK(json_view(object)["n"].number() == big);
    CHECK(json_view("9223372036854775807").integer() == 9223372036854775807);
    CHECK(!json_view("9223372036854775808").integer() && json_view("-9223372036854775808").integer());
    CHECK(!json_view("1.0").integer() && !json_view("1e3").integer() && !json_view("\"1\"").integer());
    CHECK(!json_view("true").number() && !json_view("\"1\"").number() && !json_view("").number());
}

static void texts()
{
    CHECK(text_of(R"("\"\\\/\b\f\n\r\t")") == "\"\\/\b\f\n\r\t");
    CHECK(text_of(R"("\u0041\u00e9\u20AC\ud83d\uDE00")") == "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    CHECK(text_of("\"\xC3\xA9\"") == "\xC3\xA9");
    CHECK(text_of(R"("avant\u0000apr\u00e8s")") == "avant\0apr\xC3\xA8s"s);
    CHECK(text_of(R"("\uffff\u0080\u07ff\u0800\ud800\udc00\udbff\udfff")") ==
          "\xEF\xBF\xBF\xC2\x80\xDF\xBF\xE0\xA0\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
    for (const char *bad : {R"("\ud83d")", R"("\ude00")", R"("\ud83dA")", R"("\ud83d\u0041")", R"("\ud83d\n")",
                            R"("\u12")", R"("\u+123")", R"("\u 123")", R"("\x")", R"("\")", R"("\u12)", R"(")", R"("a)"})
        CHECK(!text_of(bad));
}

/// Every beginning of a text is read without leaving it; the sanitizers and valgrind look on.
static void cut_texts()
{
    const std::string_view whole =
        R"({"a":[{"b":"\ud83d\ude00\"}]"},[[1,2],{}],"x"],"c":{"d":null,"e":[true,false,-1.5e+3]},"f":"\u0041"} ,:)";
    std::size_t reached = 0;
    for (std::size_t length = 0; length <= whole.size(); length++) {
        const std::string cut(whole.substr(0, length));
        const json_view value(cut);
        for (const json_view item : value["a"])
            reached += item["b"].text().has_value() + item[0][1].exists();
        reached += value["c"]["e"][2].exists() + value["f"].text().has_value() + value["zz"].exists();
    }
    CHECK(reached > 100);
    for (const char *odd : {"{:}", "{,}", "[,]", "[,,1]", "{\"a\":,\"b\":1}", "{\"a\" 1}", "]", "}", ",", ":", "{]", "[}",
                            "{\"a\":}", "{\"a\"", "{\"a\":\\"}) {
        const json_view value(odd);
        for (const json_view item : value)
            CHECK(item.exists());
        CHECK(!value["c"].exists());
    }
}

static void deep_texts()
{
    const std::size_t depth = 300'000;
    const std::string deep = "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + ",\"b\":7}";
    CHECK(json_view(deep)["b"].integer() == 7);
    CHECK(json_view(deep)["a"].source().size() == 2 * depth);
    const std::string open(depth, '[');
    CHECK(!json_view(open)["a"].exists());
}

static void written_texts()
{
    const std::string all = "\"\\/\b\f\n\r\t\x01\x1F\x7F avant\0apr\xC3\xA8s \xF0\x9F\xA9\xBA"s;
    const std::string json = hr::json_string(all);
    CHECK(json_view(json).text() == all);
    CHECK(json.find('\n') == std::string::npos && json.find('\0') == std::string::npos);
    CHECK(hr::json_string("") == "\"\"" && hr::json_string("a\"") == R"("a\"")");
}

void test_json()
{
    members_and_items();
    numbers();
    texts();
    cut_texts();
    deep_texts();
    written_texts();
}
