/* first_thread.c - a process whose first thread ends at once, and another one at the end of standard input. */
#include <pthread.h>
#include <unistd.h>

static void *wait_for_end(void *argument)
{
    char byte;
    (void)argument;
    while (read(0, &byte, 1) > 0)
        ;
    _exit(0);
}

int main(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_end, NULL) != 0)
        return 1;
    pthread_exit(NULL);
}
