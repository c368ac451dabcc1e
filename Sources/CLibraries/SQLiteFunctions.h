// The functions that are used: FUNCTION(result, name, (parameters), (arguments)).
#define LIBRARY_FUNCTIONS(FUNCTION) \
  FUNCTION( \
    int, sqlite3_bind_blob64, \
    (sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count, void (*release)(void *)), \
    (statement, index, bytes, count, release)) \
  FUNCTION(int, sqlite3_bind_int64, (sqlite3_stmt *statement, int index, sqlite3_int64 value), (statement, index, value)) \
  FUNCTION( \
    int, sqlite3_bind_text, \
    (sqlite3_stmt *statement, int index, const char *text, int count, void (*release)(void *)), \
    (statement, index, text, count, release)) \
  FUNCTION(int, sqlite3_close_v2, (sqlite3 *database), (database)) \
  FUNCTION(const void *, sqlite3_column_blob, (sqlite3_stmt *statement, int column), (statement, column)) \
  FUNCTION(int, sqlite3_column_bytes, (sqlite3_stmt *statement, int column), (statement, column)) \
  FUNCTION(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt *statement, int column), (statement, column)) \
  FUNCTION(const char *, sqlite3_errmsg, (sqlite3 *database), (database)) \
  FUNCTION(const char *, sqlite3_errstr, (int code), (code)) \
  FUNCTION( \
    int, sqlite3_exec, \
    (sqlite3 *database, const char *text, int (*row)(void *, int, char **, char **), void *context, char **fault), \
    (database, text, row, context, fault)) \
  FUNCTION(int, sqlite3_extended_errcode, (sqlite3 *database), (database)) \
  FUNCTION(int, sqlite3_finalize, (sqlite3_stmt *statement), (statement)) \
  FUNCTION( \
    int, sqlite3_open_v2, \
    (const char *path, sqlite3 **database, int flags, const char *system), \
    (path, database, flags, system)) \
  FUNCTION( \
    int, sqlite3_prepare_v3, \
    (sqlite3 *database, const char *text, int count, unsigned int flags, sqlite3_stmt **statement, const char **tail), \
    (database, text, count, flags, statement, tail)) \
  FUNCTION(int, sqlite3_reset, (sqlite3_stmt *statement), (statement)) \
  FUNCTION(int, sqlite3_step, (sqlite3_stmt *statement), (statement))
