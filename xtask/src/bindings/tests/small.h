/* hr.h */
#include <stdint.h>

/**
 * Fine: a < b & c.
 */
#define HR_OK 0

/**
 * Late.
 */
#define HR_E_TIMEOUT -102

/**
 * The version.
 */
#define HR_ABI_VERSION 1

/**
 * Receives lines.
 *
 * @param user yours
 * @param text a line
 */
typedef void (*hr_log_fn)(void *user, const char *text);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Sets it.
 *
 * @param fn who
 */
HR_API int32_t hr_set_log(hr_log_fn fn);

/**
 * Does it to a@b, 1) with {braces},
 * once.
 *
 * Notes of this header.
 *
 * @param data bytes:
 *   a    one
 * @param length their
 *   number
 * @param buffer to fill
 * @param capacity its size
 * @param out_json receives it
 * @return a number
 * @retval HR_OK done
 * @retval HR_E_TIMEOUT too
 *   late
 *
 * Any thread.
 */
HR_API
int32_t hr_ready(const uint8_t *data,
                 int32_t length,
                 char *buffer, int32_t capacity, char **out_json);

/** Opens. */
HR_API int32_t hr_open(const char *config_json, int32_t *out_handle, uint16_t *units, void *user);

/** Frees. */
HR_API void hr_free(char *text);

/** Names. */
HR_API const char *hr_version(void);
}
