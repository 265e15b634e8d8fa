// json.cpp - what the reader finds, what it survives, and what is written.

#include "../unit.hpp"

#include "../check.hpp"
#include "hr.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

using hr::json;
using namespace std::string_literals;

static void values()
{
    const json object(R"( { "in" : {"a":"inner", "b":[1,{"a":"}\"]"}]} , "a":"outer","n":-1.5e3,"null":null,"empty":"",)"
                      R"("list":[ {"id":"x"}, [2], "y,]" , true ],"last":true, "big":123456789012345678901234567890})");
    CHECK(object.get("/a") == "outer" && object.get("/in/b/1/a") == "}\"]" && object.get("/empty") == "");
    CHECK(!object.get("/null") && !object.get("/none") && !object.get("/in/b/7/a") && !object.get("no pointer"));
    CHECK(object.get("/n") == "-1.5e3" && object.get("/last") == "true");
    CHECK(object.get("/big") == "123456789012345678901234567890");
    CHECK(object.member("in").get("/a") == "inner" && object.member("none").is_null() && object.member("a").get() == "outer");
    const auto items = object.items("/list");
    CHECK(items.size() == 4 && items[0].get("/id") == "x" && items[1].text() == "[2]");
    CHECK(items[2].text() == "\"y,]\"" && items[3].get() == "true");
    for (const char *none : {"[]", "[ ]", "{}", "{\"a\":1}", "null", "", "7", "\"a\"", "[,]", "[,,1]", "]", "{]"})
        CHECK(json(none).items().empty());
    CHECK(json(R"("\u0041\u00e9\ud83d\uDE00")").get() == "A\xC3\xA9\xF0\x9F\x98\x80" && !json(R"("a\u0000b")").get());
}

/// Every beginning of a text is read without leaving it; the sanitizers and valgrind look on.
static void cut_texts()
{
    const std::string_view whole =
        R"({"a":[{"b":"\ud83d\ude00\"}]"},[[1,2],{}],"x"],"c":{"d":null,"e":[true,false,-1.5e+3]},"f":"\u0041"} ,:)";
    std::size_t reached = 0;
    for (std::size_t length = 0; length <= whole.size(); length++) {
        const json cut{std::string(whole.substr(0, length))};
        const json list = cut.member("a");
        reached += list.items().size() + cut.member("c").member("e").items().size();
        reached += cut.member("f").get().has_value() && cut.get("/zz") ? 1 : 0;
        reached += hr::detail::merged(cut, cut).text().size();
    }
    CHECK(reached > 1000);
    const std::string deep = "{\"a\":" + std::string(300'000, '[') + std::string(300'000, ']') + ",\"b\":7}";
    CHECK(json(deep).member("b").get() == "7" && json(deep).member("a").text().size() == 600'000);
    CHECK(json(std::string(300'000, '[')).items().size() <= 1);
}

static void many_items()
{
    std::string list = "[";
    for (int i = 0; i < 50'000; i++)
        list += (i > 0 ? "," : "") + std::string(R"({"index":)") + std::to_string(i) + R"(,"ending":"sent"})";
    const auto documents = json("{\"documents\":" + list + "]}").as<hr::deposit>().documents;
    CHECK(documents.size() == 50'000 && documents.back().index == 49'999 && documents[7].ending == hr::ending::sent);
}

static void written()
{
    const std::string all = "\"\\/\b\f\n\r\t\x01\x1F\x7F avant apr\xC3\xA8s \xF0\x9F\xA9\xBA"s;
    CHECK(json::of(all).get() == all && json::of("").text() == "\"\"" && json(-5).text() == "-5");
    CHECK(throws<std::invalid_argument>([] { (void)json::of("a\0b"s); }));
    CHECK(throws<std::invalid_argument>([] { (void)json::of("\xFF"); }));
    CHECK(hr::detail::merged(json(R"({"a":1, "b" : "x" })"), json(R"({"b":[1],"c":null})")).text() ==
          R"({"a":1,"b":[1],"c":null})");
    CHECK(hr::detail::merged(json("{}"), json("{}")).text() == "{}");
    for (const char *whole : {"{}", " [1,{\"a\":\"]\"}] ", "\"\\\"\"", "-1.5e3", "null"})
        CHECK(hr::detail::is_value(whole));
    for (const char *none : {"", " ", "{", "{\"a\":1", "{}}", "1,2", "1],[2", "{} x", "{},\"patient_id\":\"9\"", "]", "'a'", "{a:1}"})
        CHECK(!hr::detail::is_value(none));
}

void test_json()
{
    values();
    cut_texts();
    many_items();
    written();
}
