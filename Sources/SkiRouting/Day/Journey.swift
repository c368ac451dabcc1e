/// An intermediate stop of a journey, with a pause.
public struct RouteStop: Hashable, Sendable, Codable {
  /// The place at which the journey pauses.
  public var place: RouteEndpoint
  /// The duration of the pause, in milliseconds: 0 to 86,400,000.
  public var pauseMilliseconds: Int

  /// Creates a stop.
  /// - Parameters:
  ///   - place: The place.
  ///   - pauseMilliseconds: The duration of the pause in milliseconds, up to a day; 0 to pass by.
  public init(_ place: RouteEndpoint, pauseMilliseconds: Int = 0) {
    self.place = place
    self.pauseMilliseconds = pauseMilliseconds
  }
}

/// A journey over several places, a route from each to the next.
public struct Journey: Hashable, Sendable, Codable {
  /// The routes in order; each departs when the pause after the one before is over.
  public var legs: [Route]
  /// The pause after each leg in milliseconds, one for each; 0 after the last.
  public var pausesMilliseconds: [Int]

  /// Returns the duration from the first departure to the last arrival in milliseconds, pauses included.
  /// - Complexity: O(*s*) in the steps of all legs.
  public func totalMilliseconds() -> Int {
    legs.reduce(0) { $0 + $1.totalMilliseconds() } + pausesMilliseconds.reduce(0, +)
  }
}
