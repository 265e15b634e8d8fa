/* library_read.c - what the workloads need of the results of hr_patient_get and hr_ready, read in two ways. */
#define _POSIX_C_SOURCE 200809L
#include "field.h"
#include "library.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

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
    return field_text(result, "patient_id", patient->id, sizeof patient->id)
        && field_flag(result, "insQualified", &patient->ins_qualified)
        && field_flag(result, "alimentationConsent", &patient->alimentation_consent);
}

static int field_card(const char *entry, struct card *card)
{
    return field_text(entry, "token", card->token, sizeof card->token)
        && field_text(entry, "cardType", card->type, sizeof card->type)
        && field_text(entry, "firstName", card->first_name, sizeof card->first_name)
        && field_text(entry, "lastName", card->last_name, sizeof card->last_name)
        && field_text(entry, "modelText", card->model, sizeof card->model)
        && field_number(entry, "pinAttempt", &card->pin_attempt);
}

static long field_cards(const char *result, struct card *card)
{
    long count = 0;
    const char *entry = field_item(field_find(result, "cards"), 0);
    for (; entry != NULL && *entry == '{'; count++) {
        if (!field_card(entry, card))
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
    int complete = cjson_text(json, "patient_id", patient->id, sizeof patient->id)
        && cjson_flag(json, "insQualified", &patient->ins_qualified)
        && cjson_flag(json, "alimentationConsent", &patient->alimentation_consent);
    cJSON_Delete(json);
    return complete;
}

static int cjson_card(const cJSON *entry, struct card *card)
{
    return cjson_text(entry, "token", card->token, sizeof card->token)
        && cjson_text(entry, "cardType", card->type, sizeof card->type)
        && cjson_text(entry, "firstName", card->first_name, sizeof card->first_name)
        && cjson_text(entry, "lastName", card->last_name, sizeof card->last_name)
        && cjson_text(entry, "modelText", card->model, sizeof card->model)
        && cjson_number(entry, "pinAttempt", &card->pin_attempt);
}

static long cjson_cards(const char *result, struct card *card)
{
    cJSON *json = cJSON_Parse(result), *entry;
    long count = 0;
    cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(json, "cards")) {
        if (!cjson_card(entry, card)) {
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
