import SkiBase
public import SkiGraph

/// The laps of a matched day that count, for achievements.
package struct CountedDay: Sendable, Hashable {
  /// The day.
  package var id: DayID
  /// The laps in order of time, at least one.
  package var laps: [DayLap]
  /// The ski areas with laps, and their lifts.
  package var areas: [MatchedDayFacts.Area]

  /// Creates a day from its parts.
  package init(id: DayID, laps: [DayLap], areas: [MatchedDayFacts.Area]) {
    (self.id, self.laps, self.areas) = (id, laps, areas)
  }

  /// The descent on runs in metres.
  package var descentMetres: Double {
    laps.reduce(0) { $0 + ($1.kind == .run ? $1.descentMetres : 0) }
  }

  /// The lifts ridden.
  package var lifts: Set<SourceID> { Set(laps.filter { $0.kind == .lift }.map(\.source)) }
}

/// A notable result of a recorded day, of laps that count.
public struct DayAchievement: Sendable, Hashable {
  /// The kinds; raw values are those of every output format.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The first day of the user. Its value is 1.
    case firstDay
    /// More descent than on any day before, of which there is one. Its value is in metres.
    case mostMetres
    /// A descent of 10,000 m or more. Its value is in metres.
    case tenThousandMetres
    /// Ten different lifts or more. Its value is their number.
    case tenLifts
    /// Every lift of a ski area of three lifts or more. Its value is their number.
    case everyLift
    /// A run with a descent of 1,000 m or more at once. Its value is in metres.
    case longRun
  }

  /// The kind.
  public var kind: Kind
  /// The value in the unit of the kind.
  public var value: Double
  /// The ski area or the run; nil for other kinds.
  public var source: SourceID?

  /// Creates an achievement from its parts.
  public init(_ kind: Kind, value: Double, source: SourceID? = nil) {
    (self.kind, self.value, self.source) = (kind, value, source)
  }

  /// Returns the achievements of a day, in the order of their kinds.
  /// - Parameters:
  ///   - day: The day.
  ///   - earlier: The days before it.
  /// - Complexity: O(*n*) in laps and lifts.
  package static func of(_ day: CountedDay, after earlier: [CountedDay]) -> [DayAchievement] {
    var found: [DayAchievement] = []
    let (descent, lifts) = (day.descentMetres, day.lifts)
    if earlier.isEmpty { found.append(DayAchievement(.firstDay, value: 1)) }
    if !earlier.isEmpty, earlier.allSatisfy({ $0.descentMetres < descent }) {
      found.append(DayAchievement(.mostMetres, value: descent))
    }
    if descent >= 10_000 { found.append(DayAchievement(.tenThousandMetres, value: descent)) }
    if lifts.count >= 10 { found.append(DayAchievement(.tenLifts, value: Double(lifts.count))) }
    for area in day.areas where Set(area.lifts).count >= 3 && lifts.isSuperset(of: area.lifts) {
      found.append(DayAchievement(.everyLift, value: Double(Set(area.lifts).count), source: area.source))
    }
    let longest = day.laps.filter { $0.kind == .run }.max { $0.descentMetres < $1.descentMetres }
    if let longest, longest.descentMetres >= 1000 {
      found.append(DayAchievement(.longRun, value: longest.descentMetres, source: longest.source))
    }
    return found
  }
}
