/* traps.h - a host with all floating-point traps on. */
#ifndef WINDOWS_TRAPS_H
#define WINDOWS_TRAPS_H

#include "host.h"

/* What the processor does with floating-point numbers: the control words of both of its units. */
struct control {
    unsigned short x87;
    unsigned int sse;
};

static struct control control(void)
{
    struct control now;
    __asm__ volatile("fnstcw %0\n\tstmxcsr %1" : "=m"(now.x87), "=m"(now.sse));
    now.sse &= 0xFFC0; /* without what past operations left */
    return now;
}

static void set_control(struct control wanted)
{
    __asm__ volatile("fnclex\n\tfldcw %0\n\tldmxcsr %1" : : "m"(wanted.x87), "m"(wanted.sse));
}

/* As Delphi has them: invalid operation, division by zero and overflow trap. */
static struct control delphi = {0x1332, 0x1900};

static int same(struct control a, struct control b)
{
    return a.x87 == b.x87 && a.sse == b.sse;
}

static int32_t see_control(void *user, int32_t done, int32_t total)
{
    int *wrong = (int *)user;
    (void)done;
    (void)total;
    *wrong += !same(control(), delphi);
    return 0;
}

static void traps(void)
{
    char patient[WALK_ID];
    int wrong = 0;
    const struct control usual = control();
    int32_t handle;
    set_control(delphi);
    delphi = control(); /* a reserved bit reads as 1 */
    CHECK((delphi.x87 & 0x3F) == 0x32 && delphi.sse == 0x1900 && !same(usual, delphi));
    handle = open_handle();
    CHECK(hr_set_progress(handle, see_control, &wrong) == HR_OK);
    CHECK(walk_login(handle, serial, pin) == HR_OK && walk_record(handle, patient) == HR_OK);
    CHECK(hr_request(handle, "POST", "/echo", "{\"e\":[1.797e309,-1e999,1e-999,123456789012345678901234567890]}",
                     NULL) == HR_OK);
    CHECK(walk_send(handle, patient, 1000000) == HR_OK);
    CHECK(hr_close(handle) == HR_OK);
    CHECK(same(control(), delphi));
    CHECK(wrong == 0);
    set_control(usual);
    printf("kept\n");
}

#endif
