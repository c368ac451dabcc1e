package import SkiGeo

/// Something worth telling of one day or several, told by laps alone: no claim of a phone comes into it.
///
/// A value.
package struct Achievement: Hashable, Sendable {
  /// What it is; the raw values are the words of every output format.
  @nonexhaustive
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Metres down on runs, all days together.
    case descent
    /// The most metres down without a lift between.
    case longestDescent = "longest-descent"
    /// The longest run in metres along the snow.
    case longestRun = "longest-run"
    /// The highest speed on a run, metres per second.
    case topSpeed = "top-speed"
    /// The highest place, metres above mean sea level.
    case highestPlace = "highest-place"
    /// The earliest lift by the clock, seconds since midnight.
    case firstLift = "first-lift"
    /// The latest end of a ride by the clock, seconds since midnight.
    case lastLift = "last-lift"
    /// How often the lift was ridden that was ridden most; three times or more.
    case favouriteLift = "favourite-lift"
    /// Rides in a row without a break.
    case rideStreak = "ride-streak"
    /// Days in a row; two or more.
    case dayStreak = "day-streak"
    /// In how many colours runs were skied; three or more.
    case colours
    /// Every operating lift of an area was ridden: how many.
    case everyLift = "every-lift"
  }

  /// What was achieved.
  package var kind: Kind
  /// How much, in the unit the kind says.
  package var value: Double
  /// The lift, run or area it is about; nil where it is about none, or that has no name.
  package var name: String?
  /// Which day, as a position in the days given; nil where it is about several.
  package var day: Int?
  /// Which lap of that day.
  package var lap: Int?

  /// Returns what was achieved, in order of the kinds; nothing for days without laps.
  ///
  /// A pure function: the same days give the same answer in any order.
  /// - Parameters:
  ///   - days: One or several days.
  ///   - offset: The clock that tells which day and how late it is.
  /// - Complexity: O(*n* log *n*) in laps.
  package static func of(_ days: [SkiDay], offset: UTCOffset = .zero) -> [Achievement] {
    let order = days.indices.filter { !days[$0].laps.isEmpty }.sorted {
      (days[$0].laps[0].start, $0) < (days[$1].laps[0].start, $1)
    }
    return AchievementSearch(days: days, order: order, offset: offset).all()
  }

  init(_ kind: Kind, _ value: Double, name: String? = nil, day: Int? = nil, lap: Int? = nil) {
    (self.kind, self.value, self.name, self.day, self.lap) = (kind, value, name, day, lap)
  }
}
