/* Faults of the machine, for test_machine_faults.py: loaded before libc. While the file FAULT_WRITES names an error number, writing and syncing
 * under FAULT_ROOT fails with it; the wall clock is as many seconds ahead as the file FAULT_CLOCK says. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The number in a file that an environment variable names; 0 when there is none. */
static long number(const char *variable) {
    const char *path = getenv(variable);
    char text[32] = {0};
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    return count > 0 ? atol(text) : 0;
}

static int fails(int descriptor) {
    const char *root = getenv("FAULT_ROOT");
    char link[64], path[PATH_MAX];
    long error = number("FAULT_WRITES");
    if (!error || !root) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    if (strncmp(path, root, strlen(root)) != 0 || strstr(path, "server.log")) return 0;
    errno = (int)error;
    return 1;
}

#define NEXT(name, ...) ((__VA_ARGS__)dlsym(RTLD_NEXT, name))

ssize_t write(int d, const void *b, size_t n) { return fails(d) ? -1 : NEXT("write", ssize_t (*)(int, const void *, size_t))(d, b, n); }
ssize_t pwrite(int d, const void *b, size_t n, off_t o) { return fails(d) ? -1 : NEXT("pwrite", ssize_t (*)(int, const void *, size_t, off_t))(d, b, n, o); }
ssize_t pwrite64(int d, const void *b, size_t n, off64_t o) { return fails(d) ? -1 : NEXT("pwrite64", ssize_t (*)(int, const void *, size_t, off64_t))(d, b, n, o); }
int fsync(int d) { return fails(d) ? -1 : NEXT("fsync", int (*)(int))(d); }
int fdatasync(int d) { return fails(d) ? -1 : NEXT("fdatasync", int (*)(int))(d); }
int ftruncate64(int d, off64_t n) { return fails(d) ? -1 : NEXT("ftruncate64", int (*)(int, off64_t))(d, n); }

int clock_gettime(clockid_t id, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, id, now);
    if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) now->tv_sec += number("FAULT_CLOCK");
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int result = (int)syscall(SYS_gettimeofday, now, zone);
    if (result == 0) now->tv_sec += number("FAULT_CLOCK");
    return result;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
