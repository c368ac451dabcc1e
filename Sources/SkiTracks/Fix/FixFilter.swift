package import SkiGeo

/// Rules asked in order, the first refusal deciding; counts what was refused, by reason.
///
/// A value: one traveller's. It never refuses for ever: after a jump that lasts, fixes that agree with each other are
/// accepted again (``SpeedRule``), as they are after a clock was set back (``OrderRule``).
public struct FixFilter: Sendable {
  /// How many fixes were accepted.
  public private(set) var acceptedCount = 0
  /// How many were refused, by reason; reasons that never occurred are missing.
  public private(set) var refusedCounts: [FixRejection: Int] = [:]
  private var rules: [any FixRule]

  /// Makes a filter of rules; the first refusal decides, so that cheap and certain rules come first.
  package init(rules: [any FixRule]) { self.rules = rules }

  /// Makes a filter of the rules for skiing.
  public init() { self.init(rules: Self.skiing) }

  /// The rules for people on a mountain: each with its defaults.
  package static var skiing: [any FixRule] {
    [PlausibilityRule(), AgeRule(), AccuracyRule(), OrderRule(), SpeedRule()]
  }

  /// Judges a fix and remembers it when it is accepted.
  /// - Parameters:
  ///   - fix: The next fix of the traveller.
  ///   - now: The time at the judge; nil for recorded fixes, whose age says nothing.
  /// - Complexity: O(rules), each of the library's O(1).
  package mutating func judge(_ fix: LocationFix, now: UniversalTime? = nil) -> FixVerdict {
    for index in rules.indices {
      let verdict = rules[index].judge(fix, now: now)
      if let reason = verdict.rejection {
        refusedCounts[reason, default: 0] += 1
        return verdict
      }
    }
    for index in rules.indices { rules[index].remember(fix) }
    acceptedCount += 1
    return .accepted
  }

  /// Returns the fixes of a recording that are accepted, in order. Complexity: O(fixes × rules).
  public mutating func accepted(of fixes: some Sequence<LocationFix>) -> [LocationFix] {
    fixes.filter { judge($0).isAccepted }
  }
}
