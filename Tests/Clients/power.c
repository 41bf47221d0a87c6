/* A model of power loss, for test_power_loss.py: loaded before libc, it keeps beside each file a copy of what was last synced. Whatever was written
 * after that is what a power cut may take. Files are those under POWER_ROOT; copies go to POWER_DURABLE under the same names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void keep(int descriptor) {
    const char *root = getenv("POWER_ROOT"), *durable = getenv("POWER_DURABLE");
    if (!root || !durable) return;
    char link[64], path[PATH_MAX], copy[PATH_MAX + 16], whole[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = 0;
    if (strncmp(path, root, strlen(root)) != 0) return;
    for (char *next = path + strlen(root); *next; next++) if (*next == '/') *next = '!';
    snprintf(whole, sizeof whole, "%s/%s", durable, path + strlen(root));
    snprintf(copy, sizeof copy, "%s.part", whole);
    pthread_mutex_lock(&lock);
    int in = open(link, O_RDONLY), out = open(copy, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    static char block[1 << 16];
    for (ssize_t count; in >= 0 && out >= 0 && (count = read(in, block, sizeof block)) > 0;)
        if (write(out, block, count) != count) abort();
    if (in >= 0) close(in);
    if (out >= 0) close(out);
    rename(copy, whole);
    pthread_mutex_unlock(&lock);
}

int fsync(int descriptor) {
    int (*next)(int) = dlsym(RTLD_NEXT, "fsync");
    int result = next(descriptor);
    if (result == 0) keep(descriptor);
    return result;
}

int fdatasync(int descriptor) {
    int (*next)(int) = dlsym(RTLD_NEXT, "fdatasync");
    int result = next(descriptor);
    if (result == 0) keep(descriptor);
    return result;
}
