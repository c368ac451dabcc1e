// The functions that are used: FUNCTION(result, name, (parameters), (arguments)).
#define LIBRARY_FUNCTIONS(FUNCTION) \
  FUNCTION(void, zip_discard, (zip_t *archive), (archive)) \
  FUNCTION(int, zip_fclose, (zip_file_t *file), (file)) \
  FUNCTION( \
    zip_file_t *, zip_fopen_index, \
    (zip_t *archive, zip_uint64_t index, zip_flags_t flags), \
    (archive, index, flags)) \
  FUNCTION(zip_int64_t, zip_fread, (zip_file_t *file, void *target, zip_uint64_t count), (file, target, count)) \
  FUNCTION(zip_int64_t, zip_get_num_entries, (zip_t *archive, zip_flags_t flags), (archive, flags)) \
  FUNCTION(zip_t *, zip_open, (const char *path, int flags, int *fault), (path, flags, fault)) \
  FUNCTION( \
    int, zip_stat_index, \
    (zip_t *archive, zip_uint64_t index, zip_flags_t flags, zip_stat_t *status), \
    (archive, index, flags, status)) \
  FUNCTION(void, zip_stat_init, (zip_stat_t *status), (status)) \
  FUNCTION(const char *, zip_strerror, (zip_t *archive), (archive))
