/* walk.h - the chain in one call, for programs that test what surrounds it. */
#ifndef WALK_H
#define WALK_H

#include "hr.h"
#include "value.h"

#include <stdlib.h>

#define WALK_ID 1025


static inline void walk_wipe(void *bytes, size_t length)
{
    volatile unsigned char *at = (volatile unsigned char *)bytes;
    while (length-- > 0)
        *at++ = 0;
}

/* The token of the card of this serial number among those that hr_ready listed. */
static inline int walk_card(const char *ready, const char *serial, char token[WALK_ID])
{
    int32_t card = value_where(ready, "/cards", "serial", serial);
    return card >= 0 && value_of(ready, "/cards", card, "token", token, WALK_ID);
}

/* Steps 1 to 3. Gives the first code that is not HR_OK. */
static inline int32_t walk_login(int32_t handle, const char *serial, const char *pin)
{
    char token[WALK_ID] = "", *text = NULL;
    int32_t code = hr_ticket(handle, NULL);
    if (code == HR_OK)
        code = hr_ready(handle, &text);
    if (code == HR_OK)
        walk_card(text, serial, token);
    hr_free(text);
    return code != HR_OK ? code : hr_login(handle, token, pin, NULL);
}

/* Steps 5 to 8, for the first patient found; `patient` receives the identifier. */
static inline int32_t walk_record(int32_t handle, char patient[WALK_ID])
{
    char *text = NULL;
    int32_t code = hr_patient_search(handle, "EXEMPLE", "H\xC3\xA9l\xC3\xA8ne", NULL, NULL, NULL);
    patient[0] = '\0';
    if (code == HR_OK)
        code = hr_patient_get(handle, &text);
    if (code == HR_OK)
        value_text(text, "/patient_id", patient, WALK_ID);
    hr_free(text);
    return code != HR_OK ? code : hr_dmp_open(handle, patient, NULL, NULL);
}

static inline int32_t walk_send(int32_t handle, const char *patient, int32_t bytes)
{
    uint8_t *document = (uint8_t *)calloc(1, (size_t)bytes + 1);
    int32_t code = HR_E_TOO_LARGE;
    if (document != NULL)
        code = hr_dmp_send_bytes(handle, patient, document, bytes, "a.bin", "10", "11503-0", NULL);
    free(document);
    return code;
}

/* The whole chain for a professional whom the card identifies. */
static inline int32_t walk(int32_t handle, const char *serial, const char *pin, int32_t bytes)
{
    char patient[WALK_ID];
    int32_t code = walk_login(handle, serial, pin);
    if (code == HR_OK)
        code = walk_record(handle, patient);
    return code != HR_OK ? code : walk_send(handle, patient, bytes);
}

#endif
