// The functions that are used: FUNCTION(result, name, (parameters), (arguments)).
#define LIBRARY_FUNCTIONS(FUNCTION) \
  FUNCTION( \
    TIFF *, TIFFClientOpenExt, \
    (const char *name, const char *mode, thandle_t client, TIFFReadWriteProc read, TIFFReadWriteProc write, \
     TIFFSeekProc seek, TIFFCloseProc close, TIFFSizeProc size, TIFFMapFileProc map, TIFFUnmapFileProc unmap, \
     TIFFOpenOptions *options), \
    (name, mode, client, read, write, seek, close, size, map, unmap, options)) \
  FUNCTION(void, TIFFClose, (TIFF *tiff), (tiff)) \
  FUNCTION(TIFFDataType, TIFFFieldDataType, (const TIFFField *field), (field)) \
  FUNCTION(int, TIFFFieldPassCount, (const TIFFField *field), (field)) \
  FUNCTION(int, TIFFFieldReadCount, (const TIFFField *field), (field)) \
  FUNCTION(const TIFFField *, TIFFFieldWithTag, (TIFF *tiff, uint32_t tag), (tiff, tag)) \
  FUNCTION(uint64_t, TIFFGetStrileByteCountWithErr, (TIFF *tiff, uint32_t strile, int *fault), (tiff, strile, fault)) \
  FUNCTION(uint64_t, TIFFGetStrileOffsetWithErr, (TIFF *tiff, uint32_t strile, int *fault), (tiff, strile, fault)) \
  FUNCTION(int, TIFFGetTagListCount, (TIFF *tiff), (tiff)) \
  FUNCTION(uint32_t, TIFFGetTagListEntry, (TIFF *tiff, int tag_index), (tiff, tag_index)) \
  FUNCTION(int, TIFFIsByteSwapped, (TIFF *tiff), (tiff)) \
  FUNCTION(int, TIFFIsCODECConfigured, (uint16_t scheme), (scheme)) \
  FUNCTION(int, TIFFIsTiled, (TIFF *tiff), (tiff)) \
  FUNCTION(TIFFOpenOptions *, TIFFOpenOptionsAlloc, (void), ()) \
  FUNCTION(void, TIFFOpenOptionsFree, (TIFFOpenOptions *options), (options)) \
  FUNCTION( \
    void, TIFFOpenOptionsSetErrorHandlerExtR, \
    (TIFFOpenOptions *options, TIFFErrorHandlerExtR handler, void *data), \
    (options, handler, data)) \
  FUNCTION(void, TIFFOpenOptionsSetMaxSingleMemAlloc, (TIFFOpenOptions *options, tmsize_t size), (options, size)) \
  FUNCTION( \
    void, TIFFOpenOptionsSetWarningHandlerExtR, \
    (TIFFOpenOptions *options, TIFFErrorHandlerExtR handler, void *data), \
    (options, handler, data)) \
  FUNCTION( \
    int, TIFFReadFromUserBuffer, \
    (TIFF *tiff, uint32_t strile, void *stored, tmsize_t stored_size, void *target, tmsize_t target_size), \
    (tiff, strile, stored, stored_size, target, target_size)) \
  FUNCTION(int, TIFFSetSubDirectory, (TIFF *tiff, uint64_t offset), (tiff, offset)) \
  FUNCTION(int, TIFFVGetField, (TIFF *tiff, uint32_t tag, va_list values), (tiff, tag, values))
