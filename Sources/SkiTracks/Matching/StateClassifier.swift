import SkiGraph

/// Classifies the state of a traveller at each fix, over a time window for stability.
struct StateClassifier {
  let index: MatchIndex
  /// The speed in metres per second below which a traveller stands.
  private static let standingSpeed = 0.4
  /// The half width of the window of speeds, in seconds.
  private static let windowSeconds = 10.0
  /// The least duration of a stop in seconds; movement shorter than half of it does not end one.
  private static let stopSeconds = 12.0
  /// The distance from a boarding place in metres within which a stop is a wait.
  private static let boardingMetres: Float = 50

  /// Returns the states of a path's fixes.
  ///
  /// - Parameters:
  ///   - edges: The edge of each fix.
  ///   - metresAlong: The distance along it, in metres.
  ///   - metres: The distance along the path in metres, monotone.
  ///   - observations: The fixes themselves.
  /// - Complexity: O(*n*), and O(boarding places) for each stop.
  func states(
    edges: [UInt32], metresAlong: [Double], metres: [Double], observations: ArraySlice<Observation>
  ) -> [TravellerState] {
    let seconds = observations.map(\.seconds)
    let standing = Self.standing(metres, seconds)
    var states = edges.map { moving(index.network.edges[Int($0)]) }
    var start = 0
    while start < states.count {
      guard standing[start] else {
        start += 1
        continue
      }
      var end = start
      while end < states.count, standing[end] { end += 1 }
      let middle = observations[observations.startIndex + (start + end) / 2].place
      let state: TravellerState = isNearBoarding(middle) ? .waiting : .stopped
      for position in start..<end {
        let edge = index.network.edges[Int(edges[position])]
        if !Self.isHeldUp(edge, Float(metresAlong[position])) { states[position] = state }
      }
      start = end
    }
    return states
  }

  /// Returns the state at one position.
  func state(_ edge: MatchEdge, along: Float, place: SIMD2<Float>, isStanding: Bool) -> TravellerState {
    guard isStanding, !Self.isHeldUp(edge, along) else { return moving(edge) }
    return isNearBoarding(place) ? .waiting : .stopped
  }

  /// Returns whether a position on a lift is between its stations, where standing means that the lift stopped.
  private static func isHeldUp(_ edge: MatchEdge, _ along: Float) -> Bool {
    edge.isLift && along > edge.stationMetres && along < edge.length - edge.platformMetres
  }

  private func moving(_ edge: MatchEdge) -> TravellerState {
    if edge.isLift { return .onLift }
    return edge.kind == MatchClass.walk.rawValue ? .onFoot : .onRun
  }

  private func isNearBoarding(_ place: SIMD2<Float>) -> Bool {
    index.boardingPlaces.contains {
      let away = $0 - place
      return (away * away).sum() <= Self.boardingMetres * Self.boardingMetres
    }
  }

  /// Returns for each fix whether it belongs to a stop.
  private static func standing(_ metres: [Double], _ seconds: [Double]) -> [Bool] {
    var result = [Bool](repeating: false, count: metres.count)
    var (low, high) = (0, 0)
    for position in metres.indices {
      while seconds[position] - seconds[low] > windowSeconds, low < position { low += 1 }
      high = max(high, position)
      while high + 1 < metres.count, seconds[high] - seconds[position] < windowSeconds { high += 1 }
      let time = seconds[high] - seconds[low]
      result[position] = time >= windowSeconds && metres[high] - metres[low] < standingSpeed * time
    }
    flatten(&result, seconds, value: false, shorterThan: stopSeconds / 2)
    flatten(&result, seconds, value: true, shorterThan: stopSeconds)
    return result
  }

  /// Inverts sequences of a value that are too short.
  private static func flatten(
    _ flags: inout [Bool], _ seconds: [Double], value: Bool, shorterThan least: Double
  ) {
    var start = 0
    while start < flags.count {
      guard flags[start] == value else {
        start += 1
        continue
      }
      var end = start
      while end < flags.count, flags[end] == value { end += 1 }
      let isInside = value || (start > 0 && end < flags.count)
      if isInside, seconds[min(end, flags.count - 1)] - seconds[start] < least {
        for position in start..<end { flags[position] = !value }
      }
      start = end
    }
  }
}
