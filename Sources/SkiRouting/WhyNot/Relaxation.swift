public import SkiGraph
public import SkiModel

/// One thing a skier would have to accept, or that would have to be otherwise, for there to be a way.
public enum Concession: Hashable, Sendable {
  /// A run, or a connector without a feature, harder than the ceiling: its grade, and metres of it along the map.
  case harder(FeatureIndex?, Difficulty, metres: Double)
  /// A closed lift or run that would have to be open.
  case open(FeatureIndex)
  /// A lift of a kind that is avoided.
  case avoidedLift(FeatureIndex)
  /// A run without a grade that counts, and metres of it.
  case ungraded(FeatureIndex?, metres: Double)
  /// A freeride, ski tour, hike or itinerary that one did not ask for, and metres of it.
  case offScale(FeatureIndex?, metres: Double)
  /// A walk over the snow where nothing on the map leads. What lies between is not known.
  case onFoot(metres: Double, from: GraphPoint, to: GraphPoint)
}

/// A smallest set of concessions that opens a way, with a fast way it opens.
///
/// Smallest: no way needs less of anything without needing more of something else. Weighed are, in units of 25 m and for each stretch rounded up:
/// metres of runs that are not accepted, and metres on foot; how many grades one goes over the ceiling; how many closed lifts and runs one comes to;
/// how many avoided lifts one rides; whether a run without a grade, and whether one off the scale, is among them.
public struct Relaxation: Hashable, Sendable {
  /// What is conceded, in the order in which one comes to it.
  public var concessions: [Concession]
  /// How many grades over the ceiling the hardest of it is; 0 without any.
  public var gradesOver: Int
  /// A way with no more than that; among ways that need the same, a fast one.
  public var route: Route
  /// The lanes it was found by, its time left out.
  let weights: [Int]
}

extension Concession {
  /// What is conceded, whatever of it; raw values are the words of the output formats.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case harder, open, avoidedLift, ungraded, offScale, onFoot
  }

  /// What is conceded.
  public var kind: Kind {
    switch self {
    case .harder: .harder
    case .open: .open
    case .avoidedLift: .avoidedLift
    case .ungraded: .ungraded
    case .offScale: .offScale
    case .onFoot: .onFoot
    }
  }

  /// The lift or run it is about; nil for a walk and for links without a feature.
  public var feature: FeatureIndex? {
    switch self {
    case .harder(let feature, _, _), .ungraded(let feature, _), .offScale(let feature, _): feature
    case .open(let feature), .avoidedLift(let feature): feature
    case .onFoot: nil
    }
  }

  /// Metres of it along the map; 0 for lifts and what is closed.
  public var metres: Double {
    switch self {
    case .harder(_, _, let metres), .ungraded(_, let metres), .offScale(_, let metres),
      .onFoot(let metres, _, _):
      metres
    case .open, .avoidedLift: 0
    }
  }

  /// The concession of two stretches of one thing, one behind the other; nil when they are not of one.
  func joined(_ next: Concession) -> Concession? {
    switch (self, next) {
    case (.harder(let a, let x, let metres), .harder(let b, let y, let more)) where a == b && x == y:
      .harder(a, x, metres: metres + more)
    case (.ungraded(let a, let metres), .ungraded(let b, let more)) where a == b:
      .ungraded(a, metres: metres + more)
    case (.offScale(let a, let metres), .offScale(let b, let more)) where a == b:
      .offScale(a, metres: metres + more)
    default: self == next ? self : nil
    }
  }
}
