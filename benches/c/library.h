/* library.h - the parts of the contestant that calls hr.h. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "hr.h"

#include <stddef.h>

struct patient {
    char id[64];
    int ins_qualified, alimentation_consent;
};

struct card {
    char token[1025], type[32], first_name[256], last_name[256], model[256];
    long pin_attempt;
};

/* How a program reads the results: with field.h, or with the JSON library it has anyway. */
struct reader {
    int (*patient)(const char *result, struct patient *patient); /* 1, or 0 when something is missing */
    long (*cards)(const char *result, struct card *card); /* their number, each in `card` in its turn; -1: as above */
};

extern const struct reader WITH_FIELD, WITH_CJSON;

struct client {
    int32_t handle;
    const struct reader *reader;
    const char *file;
};

struct client *open_with(const char *url, const char *file, const char *journal); /* file and journal may be NULL */
void close_client(void *client);
void upload(void *client);

void succeed(int32_t code, const char *function, char **error); /* error may be NULL */
void sent(const char *result);
void chain(const char *config, const char *file);

#endif
