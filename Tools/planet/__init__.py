"""Makes planets out of the sample mountain, for Tools/make-planet."""
