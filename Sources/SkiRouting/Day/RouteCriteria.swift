public import SkiGraph

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
  /// The fields of the criteria beside time.
  enum Field {
    /// The centimetres pushed.
    static let pushed = LabelField(shift: 0, width: 31)
    /// The lifts boarded; a path of more is beyond the limit of times.
    static let lifts = LabelField(shift: 32, width: 15)
    /// The hardest grade as a unary number, ``unknownRank`` for an ungraded run.
    static let rank = LabelField(shift: 48, width: 8)
  }
  static let fields = LabelFields(sums: [Field.pushed, Field.lifts], maxima: [Field.rank])
  /// The rank of an ungraded run, above all grades.
  static let unknownRank = 8

  /// Returns the order of paths: by arrival, then rank, distance pushed and lifts.
  static func order(of label: Label) -> (UInt32, UInt64, UInt64, UInt64) {
    let rest = label.rest
    return (
      label.first, Field.rank.value(in: rest), Field.pushed.value(in: rest), Field.lifts.value(in: rest)
    )
  }

  /// Creates criteria from the costs of a path that arrives at a time since midnight.
  init(_ label: Label, departing departure: UInt32) {
    milliseconds = Int(label.first) - Int(departure)
    let rank = Field.rank.value(in: label.rest).nonzeroBitCount
    hardest =
      switch rank {
      case 0: .nothing
      case Self.unknownRank: .unknown
      default: Difficulty(rank: UInt8(rank)).map(Hardest.grade) ?? .unknown
      }
    pushedMetres = Double(Field.pushed.value(in: label.rest)) / 100
    liftCount = Int(Field.lifts.value(in: label.rest))
  }
}

extension RoutingGraph {
  /// Returns the rank of a link as a criterion: 0 for links other than runs and graded connectors.
  func criterionRank(_ link: Int) -> UInt64 {
    let kind = storage.linkKind[link]
    let rank = Int(storage.linkDifficulty[link])
    guard kind == LinkKind.run.code || kind == LinkKind.connector.code && rank > 0 else { return 0 }
    return RouteCriteria.Field.rank.unary(rank == 0 ? RouteCriteria.unknownRank : rank)
  }
}
