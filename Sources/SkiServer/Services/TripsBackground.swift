package import SkiGraph

/// The work of the trip services beside requests, put together by ``ServerComposition``. A value; `Sendable`.
package struct TripsBackground: Sendable {
  /// The tasks that run until they are cancelled.
  package var tasks: [@Sendable () async -> Void]
  /// Returns the states of lifts to serve; nil where a status file or none is served.
  package var status: @Sendable () -> ServedStatus?
  /// Returns the identity of what hosts say to their trips, which changes with it.
  package var tripWords: @Sendable () -> String
  /// Follows another map.
  package var mapFollower: @Sendable (SkiMap) async -> Void
  /// Follows other states.
  package var statusFollower: @Sendable (StatusReport?) async -> Void
  /// Ends the threads of the services.
  package var close: @Sendable () -> Void

  /// Creates the work from its functions.
  package init(
    tasks: [@Sendable () async -> Void], status: @escaping @Sendable () -> ServedStatus?,
    tripWords: @escaping @Sendable () -> String = { "" },
    mapFollower: @escaping @Sendable (SkiMap) async -> Void,
    statusFollower: @escaping @Sendable (StatusReport?) async -> Void,
    close: @escaping @Sendable () -> Void
  ) {
    (self.tasks, self.status, self.tripWords) = (tasks, status, tripWords)
    (self.mapFollower, self.statusFollower, self.close) = (mapFollower, statusFollower, close)
  }

  /// Runs all tasks until the calling one is cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      for task in tasks { group.addTask { await task() } }
    }
  }
}
