/* many.h - what many handles in one process cost:  PROGRAM COUNT URL  prints
 * "<bytes per handle> <ns per look> <ns per get>". */
#ifndef MANY_H
#define MANY_H

struct kind {
    void (*open)(long number, long count, const char *url); /* from 0 on; with the first comes storage for all */
    void (*look)(long number);                              /* asks for the state; NULL: there is no such thing */
    void (*get)(long number);                               /* hr_patient_get, or what stands for it */
};

int many(const struct kind *kind, int count, char **args);

#endif
