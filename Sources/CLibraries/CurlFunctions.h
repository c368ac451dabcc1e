// The functions that are used; those with arguments of any type can't be forwarded, so all are called by their addresses.
#define LIBRARY_FUNCTIONS(FUNCTION) \
  FUNCTION(curl_global_init) \
  FUNCTION(curl_easy_init) \
  FUNCTION(curl_easy_setopt) \
  FUNCTION(curl_easy_getinfo) \
  FUNCTION(curl_easy_cleanup) \
  FUNCTION(curl_multi_init) \
  FUNCTION(curl_multi_add_handle) \
  FUNCTION(curl_multi_remove_handle) \
  FUNCTION(curl_multi_perform) \
  FUNCTION(curl_multi_poll) \
  FUNCTION(curl_multi_info_read) \
  FUNCTION(curl_multi_cleanup) \
  FUNCTION(curl_slist_append) \
  FUNCTION(curl_slist_free_all) \
  FUNCTION(curl_url) \
  FUNCTION(curl_url_set) \
  FUNCTION(curl_url_get) \
  FUNCTION(curl_url_cleanup) \
  FUNCTION(curl_free)
