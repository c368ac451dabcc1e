public import SkiBase
public import SkiGraph

/// A limit that would have to be relaxed to allow a route.
public enum RelaxedLimit: Hashable, Sendable {
  /// A run, or a connector without a feature, harder than the ceiling: its grade and horizontal length in metres.
  case harder(FeatureIndex?, Difficulty, metres: Double)
  /// A closed lift or run that would have to open.
  case open(FeatureIndex)
  /// A lift of an avoided kind.
  case avoidedLift(FeatureIndex)
  /// An ungraded run and its horizontal length in metres.
  case ungraded(FeatureIndex?, metres: Double)
  /// A freeride or extreme run, ski tour, hike or itinerary that is not allowed, and its horizontal length in metres.
  case offScale(FeatureIndex?, metres: Double)
  /// A track or path that is snow-covered in the season, and its horizontal length in metres.
  case snowCovered(FeatureIndex?, metres: Double)
  /// A straight walk off the network over unknown ground, with its horizontal length in metres and its ends.
  case onFoot(metres: Double, from: GraphPoint, to: GraphPoint)
}

/// A minimal set of relaxed limits, with a fast route that they allow.
///
/// Minimal: no route needs less of one criterion without needing more of another. The criteria, with lengths in units
/// of 25 m rounded up for each section: the length of runs beyond the limits, the length on foot, the number of grades
/// above the ceiling, of closed features entered and of avoided lifts, and whether ungraded runs, runs off the scale and
/// snow-covered paths are used.
public struct Relaxation: Hashable, Sendable {
  /// The relaxed limits in the order of the route; empty when a route exists without any.
  public var concessions: [RelaxedLimit]
  /// The number of grades the hardest section is above the ceiling; 0 without any.
  public var gradesOver: Int
  /// A route within the relaxed limits, a fast one among those with equal criteria.
  public var route: Route
  /// The criteria of the search, without time.
  let weights: [Int]
}

extension RelaxedLimit {
  /// The kind of a relaxed limit.
  ///
  /// The raw values are used in every output format.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The kind of the case of ``RelaxedLimit`` with the same name.
    case harder, open, avoidedLift, ungraded, offScale, snowCovered, onFoot
  }

  /// The kind of limit, without its values.
  public var kind: Kind {
    switch self {
    case .harder: .harder
    case .open: .open
    case .avoidedLift: .avoidedLift
    case .ungraded: .ungraded
    case .offScale: .offScale
    case .snowCovered: .snowCovered
    case .onFoot: .onFoot
    }
  }

  /// The lift or run concerned; nil for a walk and for links without a feature.
  public var feature: FeatureIndex? {
    switch self {
    case .harder(let feature, _, _), .ungraded(let feature, _), .offScale(let feature, _),
      .snowCovered(let feature, _):
      feature
    case .open(let feature), .avoidedLift(let feature): feature
    case .onFoot: nil
    }
  }

  /// The horizontal length in metres; 0 for lifts and closed features.
  public var mapLengthMetres: Double {
    switch self {
    case .harder(_, _, let metres), .ungraded(_, let metres), .offScale(_, let metres),
      .snowCovered(_, let metres), .onFoot(let metres, _, _):
      metres
    case .open, .avoidedLift: 0
    }
  }

  /// Returns the concession for two consecutive sections of one feature; nil when they differ.
  func joined(_ next: RelaxedLimit) -> RelaxedLimit? {
    switch (self, next) {
    case (.harder(let a, let x, let metres), .harder(let b, let y, let more)) where a == b && x == y:
      .harder(a, x, metres: metres + more)
    case (.ungraded(let a, let metres), .ungraded(let b, let more)) where a == b:
      .ungraded(a, metres: metres + more)
    case (.offScale(let a, let metres), .offScale(let b, let more)) where a == b:
      .offScale(a, metres: metres + more)
    case (.snowCovered(let a, let metres), .snowCovered(let b, let more)) where a == b:
      .snowCovered(a, metres: metres + more)
    default: self == next ? self : nil
    }
  }
}
