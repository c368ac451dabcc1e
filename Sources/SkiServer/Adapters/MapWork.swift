/// The served map with a lane of threads: searches of the adapters run there, never in the shared pool.
package struct MapWork: Sendable {
  private let keeper: MapKeeper
  private let lane: WorkLane
  private let timeout: Duration

  /// Creates work.
  /// - Parameters:
  ///   - keeper: The served map and states.
  ///   - lane: The lane.
  ///   - timeout: The time for waiting and running.
  package init(keeper: MapKeeper, lane: WorkLane, timeout: Duration) {
    (self.keeper, self.lane, self.timeout) = (keeper, lane, timeout)
  }

  /// Runs a body on the lane with the map and states served at its beginning.
  /// - Throws: ``SkiError`` as ``WorkLane/run(timeout:isAbandoned:_:)``.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable (ServedMap) throws -> Result
  ) async throws -> Result {
    let served = keeper.served
    return try await lane.run(timeout: timeout) { try body(served) }
  }
}
