/* What the DLL says to the library when the process ends, and what it needs for that: no import, so that either of the
 * two can be loaded first. */
#ifndef LAST_WORDS_H
#define LAST_WORDS_H

#include "hr.h"

struct last_words {
    __typeof__(hr_cancel) *cancel;
    __typeof__(hr_close) *close;
    __typeof__(hr_free) *free;
    __typeof__(hr_open) *open;
    __typeof__(hr_set_log) *set_log;
    __typeof__(hr_set_progress) *set_progress;
    __typeof__(hr_state) *state;
    __typeof__(hr_text_copy) *text_copy;
    int32_t handle; /* busy */
    char *text;     /* of the library's, not freed yet */
};

#endif
