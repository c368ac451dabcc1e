package import SkiBase
public import SkiGraph

/// The measure of a challenge.
public enum ChallengeMeasure: Sendable, Hashable {
  /// The descent on runs, in metres.
  case descent
  /// The number of different lifts.
  case lifts
  /// The number of lifts of a list that were ridden.
  case everyLift([SourceID])

  /// The word in the store and in output formats.
  public var word: String {
    switch self {
    case .descent: "descent"
    case .lifts: "lifts"
    case .everyLift: "everyLift"
    }
  }

  /// The lifts of the list; empty for other measures.
  public var list: [SourceID] {
    if case .everyLift(let lifts) = self { lifts } else { [] }
  }
}

/// A challenge of a trip, for members who opt in.
///
/// It is computed from matched laps that count and lie within its window as a whole, of all of a member's days: the choice
/// to take part shows the sum to the trip, not the days.
public struct Challenge: Sendable, Hashable {
  /// The identifier.
  public var id: ChallengeID
  /// The trip.
  public var trip: TripID
  /// The name.
  public var name: String
  /// The measure.
  public var measure: ChallengeMeasure
  /// The time within which laps count.
  public var window: TimeWindow
  /// Indicates whether the acting user takes part.
  public var isJoined: Bool

  /// Creates a challenge from its parts, which are not checked.
  public init(
    id: ChallengeID, trip: TripID, name: String, measure: ChallengeMeasure, window: TimeWindow, isJoined: Bool
  ) {
    (self.id, self.trip, self.name) = (id, trip, name)
    (self.measure, self.window, self.isJoined) = (measure, window, isJoined)
  }

  /// The limits of a name.
  package static let nameLimit = TextLimit("name of the challenge", atMost: 80)
  /// The greatest number of lifts of a list.
  public static let greatestLiftCount = 200
  private static let liftLimit = TextLimit("source id of the lift", atMost: 128)

  /// Returns a measure, each lift of its list once, when it is allowed.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field.
  package static func checked(_ measure: ChallengeMeasure) throws -> ChallengeMeasure {
    guard case .everyLift(let lifts) = measure else { return measure }
    try SkiError.requireCount(lifts.count, atMost: greatestLiftCount, "lifts of a challenge")
    try SkiError.require(!lifts.isEmpty, "the challenge lists 0 lifts; give at least 1")
    for lift in lifts { _ = try liftLimit.checked(lift.rawValue) }
    return .everyLift(lifts.uniqued())
  }
}

/// The standing of a member in a challenge.
public struct ChallengeRank: Sendable, Hashable {
  /// The rank, from 1; members with the same score share it.
  public var rank: Int
  /// The member.
  public var user: UserID
  /// The member's name.
  public var name: String
  /// The score: metres, or a number of lifts.
  public var score: Double

  /// Creates a standing from its parts.
  public init(rank: Int, user: UserID, name: String, score: Double) {
    (self.rank, self.user, self.name, self.score) = (rank, user, name, score)
  }
}

/// The values of a new challenge, for `ChallengeService/create(name:measure:in:from:until:as:)`, which checks them.
package struct ChallengeDraft: Sendable, Hashable {
  /// The name, 1 to 80 characters.
  package var name: String
  /// The measure.
  package var measure: ChallengeMeasure
  /// The first moment within which laps count.
  package var from: UniversalTime
  /// The end.
  package var until: UniversalTime

  /// Creates values.
  package init(name: String, measure: ChallengeMeasure, from: UniversalTime, until: UniversalTime) {
    (self.name, self.measure, self.from, self.until) = (name, measure, from, until)
  }
}
