/* field.c - what benches/c/field.h finds and what it refuses. Ends with 0, or with the line of the first mistake. */
#include "../../benches/c/field.h"

#define CHECK(fact) do { if (!(fact)) return __LINE__ % 250 + 1; } while (0)

static int reads(const char *object, const char *key, const char *expected)
{
    char buffer[64];
    int found = field_text(object, key, buffer, sizeof buffer);
    return expected == NULL ? !found && buffer[0] == '\0' : found && strcmp(buffer, expected) == 0;
}

int main(void)
{
    const char *object = " { \"in\" : {\"a\":\"inner\", \"b\":[1,{\"a\":\"}\\\"]\"}]} ,\n\"a\":\"outer\",\"n\":-1.5e3,"
                         "\"null\":null,\"empty\":\"\",\"list\":[ {\"id\":\"x\"}, [2], \"y\" ],\"last\":true}";
    const char *list = field_find(object, "list");
    char five[5];
    CHECK(reads(object, "a", "outer"));
    CHECK(reads(field_find(object, "in"), "a", "inner"));
    CHECK(reads(field_item(field_find(field_find(object, "in"), "b"), 1), "a", "}\"]"));
    CHECK(reads(object, "empty", ""));
    CHECK(reads(object, "n", NULL) && reads(object, "null", NULL) && reads(object, "id", NULL));
    CHECK(reads(object, "", NULL) && reads(object, "las", NULL) && reads(object, "lastly", NULL));
    CHECK(strncmp(field_find(object, "n"), "-1.5e3,", 7) == 0);
    CHECK(strncmp(field_find(object, "last"), "true}", 5) == 0);
    CHECK(reads(field_item(list, 0), "id", "x"));
    CHECK(strncmp(field_item(list, 1), "[2]", 3) == 0 && strncmp(field_item(list, 2), "\"y\"", 3) == 0);
    CHECK(field_item(list, 3) == NULL && field_item("[]", 0) == NULL && field_item(object, 0) == NULL);
    CHECK(field_find(NULL, "a") == NULL && field_item(NULL, 0) == NULL && field_find("null", "a") == NULL);

    CHECK(reads("{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}", "a", "\"\\/\b\f\n\r\t"));
    CHECK(reads("{\"a\":\"\\u0041\\u00e9\\u20AC\\ud83d\\uDE00\"}", "a", "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"));
    CHECK(reads("{\"a\":\"\xC3\xA9\"}", "a", "\xC3\xA9"));
    CHECK(reads("{\"a\":\"b\\u0000\"}", "a", NULL));
    CHECK(reads("{\"a\":\"\\ud83d\"}", "a", NULL) && reads("{\"a\":\"\\ude00\"}", "a", NULL));
    CHECK(reads("{\"a\":\"\\ud83d\\u0041\"}", "a", NULL));
    CHECK(reads("{\"a\":\"\\u12", "a", NULL) && reads("{\"a\":\"\\", "a", NULL) && reads("{\"a", "a", NULL));

    CHECK(field_text("{\"a\":\"four\"}", "a", five, 5) && strcmp(five, "four") == 0);
    CHECK(!field_text("{\"a\":\"four\"}", "a", five, 4) && five[0] == '\0');
    CHECK(!field_text("{\"a\":\"fou\\\"\"}", "a", five, 4) && five[0] == '\0');
    CHECK(!field_text("{\"a\":\"\"}", "a", five, 0));
    return 0;
}
