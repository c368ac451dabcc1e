import SkiGraph
public import SkiModel

/// The costs of a route in four criteria; less is better in each.
public struct RouteCriteria: Hashable, Sendable {
  /// The hardest grade of a route; later cases are harder.
  public enum Hardest: Hashable, Sendable, Comparable {
    /// No run is skied.
    case nothing
    /// The hardest grade skied, estimated ones included.
    case grade(Difficulty)
    /// A run is ungraded, which counts as harder than any grade.
    case unknown
  }

  /// The duration in milliseconds, waits included.
  public var milliseconds: Int
  /// The hardest grade of runs, and of connectors with a grade.
  public var hardest: Hardest
  /// The horizontal distance pushed, walked or climbed, in metres.
  public var pushedMetres: Double
  /// The number of lifts boarded.
  public var liftCount: Int

  /// Creates criteria.
  /// - Parameters:
  ///   - milliseconds: The duration in milliseconds, waits included.
  ///   - hardest: The hardest grade.
  ///   - pushedMetres: The horizontal distance pushed, walked or climbed, in metres.
  ///   - liftCount: The number of lifts boarded.
  public init(milliseconds: Int, hardest: Hardest, pushedMetres: Double, liftCount: Int) {
    self.milliseconds = milliseconds
    self.hardest = hardest
    self.pushedMetres = pushedMetres
    self.liftCount = liftCount
  }
}

/// A Pareto-optimal route with its criteria.
public struct RouteChoice: Hashable, Sendable {
  /// The route, with its departure.
  public var route: Route
  /// The costs of the route in each criterion.
  public var criteria: RouteCriteria
}

extension RouteCriteria {
  /// The lanes of a vector: time, rank of the hardest grade, centimetres pushed, lifts.
  enum Lane {
    static let time = 0
    static let rank = 1
    static let pushed = 2
    static let lifts = 3
    static let all = [time, rank, pushed, lifts]
  }
  /// The rank of an ungraded run.
  static let unknownRank: UInt32 = 100

  /// Creates criteria from a vector with times since midnight.
  init(_ vector: LabelVector, departing departure: UInt32) {
    milliseconds = Int(vector[Lane.time]) - Int(departure)
    hardest =
      switch vector[Lane.rank] {
      case 0: .nothing
      case Self.unknownRank: .unknown
      default: Difficulty(rank: UInt8(clamping: vector[Lane.rank])).map(Hardest.grade) ?? .unknown
      }
    pushedMetres = Double(vector[Lane.pushed]) / 100
    liftCount = Int(vector[Lane.lifts])
  }
}

extension RoutingGraph {
  /// Returns the rank of a link as a criterion: 0 for links other than runs and graded connectors.
  func criterionRank(_ link: Int) -> UInt32 {
    let kind = storage.linkKind[link]
    let rank = UInt32(storage.linkDifficulty[link])
    if kind == LinkKind.run.code { return rank == 0 ? RouteCriteria.unknownRank : rank }
    return kind == LinkKind.connector.code ? rank : 0
  }
}
