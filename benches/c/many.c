/* many.c - opens many handles, looks at all of them in no order, and makes calls on the last. */
#define _POSIX_C_SOURCE 200809L
#include "many.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

#define CALLS 1000

static long *shuffled(long count)
{
    long i, *order = malloc((size_t)count * sizeof *order);
    check(order != NULL, "memory");
    for (i = 0; i < count; i++)
        order[i] = i;
    srand(1);
    for (i = count - 1; i > 0; i--) {
        long other = rand() % (i + 1), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
    return order;
}

static long long look_time(const struct kind *kind, const long *order, long count)
{
    long i;
    long long began = now();
    if (kind->look == NULL)
        return 0;
    for (i = 0; i < count; i++)
        kind->look(order[i]);
    return (now() - began) / count;
}

static long long get_time(const struct kind *kind, long number)
{
    int i;
    long long began;
    for (i = 0; i < CALLS; i++)
        kind->get(number);
    began = now();
    for (i = 0; i < CALLS; i++)
        kind->get(number);
    return (now() - began) / CALLS;
}

int many(const struct kind *kind, int count, char **args)
{
    long i, before, bytes, *order, handles = count == 3 ? strtol(args[1], NULL, 10) : 0;
    long long look;
    check(handles > 0, "COUNT URL");
    order = shuffled(handles);
    before = memory_kb("VmRSS");
    for (i = 0; i < handles; i++)
        kind->open(i, handles, args[2]);
    bytes = (memory_kb("VmRSS") - before) * 1024 / handles;
    look = look_time(kind, order, handles);
    printf("%ld %lld %lld\n", bytes, look, get_time(kind, handles - 1));
    free(order);
    return 0;
}
