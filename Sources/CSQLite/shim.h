#include <features.h>
#include <sqlite3.h>

// Swift cannot call C functions with a variable number of arguments, nor read macros that cast.

static inline int gatehouse_sqlite3_configure(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

static inline int gatehouse_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int gatehouse_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline void gatehouse_sqlite3_result_text(sqlite3_context *context, const char *text, sqlite3_uint64 count) {
    sqlite3_result_text64(context, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Declared by <string.h> for GNU sources alone; linear in time.
extern void *memmem(const void *text, __SIZE_TYPE__ count, const void *part, __SIZE_TYPE__ part_count);

static inline const void *gatehouse_find(const void *text, __SIZE_TYPE__ count, const void *part, __SIZE_TYPE__ part_count) {
    return memmem(text, count, part, part_count);
}

#ifdef __GLIBC__
// Declared by <malloc.h>: gives free pages of all threads back to the system.
extern int malloc_trim(__SIZE_TYPE__ pad);
static inline void gatehouse_give_back_memory(void) { malloc_trim(0); }
#else
static inline void gatehouse_give_back_memory(void) {}
#endif
