package import SkiAPI
package import SkiBase
package import SkiGraph

/// The people for whom a word on a lift or run counts.
package enum LiftReportScope: Sendable, Hashable {
  /// The members of a trip, whose host says it.
  case trip(TripID)
  /// Everyone: a person whom the operator appointed for a ski area says it.
  case area(SourceID)

  /// The scope as the store holds it.
  var text: String {
    switch self {
    case .trip(let trip): "trip " + trip.rawValue
    case .area(let area): "area " + area.rawValue
    }
  }

  /// Creates a scope of its text.
  /// - Throws: `SkiError` with code `.malformedData` for another text.
  init(text: String) throws {
    let end = text.utf8.dropFirst(5)
    switch text.prefix(5) {
    case "trip ": self = .trip(try TripID(String(Substring(end))))
    case "area ": self = .area(SourceID(String(Substring(end))))
    default: throw SkiError(.malformedData, "the scope of a stored word is unknown; use a newer program")
    }
  }
}

/// The word of a host, or of a person whom the operator appointed, on a lift or run.
///
/// It holds for a bounded time, for the people of its scope.
package struct LiftReport: Sendable, Hashable {
  /// The id of the lift or run in the source of the map.
  package let lift: SourceID
  /// The state.
  package let state: OperatingState
  /// The waiting time in milliseconds; nil when nothing is said of it.
  package let waitMilliseconds: Int?
  /// The person who said it; nil where an older program erased them.
  package let author: UserID?
  /// The people for whom it counts.
  package let scope: LiftReportScope
  /// The time it was said, of the server's clock.
  package let saidAt: UniversalTime
  /// The time it ends to hold.
  package let until: UniversalTime

  /// The times a word may hold for, in seconds: a minute to twelve hours.
  package static let holdingSeconds = 60.0...43_200.0
  /// The greatest waiting time in milliseconds: six hours.
  package static let greatestWaitMilliseconds = 21_600_000
  /// The greatest length of an id in bytes.
  package static let greatestIDByteCount = 256

  /// Creates a word.
  /// - Parameters:
  ///   - lift: The id of the lift or run.
  ///   - state: The state; `scheduled` with a waiting time only, since without one it says nothing.
  ///   - waitMilliseconds: The waiting time; nil when nothing is said of it.
  ///   - author: The person who says it.
  ///   - scope: The people for whom it counts.
  ///   - saidAt: The time it is said.
  ///   - holdsSeconds: The time it holds for: half an hour by default.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a value beyond its limit.
  package init(
    of lift: SourceID, state: OperatingState, waitMilliseconds: Int? = nil, by author: UserID,
    for scope: LiftReportScope, at saidAt: UniversalTime, holdsSeconds: Double = 1800
  ) throws {
    try Self.check(lift)
    try SkiError.require(
      Self.holdingSeconds.contains(holdsSeconds),
      "word on a lift holds \(holdsSeconds) s; give 60 to 43,200 s")
    try SkiError.require(
      waitMilliseconds.map { (0...Self.greatestWaitMilliseconds).contains($0) } ?? true,
      "wait at a lift is \(waitMilliseconds ?? 0) ms; give 0 to \(Self.greatestWaitMilliseconds) ms")
    try SkiError.require(
      state != .scheduled || waitMilliseconds != nil,
      "word on a lift says neither state nor wait; give one, or withdraw the word before")
    self.init(
      stored: lift, state, waitMilliseconds, author, scope, saidAt,
      until: saidAt.advanced(bySeconds: holdsSeconds))
  }

  /// The text of all that counts of the word, for identities of what it changes.
  var identity: String {
    "\(lift.rawValue) \(scope.text) \(state.rawValue) \(waitMilliseconds ?? -1) \(saidAt.milliseconds) \(until.milliseconds)"
  }

  init(
    stored lift: SourceID, _ state: OperatingState, _ waitMilliseconds: Int?, _ author: UserID?,
    _ scope: LiftReportScope, _ saidAt: UniversalTime, until: UniversalTime
  ) {
    self.lift = lift
    self.state = state
    self.waitMilliseconds = waitMilliseconds
    self.author = author
    self.scope = scope
    self.saidAt = saidAt
    self.until = until
  }

  /// Refuses an id that can't be one.
  static func check(_ lift: SourceID) throws {
    let count = lift.rawValue.utf8.count
    try SkiError.require(
      (1...greatestIDByteCount).contains(count),
      "id of a lift has \(count) bytes; give 1 to \(greatestIDByteCount)")
    try SkiError.require(
      !lift.rawValue.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "id of a lift has a control character; give the id of the map's source")
  }
}

extension OperatingState {
  /// Indicates a lift that may not be ridden: closed, or on hold.
  package var stops: Bool { self == .closed || self == .hold }
}
