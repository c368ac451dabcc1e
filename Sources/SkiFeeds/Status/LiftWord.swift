public import SkiGeo
public import SkiModel
public import SkiSharing

/// The word of a host on a lift or run.
///
/// It holds for a bounded time. Its author is kept for those who administer the server; the report names a host only.
public struct LiftWord: Sendable, Hashable {
  /// The id of the lift or run in the source of the map.
  public let lift: SourceID
  /// The state.
  public let state: OperatingState
  /// The waiting time in milliseconds; nil when nothing is said of it.
  public let waitMilliseconds: Int?
  /// The host; nil after their account was erased.
  public let author: UserID?
  /// The time it was said, of the server's clock.
  public let saidAt: UniversalTime
  /// The time it ends to hold.
  public let until: UniversalTime

  /// The times a word may hold for, in seconds: a minute to twelve hours.
  public static let holdingSeconds = 60.0...43_200.0
  /// The greatest waiting time in milliseconds: six hours.
  public static let greatestWaitMilliseconds = 21_600_000
  /// The greatest length of an id in bytes.
  public static let greatestIDByteCount = 256

  /// Creates a word.
  /// - Parameters:
  ///   - lift: The id of the lift or run.
  ///   - state: The state; `scheduled` with a waiting time only, since without one it says nothing.
  ///   - waitMilliseconds: The waiting time; nil when nothing is said of it.
  ///   - author: The host.
  ///   - saidAt: The time it is said.
  ///   - holdsSeconds: The time it holds for: half an hour by default.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a value beyond its limit.
  public init(
    of lift: SourceID, state: OperatingState, waitMilliseconds: Int? = nil, by author: UserID,
    at saidAt: UniversalTime, holdsSeconds: Double = 1800
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
      stored: lift, state, waitMilliseconds, author, saidAt, until: saidAt.advanced(bySeconds: holdsSeconds))
  }

  init(
    stored lift: SourceID, _ state: OperatingState, _ waitMilliseconds: Int?, _ author: UserID?,
    _ saidAt: UniversalTime, until: UniversalTime
  ) {
    self.lift = lift
    self.state = state
    self.waitMilliseconds = waitMilliseconds
    self.author = author
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
