/* library_read.c - what the workloads need of the results of hr_patient_get and hr_ready, read in two ways. */
#define _POSIX_C_SOURCE 200809L
#include "field.h"
#include "library.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

/* Whether all that is needed of a patient and of a card is there, read in one of the ways. */
#define READ_PATIENT(way, from, to) \
    (way##_text(from, "patient_id", to->id, sizeof to->id) && way##_flag(from, "insQualified", &to->ins_qualified) \
     && way##_flag(from, "alimentationConsent", &to->alimentation_consent))
#define READ_CARD(way, from, to) \
    (way##_text(from, "token", to->token, sizeof to->token) && way##_text(from, "cardType", to->type, sizeof to->type) \
     && way##_text(from, "firstName", to->first_name, sizeof to->first_name) \
     && way##_text(from, "lastName", to->last_name, sizeof to->last_name) \
     && way##_text(from, "modelText", to->model, sizeof to->model) \
     && way##_number(from, "pinAttempt", &to->pin_attempt))

static int field_flag(const char *object, const char *key, int *flag)
{
    const char *at = field_find(object, key);
    *flag = at != NULL && *at == 't';
    return at != NULL && (*at == 't' || *at == 'f');
}

static int field_number(const char *object, const char *key, long *number)
{
    const char *at = field_find(object, key);
    char *end;
    *number = at == NULL ? 0 : strtol(at, &end, 10);
    return at != NULL && end != at;
}

static int field_patient(const char *result, struct patient *patient)
{
    return READ_PATIENT(field, result, patient);
}

static long field_cards(const char *result, struct card *card)
{
    long count = 0;
    const char *entry = field_item(field_find(result, "cards"), 0);
    for (; entry != NULL && *entry == '{'; count++) {
        if (!READ_CARD(field, entry, card))
            return -1;
        entry = field_skip_space(field_after(entry));
        entry = *entry == ',' ? field_skip_space(entry + 1) : NULL;
    }
    return count;
}

static int cjson_text(const cJSON *object, const char *key, char *buffer, size_t capacity)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    size_t length = text == NULL ? capacity : strlen(text);
    if (length >= capacity)
        return 0;
    memcpy(buffer, text, length + 1);
    return 1;
}

static int cjson_flag(const cJSON *object, const char *key, int *flag)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    *flag = cJSON_IsTrue(item);
    return cJSON_IsBool(item);
}

static int cjson_number(const cJSON *object, const char *key, long *number)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    *number = cJSON_IsNumber(item) ? item->valueint : 0;
    return cJSON_IsNumber(item);
}

static int cjson_patient(const char *result, struct patient *patient)
{
    cJSON *json = cJSON_Parse(result);
    int complete = READ_PATIENT(cjson, json, patient);
    cJSON_Delete(json);
    return complete;
}

static long cjson_cards(const char *result, struct card *card)
{
    cJSON *json = cJSON_Parse(result), *entry;
    long count = 0;
    cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(json, "cards")) {
        if (!READ_CARD(cjson, entry, card)) {
            count = -1;
            break;
        }
        count++;
    }
    cJSON_Delete(json);
    return count;
}

const struct reader WITH_FIELD = {field_patient, field_cards};
const struct reader WITH_CJSON = {cjson_patient, cjson_cards};
