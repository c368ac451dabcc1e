// The functions that are used: FUNCTION(result, name, (parameters), (arguments)).
#define LIBRARY_FUNCTIONS(FUNCTION) \
  FUNCTION( \
    int, GEOSArea_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *geometry, double *area), \
    (context, geometry, area)) \
  FUNCTION( \
    GEOSGeometry *, GEOSBoundary_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *geometry), \
    (context, geometry)) \
  FUNCTION( \
    GEOSGeometry *, GEOSBuffer_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *geometry, double width, int segments), \
    (context, geometry, width, segments)) \
  FUNCTION( \
    GEOSMessageHandler_r, GEOSContext_setErrorMessageHandler_r, \
    (GEOSContextHandle_t context, GEOSMessageHandler_r handler, void *data), \
    (context, handler, data)) \
  FUNCTION( \
    GEOSCoordSequence *, GEOSCoordSeq_copyFromBuffer_r, \
    (GEOSContextHandle_t context, const double *buffer, unsigned int size, int has_z, int has_m), \
    (context, buffer, size, has_z, has_m)) \
  FUNCTION(void, GEOSCoordSeq_destroy_r, (GEOSContextHandle_t context, GEOSCoordSequence *sequence), (context, sequence)) \
  FUNCTION( \
    int, GEOSCoordSeq_getSize_r, \
    (GEOSContextHandle_t context, const GEOSCoordSequence *sequence, unsigned int *size), \
    (context, sequence, size)) \
  FUNCTION( \
    int, GEOSCoordSeq_getXY_r, \
    (GEOSContextHandle_t context, const GEOSCoordSequence *sequence, unsigned int index, double *x, double *y), \
    (context, sequence, index, x, y)) \
  FUNCTION( \
    GEOSGeometry *, GEOSDifference_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *one, const GEOSGeometry *other), \
    (context, one, other)) \
  FUNCTION(int, GEOSGeomTypeId_r, (GEOSContextHandle_t context, const GEOSGeometry *geometry), (context, geometry)) \
  FUNCTION( \
    GEOSGeometry *, GEOSGeom_createCollection_r, \
    (GEOSContextHandle_t context, int type, GEOSGeometry **geometries, unsigned int count), \
    (context, type, geometries, count)) \
  FUNCTION( \
    GEOSGeometry *, GEOSGeom_createLineString_r, \
    (GEOSContextHandle_t context, GEOSCoordSequence *sequence), \
    (context, sequence)) \
  FUNCTION( \
    GEOSGeometry *, GEOSGeom_createLinearRing_r, \
    (GEOSContextHandle_t context, GEOSCoordSequence *sequence), \
    (context, sequence)) \
  FUNCTION( \
    GEOSGeometry *, GEOSGeom_createPointFromXY_r, \
    (GEOSContextHandle_t context, double x, double y), \
    (context, x, y)) \
  FUNCTION( \
    GEOSGeometry *, GEOSGeom_createPolygon_r, \
    (GEOSContextHandle_t context, GEOSGeometry *shell, GEOSGeometry **holes, unsigned int hole_count), \
    (context, shell, holes, hole_count)) \
  FUNCTION(void, GEOSGeom_destroy_r, (GEOSContextHandle_t context, GEOSGeometry *geometry), (context, geometry)) \
  FUNCTION( \
    const GEOSCoordSequence *, GEOSGeom_getCoordSeq_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *geometry), \
    (context, geometry)) \
  FUNCTION( \
    const GEOSGeometry *, GEOSGetExteriorRing_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *geometry), \
    (context, geometry)) \
  FUNCTION( \
    const GEOSGeometry *, GEOSGetGeometryN_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *geometry, int n), \
    (context, geometry, n)) \
  FUNCTION(int, GEOSGetNumGeometries_r, (GEOSContextHandle_t context, const GEOSGeometry *geometry), (context, geometry)) \
  FUNCTION( \
    GEOSGeometry *, GEOSIntersection_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *one, const GEOSGeometry *other), \
    (context, one, other)) \
  FUNCTION( \
    GEOSGeometry *, GEOSMinimumRotatedRectangle_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *geometry), \
    (context, geometry)) \
  FUNCTION( \
    GEOSCoordSequence *, GEOSNearestPoints_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *one, const GEOSGeometry *other), \
    (context, one, other)) \
  FUNCTION( \
    GEOSGeometry *, GEOSPointOnSurface_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *geometry), \
    (context, geometry)) \
  FUNCTION( \
    const GEOSPreparedGeometry *, GEOSPrepare_r, \
    (GEOSContextHandle_t context, const GEOSGeometry *geometry), \
    (context, geometry)) \
  FUNCTION( \
    char, GEOSPreparedCovers_r, \
    (GEOSContextHandle_t context, const GEOSPreparedGeometry *prepared, const GEOSGeometry *other), \
    (context, prepared, other)) \
  FUNCTION( \
    char, GEOSPreparedDistanceWithin_r, \
    (GEOSContextHandle_t context, const GEOSPreparedGeometry *prepared, const GEOSGeometry *other, double distance), \
    (context, prepared, other, distance)) \
  FUNCTION( \
    int, GEOSPreparedDistance_r, \
    (GEOSContextHandle_t context, const GEOSPreparedGeometry *prepared, const GEOSGeometry *other, double *distance), \
    (context, prepared, other, distance)) \
  FUNCTION( \
    void, GEOSPreparedGeom_destroy_r, \
    (GEOSContextHandle_t context, const GEOSPreparedGeometry *geometry), \
    (context, geometry)) \
  FUNCTION( \
    char, GEOSPreparedIntersects_r, \
    (GEOSContextHandle_t context, const GEOSPreparedGeometry *prepared, const GEOSGeometry *other), \
    (context, prepared, other)) \
  FUNCTION( \
    int, GEOSSegmentIntersection_r, \
    (GEOSContextHandle_t context, double ax0, double ay0, double ax1, double ay1, double bx0, double by0, double bx1, \
     double by1, double *x, double *y), \
    (context, ax0, ay0, ax1, ay1, bx0, by0, bx1, by1, x, y)) \
  FUNCTION(void, GEOS_finish_r, (GEOSContextHandle_t context), (context)) \
  FUNCTION(GEOSContextHandle_t, GEOS_init_r, (void), ()) \
  FUNCTION(char, GEOSisEmpty_r, (GEOSContextHandle_t context, const GEOSGeometry *geometry), (context, geometry)) \
  FUNCTION(char, GEOSisValid_r, (GEOSContextHandle_t context, const GEOSGeometry *geometry), (context, geometry))
