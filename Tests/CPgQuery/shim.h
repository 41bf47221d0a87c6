#include <pg_query.h>
#include <string.h>

// Takes the places out of a tree in JSON, so that the trees of two texts can be compared.
static inline void gatehouse_pg_query_strip_places(char *tree) {
    static const char *const keys[] = {"\"location\":", "\"stmt_len\":", "\"stmt_location\":"};
    char *out = tree;
    const char *in = tree;
    while (*in) {
        int found = 0;
        if (*in == '"') {
            for (unsigned index = 0; index < sizeof keys / sizeof *keys; index++) {
                size_t length = strlen(keys[index]);
                if (strncmp(in, keys[index], length) != 0) continue;
                in += length;
                while ((*in >= '0' && *in <= '9') || *in == '-') in++;
                if (*in == ',') in++;
                else if (out > tree && out[-1] == ',') out--;
                found = 1;
                break;
            }
        }
        if (!found) *out++ = *in++;
    }
    *out = 0;
}
