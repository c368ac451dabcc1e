/// A place on the way where one wants to be for a while.
public struct RouteStop: Hashable, Sendable, Codable {
  /// Where.
  public var place: RouteEndpoint
  /// For how long, in milliseconds.
  public var pauseMilliseconds: Int

  /// Makes a stop; without a pause one only comes by.
  public init(_ place: RouteEndpoint, pauseMilliseconds: Int = 0) {
    self.place = place
    self.pauseMilliseconds = pauseMilliseconds
  }
}

/// A way over several places: a route from each to the next.
public struct Trip: Hashable, Sendable, Codable {
  /// The routes in order; each leaves when the pause after the one before is over.
  public var legs: [Route]
  /// The pause behind each leg, in milliseconds; 0 behind the last.
  public var pausesMilliseconds: [Int]

  /// Returns milliseconds from the first departure to the last arrival, pauses included. Complexity: O(*s*).
  public func totalMilliseconds() -> Int {
    legs.reduce(0) { $0 + $1.totalMilliseconds() } + pausesMilliseconds.reduce(0, +)
  }
}
