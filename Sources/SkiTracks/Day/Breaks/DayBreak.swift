public import SkiBase
public import SkiGraph

/// A break of a day: a stay of ``SkiDayOptions/breakSeconds`` or more other than on a lift or in a queue.
public struct DayBreak: Hashable, Sendable, Codable {
  /// The time of arrival.
  public var start: UniversalTime
  /// The time of departure.
  public var end: UniversalTime
  /// The mean coordinate of its fixes.
  public var coordinate: Coordinate
  /// The name of the hut nearest within 80 m; nil when there is none or it has no name.
  public var hut: String?
  /// The identifier of that hut in its source file; nil when there is none.
  public var hutID: SourceID?

  /// The time from start to end, in seconds.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }
}
