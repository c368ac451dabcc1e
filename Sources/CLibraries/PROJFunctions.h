// The functions that are used: FUNCTION(result, name, (parameters), (arguments)).
#define LIBRARY_FUNCTIONS(FUNCTION) \
  FUNCTION( \
    void, geod_direct, \
    (const struct geod_geodesic *ellipsoid, double lat1, double lon1, double azi1, double s12, double *plat2, \
     double *plon2, double *pazi2), \
    (ellipsoid, lat1, lon1, azi1, s12, plat2, plon2, pazi2)) \
  FUNCTION(void, geod_init, (struct geod_geodesic *ellipsoid, double a, double f), (ellipsoid, a, f)) \
  FUNCTION( \
    void, geod_inverse, \
    (const struct geod_geodesic *ellipsoid, double lat1, double lon1, double lat2, double lon2, double *ps12, \
     double *pazi1, double *pazi2), \
    (ellipsoid, lat1, lon1, lat2, lon2, ps12, pazi1, pazi2)) \
  FUNCTION( \
    const char *, proj_as_wkt, \
    (PJ_CONTEXT *context, const PJ *object, PJ_WKT_TYPE type, const char *const *options), \
    (context, object, type, options)) \
  FUNCTION(PJ_CONTEXT *, proj_context_create, (void), ()) \
  FUNCTION(PJ_CONTEXT *, proj_context_destroy, (PJ_CONTEXT *context), (context)) \
  FUNCTION(int, proj_context_errno, (PJ_CONTEXT *context), (context)) \
  FUNCTION(const char *, proj_context_errno_string, (PJ_CONTEXT *context, int code), (context, code)) \
  FUNCTION( \
    int, proj_coordoperation_get_method_info, \
    (PJ_CONTEXT *context, const PJ *coordoperation, const char **out_method_name, const char **out_method_auth_name, \
     const char **out_method_code), \
    (context, coordoperation, out_method_name, out_method_auth_name, out_method_code)) \
  FUNCTION(PJ *, proj_create, (PJ_CONTEXT *context, const char *definition), (context, definition)) \
  FUNCTION( \
    PJ *, proj_create_crs_to_crs_from_pj, \
    (PJ_CONTEXT *context, const PJ *source_crs, const PJ *target_crs, PJ_AREA *area, const char *const *options), \
    (context, source_crs, target_crs, area, options)) \
  FUNCTION(PJ *, proj_crs_get_coordinate_system, (PJ_CONTEXT *context, const PJ *system), (context, system)) \
  FUNCTION(PJ *, proj_crs_get_coordoperation, (PJ_CONTEXT *context, const PJ *system), (context, system)) \
  FUNCTION(PJ *, proj_crs_get_sub_crs, (PJ_CONTEXT *context, const PJ *system, int index), (context, system, index)) \
  FUNCTION(int, proj_cs_get_axis_count, (PJ_CONTEXT *context, const PJ *axes), (context, axes)) \
  FUNCTION( \
    int, proj_cs_get_axis_info, \
    (PJ_CONTEXT *context, const PJ *axes, int index, const char **out_name, const char **out_abbrev, \
     const char **out_direction, double *out_unit_conv_factor, const char **out_unit_name, \
     const char **out_unit_auth_name, const char **out_unit_code), \
    (context, axes, index, out_name, out_abbrev, out_direction, out_unit_conv_factor, out_unit_name, out_unit_auth_name, \
     out_unit_code)) \
  FUNCTION(PJ *, proj_destroy, (PJ *object), (object)) \
  FUNCTION(int, proj_errno_reset, (const PJ *object), (object)) \
  FUNCTION(const char *, proj_get_id_auth_name, (const PJ *object, int index), (object, index)) \
  FUNCTION(const char *, proj_get_id_code, (const PJ *object, int index), (object, index)) \
  FUNCTION(const char *, proj_get_name, (const PJ *object), (object)) \
  FUNCTION(PJ *, proj_get_source_crs, (PJ_CONTEXT *context, const PJ *object), (context, object)) \
  FUNCTION(PJ_TYPE, proj_get_type, (const PJ *object), (object)) \
  FUNCTION(int, proj_is_crs, (const PJ *object), (object)) \
  FUNCTION(PJ_LOG_LEVEL, proj_log_level, (PJ_CONTEXT *context, PJ_LOG_LEVEL log_level), (context, log_level)) \
  FUNCTION(PJ *, proj_normalize_for_visualization, (PJ_CONTEXT *context, const PJ *object), (context, object)) \
  FUNCTION( \
    size_t, proj_trans_generic, \
    (PJ *object, PJ_DIRECTION direction, double *x, size_t sx, size_t nx, double *y, size_t sy, size_t ny, double *z, \
     size_t sz, size_t nz, double *t, size_t st, size_t nt), \
    (object, direction, x, sx, nx, y, sy, ny, z, sz, nz, t, st, nt)) \
  FUNCTION( \
    int, proj_uom_get_info_from_database, \
    (PJ_CONTEXT *context, const char *auth_name, const char *code, const char **out_name, double *out_conv_factor, \
     const char **out_category), \
    (context, auth_name, code, out_name, out_conv_factor, out_category))
