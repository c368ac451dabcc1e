/// A rule of the raw checker that a route breaks.
package struct Violation: Sendable, Hashable, CustomStringConvertible {
  /// The rules, by stable word.
  package enum Rule: String, Sendable, Hashable, CaseIterable {
    case structure, unknownFeature, runOffLine, runUphill, runNotOperating, liftOffLine, liftMidSpan,
      liftDirection
    case liftNotOperating, liftNotForSkiers, ceiling, difficultyTooEasy, difficultyNotEstimated, offTheScale
    case connectorTooLong, connectorClimb, connectorNowhere, connectorWithID, chainTooLong, walkInside,
      walkTooLong, walkOffStreet, snowCovered
    case length, speed, heights, closed, avoided, refused, optIn, climb
  }

  /// The rule.
  package var rule: Rule
  /// The step, from 0; nil for the route as a whole.
  package var step: Int?
  /// The finding, with the values.
  package var detail: String

  /// The violation on one line.
  package var description: String {
    let place = step.map { "step \($0)" } ?? "route"
    return "\(rule.rawValue): \(place): \(detail)"
  }
}

/// The request of the route being checked.
package struct RawRequest: Sendable {
  /// A colour or grade word; nil for no ceiling.
  package var ceiling: String?
  /// Indicates whether ungraded runs are allowed under a ceiling, estimated or not (`--ungraded allow`).
  package var allowsUngraded = false
  /// Indicates whether ungraded runs are never allowed (`--ungraded refuse`).
  package var refusesUngraded = false
  /// Indicates whether runs that are nothing but ski tours or hikes were opted in to.
  package var allowsToursAndHikes = false
  /// Indicates whether ungroomed itineraries were opted in to.
  package var allowsItineraries = false
  /// Indicates whether long walks along snow-covered paths were opted in to.
  package var allowsSnowCovered = false
  /// Indicates whether freeride and extreme were opted in to.
  package var allowsOffScale = false
  /// Ids or names of lifts and runs that are closed.
  package var closed: Set<String> = []
  /// Lift kinds to avoid, in OpenSkiMap's words.
  package var avoidedLiftKinds: Set<String> = []
  /// Metres a step across an area may pass outside its edge, at most 4.
  package var areaEdgeMetres = 1.5

  /// Creates a question with a ceiling only.
  package init(ceiling: String? = nil) { self.ceiling = ceiling }
}

/// The broken rules of a route, and measurements of it.
package struct RawCheckResult: Sendable {
  /// Every broken rule, in step order.
  package var violations: [Violation] = []
  /// The longest sum of connectors and walks in a row between two runs or lifts, metres.
  package var longestChainMetres = 0.0
  /// The longest single connector, metres.
  package var longestConnectorMetres = 0.0
  /// The length of all walks along snow-covered tracks and paths, metres.
  package var snowCoveredMetres = 0.0

  mutating func add(_ rule: Violation.Rule, _ step: Int?, _ detail: String) {
    violations.append(Violation(rule: rule, step: step, detail: detail))
  }
}

/// Heights from another source than the file: a function of place, and its uncertainty.
package struct RawHeights: Sendable {
  /// Metres above the sea at a latitude and longitude in degrees; nil where unknown.
  package var metres: @Sendable (_ latitude: Double, _ longitude: Double) -> Double?
  /// Metres by which the difference of two heights may be wrong; drops within it of the limit decide nothing.
  package var uncertaintyMetres: Double

  /// Creates heights from a function.
  package init(
    uncertaintyMetres: Double = 2,
    metres: @escaping @Sendable (_ latitude: Double, _ longitude: Double) -> Double?
  ) {
    self.metres = metres
    self.uncertaintyMetres = uncertaintyMetres
  }
}
