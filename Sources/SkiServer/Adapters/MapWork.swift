package import SkiAPI
package import SkiPeople

/// The served map with a lane of threads: searches of the adapters run there, never in the shared pool.
package struct MapWork: Sendable {
  private let keeper: MapKeeper
  private let lane: WorkLane
  private let timeout: Duration
  private let lifts: LiftStatusRepository?

  /// Creates work.
  /// - Parameters:
  ///   - keeper: The served map and states.
  ///   - lane: The lane.
  ///   - timeout: The time for waiting and running.
  ///   - lifts: The states that members of trips see; nil for those of everyone.
  package init(
    keeper: MapKeeper, lane: WorkLane, timeout: Duration, lifts: LiftStatusRepository? = nil
  ) {
    (self.keeper, self.lane, self.timeout, self.lifts) = (keeper, lane, timeout, lifts)
  }

  /// Runs a body on the lane with the map and states served at its beginning, as the members of a trip see them.
  /// - Throws: ``SkiError`` as ``WorkLane/run(timeout:isAbandoned:_:)``.
  package func run<Result: Sendable>(
    in trip: TripID? = nil, _ body: @escaping @Sendable (ServedMap) throws -> Result
  ) async throws -> Result {
    var served = keeper.served
    if let lifts, let trip, lifts.tripWords.trips.contains(trip) {
      served = served.with(lifts.current(in: [trip]), of: [trip])
    }
    let seen = served
    return try await lane.run(timeout: timeout) { try body(seen) }
  }
}
