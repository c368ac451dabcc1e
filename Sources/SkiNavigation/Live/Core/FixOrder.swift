import SkiBase
import SkiGraph
import SkiTracks

/// Enforces the order of one traveller's fixes: refuses duplicates and fixes older than the last one.
///
/// Stricter than ``OrderRule``: a clock that was set back is not accepted, because replayed fixes look the same.
struct FixOrder: Sendable {
  private let since: UniversalTime
  private var time: UniversalTime?
  private var sequence: UInt64?

  /// Creates an order; fixes before `since` are refused.
  init(since: UniversalTime) { self.since = since }

  /// Returns the reason to refuse a fix by its time and sequence number; nil when it is accepted. Complexity: O(1).
  func rejection(_ fix: LocationFix) -> FixRejection? {
    guard fix.coordinate.isValid, fix.time.secondsSince1970.isFinite else { return .invalidCoordinate }
    if let last = sequence, let number = fix.sequence, number <= last {
      return number == last ? .duplicate : .outdated
    }
    guard let time else { return fix.time < since ? .outdated : nil }
    if fix.time == time { return .duplicate }
    return fix.time > time ? nil : .outdated
  }

  /// Records an accepted fix.
  mutating func remember(_ fix: LocationFix) {
    time = fix.time
    sequence = fix.sequence ?? sequence
  }
}
