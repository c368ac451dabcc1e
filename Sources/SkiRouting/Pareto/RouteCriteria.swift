import SkiGraph
public import SkiModel

/// What a way costs in the four things skiers weigh against each other; less is better in each.
public struct RouteCriteria: Hashable, Sendable {
  /// The hardest grade on a way; later cases are harder.
  public enum Hardest: Hashable, Sendable, Comparable {
    /// Nothing on it is skied on a run.
    case nothing
    /// The grade, estimated ones included.
    case grade(Difficulty)
    /// A run on it has no grade at all: nobody promises anything, so that it counts as harder than any.
    case unknown
  }

  /// Milliseconds from the start, waiting included.
  public var milliseconds: Int
  /// The hardest run, or connector with a grade.
  public var hardest: Hardest
  /// Metres along the map that are pushed, walked or climbed.
  public var pushedMetres: Double
  /// How many times a lift is boarded.
  public var liftCount: Int

  /// Makes criteria.
  public init(milliseconds: Int, hardest: Hardest, pushedMetres: Double, liftCount: Int) {
    self.milliseconds = milliseconds
    self.hardest = hardest
    self.pushedMetres = pushedMetres
    self.liftCount = liftCount
  }
}

/// A route with what it costs in each criterion.
public struct RouteChoice: Hashable, Sendable {
  /// The route.
  public var route: Route
  /// What it costs.
  public var criteria: RouteCriteria
}

extension RouteCriteria {
  /// The lanes of a vector: the time, the rank of the hardest grade, centimetres pushed, lifts.
  enum Lane {
    static let time = 0
    static let rank = 1
    static let pushed = 2
    static let lifts = 3
    static let all = [time, rank, pushed, lifts]
  }
  /// The rank of a run without a grade.
  static let unknownRank: UInt32 = 100

  /// Reads a vector whose time counts from a departure.
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
  /// The rank of a link as a criterion: 0 where no run is skied and no grade warns.
  func criterionRank(_ link: Int) -> UInt32 {
    let kind = storage.linkKind[link]
    let rank = UInt32(storage.linkDifficulty[link])
    if kind == LinkKind.run.code { return rank == 0 ? RouteCriteria.unknownRank : rank }
    return kind == LinkKind.connector.code ? rank : 0
  }
}
