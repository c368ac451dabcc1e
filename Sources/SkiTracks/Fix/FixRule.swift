package import SkiGeo

/// One reason to refuse fixes, with what it has to remember of one traveller.
///
/// Rules are values: each traveller has their own. ``FixFilter`` asks several in order and tells all of them what was
/// accepted in the end.
package protocol FixRule: Sendable {
  /// Says whether a fix may be used.
  ///
  /// It may remember what it refuses. What it accepts another rule may still refuse: that is remembered in
  /// ``remember(_:)``.
  /// - Parameters:
  ///   - fix: The fix; nothing about it is promised.
  ///   - now: The time at the judge; nil for recorded fixes.
  mutating func judge(_ fix: LocationFix, now: UniversalTime?) -> FixVerdict

  /// Remembers a fix that every rule accepted.
  mutating func remember(_ fix: LocationFix)
}

extension FixRule {
  /// Remembers nothing.
  package mutating func remember(_ fix: LocationFix) {}
}
