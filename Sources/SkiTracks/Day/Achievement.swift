package import SkiBase
import SkiGraph

/// A notable result of one day or several, computed from laps alone; speeds claimed by the receiver are not used.
///
/// Gaps in the fixes are left out: ``Lap/bridged`` parts and laps mostly bridged do not count, and nothing spans a gap.
package struct Achievement: Hashable, Sendable {
  /// The subject of an achievement; raw values are those of every output format.
  @nonexhaustive
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The total descent on runs in metres.
    case descent
    /// The greatest descent in metres without a lift between.
    case longestDescent = "longest-descent"
    /// The greatest length of a run in metres along the surface.
    case longestRun = "longest-run"
    /// The highest speed on a run, in metres per second.
    case topSpeed = "top-speed"
    /// The highest elevation in metres above mean sea level.
    case highestPlace = "highest-place"
    /// The earliest boarding of a lift, in seconds since midnight.
    case firstLift = "first-lift"
    /// The latest end of a ride, in seconds since midnight.
    case lastLift = "last-lift"
    /// The number of rides on the lift ridden most; at least three.
    case favouriteLift = "favourite-lift"
    /// The greatest number of successive rides without a break.
    case rideStreak = "ride-streak"
    /// The number of successive days; at least two.
    case dayStreak = "day-streak"
    /// The number of colours of the runs skied; at least three.
    case colours
    /// The number of operating lifts of an area of which every one was ridden.
    case everyLift = "every-lift"
  }

  /// The subject of the achievement.
  package var kind: Kind
  /// The value in the unit of ``kind``.
  package var value: Double
  /// The name of the lift, run or area; nil where there is none.
  package var name: String?
  /// The day, as a position in the days given; nil where it is about several.
  package var day: Int?
  /// The position of the lap within the day.
  package var lap: Int?

  /// Returns the achievements of days, in order of their kinds; none for days without laps.
  ///
  /// The result does not depend on the order of `days`, except for ``day``.
  /// - Parameters:
  ///   - days: One or several days.
  ///   - offset: The offset of local time from UTC, for dates and times of day.
  /// - Complexity: O(*n* log *n*) in laps.
  package static func of(_ days: [SkiDay], offset: UTCOffset = .zero) -> [Achievement] {
    let order = days.indices.filter { !days[$0].laps.isEmpty }.sorted {
      (days[$0].laps[0].start, $0) < (days[$1].laps[0].start, $1)
    }
    return AchievementSearch(days: days, order: order, offset: offset).all()
  }

  /// The position of the day and the lap; nil where it is not about one lap.
  var position: (day: Int, lap: Int)? { day.flatMap { day in lap.map { (day, $0) } } }

  init(_ kind: Kind, _ value: Double, name: String? = nil, day: Int? = nil, lap: Int? = nil) {
    (self.kind, self.value, self.name, self.day, self.lap) = (kind, value, name, day, lap)
  }
}
