public import SkiBase

/// The current state of a lift or run.
@nonexhaustive
public enum OperatingState: String, Sendable, Hashable, CaseIterable {
  /// The feature is open.
  case open
  /// The operation is interrupted for a while, by wind or a fault.
  case hold
  /// The feature is closed for the day.
  case closed
  /// The state is not reported: the hours apply.
  case scheduled
}

/// The usual waiting time at a lift at some time of the day.
public struct TypicalWait: Sendable, Hashable {
  /// The time of the day; between two times waits are interpolated linearly.
  public var at: DayTime
  /// The waiting time in milliseconds.
  public var milliseconds: Int

  /// Creates a waiting time.
  public init(at: DayTime, milliseconds: Int) {
    self.at = at
    self.milliseconds = milliseconds
  }
}

/// The status of one lift or run today.
public struct FeatureStatus: Sendable, Hashable {
  /// The identification of the feature in the status source.
  public enum Key: Sendable, Hashable {
    /// An id in the source of the map.
    case id(SourceID)
    /// A name: all lifts and runs of that name are meant, ignoring case.
    case name(String)
  }

  /// The identification of the features.
  public var key: Key
  /// The reported state.
  public var state: OperatingState
  /// The current waiting time in milliseconds; nil when unknown.
  public var waitMilliseconds: Int?
  /// The moment at which state and waiting time were observed; without it (nil) both are ignored.
  public var observedAt: UniversalTime?
  /// The hours of today; empty when unknown.
  package var hours: [OpenHours]
  /// The usual waiting times of a day like today, in the order of the source; empty when none are known.
  public var typicalWaits: [TypicalWait]
  /// The name of the status source; nil when unnamed.
  public var source: String?

  /// Creates a status without hours; by default only the identification is known.
  public init(
    key: Key, state: OperatingState = .scheduled, waitMilliseconds: Int? = nil,
    observedAt: UniversalTime? = nil, typicalWaits: [TypicalWait] = [], source: String? = nil
  ) {
    self.key = key
    self.state = state
    self.waitMilliseconds = waitMilliseconds
    self.observedAt = observedAt
    self.hours = []
    self.typicalWaits = typicalWaits
    self.source = source
  }

  /// Creates a status with hours.
  package init(
    key: Key, state: OperatingState = .scheduled, waitMilliseconds: Int? = nil,
    observedAt: UniversalTime? = nil,
    hours: [OpenHours], typicalWaits: [TypicalWait] = [], source: String? = nil
  ) {
    self.init(
      key: key, state: state, waitMilliseconds: waitMilliseconds, observedAt: observedAt,
      typicalWaits: typicalWaits, source: source)
    self.hours = hours
  }
}

/// The status of the lifts and runs of a mountain on one day.
public struct StatusReport: Sendable, Hashable {
  /// The day the hours apply to; nil for any day.
  public var day: CalendarDay?
  /// The local offset from UTC on that day; nil when the source states none.
  public var offset: UTCOffset?
  /// The hours of lifts without hours of their own; nil when unknown.
  package var liftHours: OpenHours?
  /// The status of features, in the order of the source.
  public var features: [FeatureStatus]

  /// Creates a report without hours.
  public init(day: CalendarDay? = nil, offset: UTCOffset? = nil, features: [FeatureStatus] = []) {
    self.day = day
    self.offset = offset
    self.liftHours = nil
    self.features = features
  }

  /// Creates a report with the hours of lifts without hours of their own.
  package init(
    day: CalendarDay? = nil, offset: UTCOffset? = nil, liftHours: OpenHours?, features: [FeatureStatus] = []
  ) {
    self.init(day: day, offset: offset, features: features)
    self.liftHours = liftHours
  }
}
