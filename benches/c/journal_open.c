/* journal_open.c - a file of many records:  journal_open JOURNAL REFERENCE  prints "<ns of hr_open> <kB that the peak
 * of the process grows by> <ns of hr_journal for the one upload with REFERENCE> <ns by hand>". By hand each line is read,
 * its CRC-32 compared (zlib) and its object parsed (cJSON); nothing is kept. */
#define _POSIX_C_SOURCE 200809L
#include "field.h"
#include "hr.h"
#include "measure.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static int32_t opened(const char *config)
{
    int32_t handle;
    check(hr_open(config, &handle, NULL) == HR_OK, "hr_open");
    return handle;
}

static void find(int32_t handle, const char *reference)
{
    char filter[256], found[64], *text;
    snprintf(filter, sizeof filter, "{\"reference\":\"%s\"}", reference);
    check(hr_journal(handle, filter, &text) == HR_OK, "hr_journal");
    check(field_text(field_item(field_find(text, "entries"), 0), "reference", found, sizeof found)
          && strcmp(found, reference) == 0 && field_item(field_find(text, "entries"), 1) == NULL, "one upload");
    hr_free(text);
}

static void by_hand(const char *path)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    FILE *file = fopen(path, "rb");
    check(file != NULL, path);
    while ((length = getline(&line, &capacity, file)) > 0) {
        cJSON *record;
        check(length > 10 && crc32(0, (unsigned char *)line + 9, (uInt)length - 10) == strtoul(line, NULL, 16), "CRC");
        record = cJSON_ParseWithLength(line + 9, (size_t)length - 10);
        check(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "record")) != NULL, "record");
        cJSON_Delete(record);
    }
    free(line);
    fclose(file);
}

int main(int count, char **args)
{
    char config[4096];
    long long began, open_time, find_time;
    long peak;
    int32_t without, with;
    check(count == 3, "JOURNAL REFERENCE");
    check(snprintf(config, sizeof config, "{\"journal\":\"%s\"}", args[1]) < (int)sizeof config, "JOURNAL is too long");
    without = opened("{}");
    peak = memory_kb("VmHWM");
    began = now();
    with = opened(config);
    open_time = now() - began;
    peak = memory_kb("VmHWM") - peak;
    began = now();
    find(with, args[2]);
    find_time = now() - began;
    began = now();
    by_hand(args[1]);
    printf("%lld %ld %lld %lld\n", open_time, peak, find_time, now() - began);
    hr_close(with);
    hr_close(without);
    return 0;
}
