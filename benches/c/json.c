/* json.c - one member of a result, with so many bytes of reply behind it:  json BYTES COUNT  prints
 * "<ns with hr_json_get> <ns with cJSON>". cJSON parses the whole text. With a third argument it is left out. */
#define _POSIX_C_SOURCE 200809L
#include "hr.h"
#include "measure.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] = "{\"http_status\":200,\"patient_id\":\"" PATIENT "\",\"insQualified\":true,\"next\":\"hr_dmp_open\","
                           "\"raw\":{\"list\":[";
static const char ITEM[] = "{\"nom\":\"D'\\u00c9TANG\",\"n\":12345},";
static const char TAIL[] = "{}]}}";

static char *result(size_t bytes)
{
    size_t at = sizeof HEAD - 1, items = bytes / (sizeof ITEM - 1);
    char *text = malloc(at + items * (sizeof ITEM - 1) + sizeof TAIL);
    check(text != NULL, "memory");
    memcpy(text, HEAD, at);
    for (; items > 0; items--, at += sizeof ITEM - 1)
        memcpy(text + at, ITEM, sizeof ITEM - 1);
    memcpy(text + at, TAIL, sizeof TAIL);
    return text;
}

static void with_library(const char *json)
{
    char *value = NULL;
    check(hr_json_get(json, "/patient_id", &value) == HR_OK && strcmp(value, PATIENT) == 0, "patient_id");
    hr_free(value);
}

static void with_cjson(const char *json)
{
    cJSON *parsed = cJSON_Parse(json);
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(parsed, "patient_id"));
    check(value != NULL && strcmp(value, PATIENT) == 0, "patient_id");
    cJSON_Delete(parsed);
}

/* Of ten parts, that which another program disturbed least. */
static double each(void (*read)(const char *json), const char *json, long count)
{
    long i, part, calls = count / 10 + 1;
    double least = 0, mean;
    long long began;
    for (part = 0; part < 10; part++) {
        began = now();
        for (i = 0; i < calls; i++)
            read(json);
        mean = (double)(now() - began) / (double)calls;
        if (part == 0 || mean < least)
            least = mean;
    }
    return least;
}

int main(int count, char **args)
{
    long times = count >= 3 ? strtol(args[2], NULL, 10) : 0, of_cjson;
    char *json;
    check(times > 0, "BYTES COUNT");
    json = result((size_t)strtol(args[1], NULL, 10));
    printf("%.1f", each(with_library, json, times));
    of_cjson = 1 + (long)((double)times * 1000 / (double)strlen(json)); /* it reads all of the text, so fewer will do */
    printf(" %.1f\n", count > 3 ? 0.0 : each(with_cjson, json, of_cjson));
    free(json);
    return 0;
}
