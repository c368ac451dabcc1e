public import SkiGeo

/// Whether a lift or run is open just now.
@nonexhaustive
public enum LiveState: String, Sendable, Hashable, CaseIterable {
  /// It runs.
  case open
  /// It stands still for a while: wind, a fault.
  case hold
  /// It is closed for the day.
  case closed
  /// It is not said to run or not: its hours hold.
  case scheduled
}

/// Hours between which a lift may be boarded or a run skied, on the clock of the mountain.
package struct OpenHours: Sendable, Hashable {
  /// From when.
  package var opens: DayTime
  /// When it stops.
  package var closes: DayTime

  /// Makes hours; hours that end before they begin never open.
  package init(opens: DayTime, closes: DayTime) {
    self.opens = opens
    self.closes = closes
  }
}

/// How long one usually waits at a lift at some moment of the day.
public struct UsualWait: Sendable, Hashable {
  /// The moment of the day.
  public var at: DayTime
  /// The wait, milliseconds.
  public var milliseconds: Int

  /// Makes a wait.
  public init(at: DayTime, milliseconds: Int) {
    self.at = at
    self.milliseconds = milliseconds
  }
}

/// What is known of one lift or run today.
///
/// A value; `Sendable`.
public struct FeatureStatus: Sendable, Hashable {
  /// How it is named in what said so.
  public enum Key: Sendable, Hashable {
    case id(SourceID)
    /// A name: all features of that name are meant.
    case name(String)
  }

  /// Which features are meant.
  public var key: Key
  /// The state observed.
  public var state: LiveState
  /// How long one waits now, milliseconds; nil when that was not observed.
  public var waitMilliseconds: Int?
  /// When state and wait were observed; nil when that is not known, and then neither counts.
  public var observedAt: UniversalTime?
  /// The hours of today; empty when they are not known.
  package var hours: [OpenHours]
  /// The usual waits of a day like today, in order of time.
  public var usualWaits: [UsualWait]
  /// Who says so.
  public var source: String?

  /// Makes a status of which only the name is known.
  package init(
    key: Key, state: LiveState = .scheduled, waitMilliseconds: Int? = nil, observedAt: UniversalTime? = nil,
    hours: [OpenHours] = [], usualWaits: [UsualWait] = [], source: String? = nil
  ) {
    self.key = key
    self.state = state
    self.waitMilliseconds = waitMilliseconds
    self.observedAt = observedAt
    self.hours = hours
    self.usualWaits = usualWaits
    self.source = source
  }
}

/// What is known of the lifts and runs of a mountain on one day.
///
/// A value; `Sendable`.
public struct StatusReport: Sendable, Hashable {
  /// The day the hours are of; nil for any day.
  public var day: CalendarDay?
  /// What the mountain's clock is ahead of Universal Time that day.
  public var offset: UTCOffset
  /// The hours of lifts that have none of their own; nil when they are not known.
  package var liftHours: OpenHours?
  /// The states observed, in the order of the source.
  public var features: [FeatureStatus]

  /// Makes a report.
  package init(
    day: CalendarDay? = nil, offset: UTCOffset = .zero, liftHours: OpenHours? = nil,
    features: [FeatureStatus] = []
  ) {
    self.day = day
    self.offset = offset
    self.liftHours = liftHours
    self.features = features
  }
}
