"""Random histories of live sharing with failures of processes, connections and the database; see Tools/faults."""
