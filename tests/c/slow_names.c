/* slow_names.c - a library to preload: its resolver hangs, or knows no name. The program that loads it says
 * when a look-up may end. */
#define _GNU_SOURCE
#include <netdb.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t entered, released;

__attribute__((constructor)) static void begin(void)
{
    sem_init(&entered, 0, 0);
    sem_init(&released, 0, 0);
}

/* Waits until somebody looks up a name. */
void names_entered(void)
{
    while (sem_wait(&entered) != 0)
        ;
}

/* Lets one look-up end. */
void names_release(void)
{
    sem_post(&released);
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
    (void)node;
    (void)service;
    (void)hints;
    (void)result;
    sem_post(&entered);
    while (getenv("NAMES_HANG") != NULL && sem_wait(&released) != 0)
        ;
    return EAI_NONAME;
}
