package import SkiBase
public import SkiGraph

/// A filter of implausible fixes of one traveller: rules in order, of which the first refusal decides.
///
/// A filter recovers from errors: fixes that agree with each other are accepted after a lasting jump (`SpeedRule`),
/// and after a clock was set back (`OrderRule`).
public struct FixFilter: Sendable {
  /// The number of accepted fixes.
  public private(set) var acceptedCount = 0
  /// The number of refused fixes by reason; reasons that did not occur are missing.
  public private(set) var refusedCounts: [FixRejection: Int] = [:]
  private var rules: [any FixRule]

  /// Creates a filter from rules; cheap and certain rules should come first.
  package init(rules: [any FixRule]) { self.rules = rules }

  /// Creates a filter with the rules for skiing.
  public init() { self.init(rules: Self.skiing) }

  /// The rules for skiing, each with its default limits.
  package static var skiing: [any FixRule] {
    [PlausibilityRule(), AgeRule(), AccuracyRule(), OrderRule(), SpeedRule()]
  }

  /// Returns whether a fix is accepted, and updates the rules when it is.
  /// - Parameters:
  ///   - fix: The next fix of the traveller.
  ///   - now: The current time; nil for recorded fixes.
  /// - Complexity: O(rules), each of the library's O(1).
  package mutating func decide(_ fix: LocationFix, now: UniversalTime? = nil) -> FixDecision {
    for index in rules.indices {
      let verdict = rules[index].decide(fix, now: now)
      if let reason = verdict.rejection {
        refusedCounts[reason, default: 0] += 1
        return verdict
      }
    }
    for index in rules.indices { rules[index].remember(fix) }
    acceptedCount += 1
    return .accepted
  }

  /// Returns the accepted fixes of a recording in their order, and counts accepted and refused ones.
  /// - Parameter fixes: The fixes of one traveller, in the order received.
  /// - Complexity: O(*n*) in fixes.
  public mutating func accepted(of fixes: some Sequence<LocationFix>) -> [LocationFix] {
    fixes.filter { decide($0).isAccepted }
  }
}
