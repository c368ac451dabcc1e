import SkiGeo
import SkiTracks

/// Keeps the order of one traveller's fixes: none is used twice, and none after a later one.
///
/// Stricter than ``OrderRule``: a clock that was set back is never believed, because whoever repeats old fixes looks the same.
/// A value.
struct FixOrder: Sendable {
  private let since: UniversalTime
  private var time: UniversalTime?
  private var sequence: UInt64?

  /// Begins an order; fixes taken before it are refused.
  init(since: UniversalTime) { self.since = since }

  /// Judges a fix by its time and, where senders number, by its number. Complexity: O(1).
  func judge(_ fix: LocationFix) -> FixRejection? {
    guard fix.coordinate.isValid, fix.time.secondsSince1970.isFinite else { return .invalidCoordinate }
    if let last = sequence, let number = fix.sequence, number <= last {
      return number == last ? .duplicate : .outdated
    }
    guard let time else { return fix.time < since ? .outdated : nil }
    if fix.time == time { return .duplicate }
    return fix.time > time ? nil : .outdated
  }

  /// Remembers a fix that was accepted.
  mutating func remember(_ fix: LocationFix) {
    time = fix.time
    sequence = fix.sequence ?? sequence
  }
}
