package import SkiBase
package import SkiGraph

/// A rule that refuses fixes of one traveller, with the state it needs.
///
/// ``FixFilter`` asks rules in order, and passes each fix accepted by all of them to ``remember(_:)``.
package protocol FixRule: Sendable {
  /// Returns whether a fix may be used.
  ///
  /// The rule may record what it refuses. A fix it accepts may be refused by another rule; accepted fixes are recorded
  /// in ``remember(_:)``.
  /// - Parameters:
  ///   - fix: The fix; its values may be invalid.
  ///   - now: The current time; nil for recorded fixes.
  mutating func decide(_ fix: LocationFix, now: UniversalTime?) -> FixDecision

  /// Records a fix that every rule accepted.
  mutating func remember(_ fix: LocationFix)
}

extension FixRule {
  /// Records nothing.
  package mutating func remember(_ fix: LocationFix) {}
}
