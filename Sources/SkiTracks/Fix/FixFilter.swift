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

/// Refuses fixes that are invalid in themselves: invalid coordinates or times, 0° N 0° E, invalid accuracies.
package struct PlausibilityRule: FixRule, Hashable {
  /// The distance from 0° N 0° E, in degrees of latitude and longitude, within which coordinates are refused.
  package var nullIslandDegrees: Double

  /// Creates a rule.
  package init(nullIslandDegrees: Double = 1e-4) { self.nullIslandDegrees = nullIslandDegrees }

  /// Returns whether a fix is valid in itself.
  package mutating func decide(_ fix: LocationFix, now: UniversalTime?) -> FixDecision {
    let place = fix.coordinate
    guard place.isValid, fix.time.secondsSince1970.isFinite else { return .refused(.invalidCoordinate) }
    if abs(place.latitude) <= nullIslandDegrees, abs(place.longitude) <= nullIslandDegrees {
      return .refused(.nullIsland)
    }
    if let accuracy = fix.horizontalAccuracyMetres, !(accuracy >= 0 && accuracy.isFinite) {
      return .refused(.invalidAccuracy)
    }
    return .accepted
  }
}

/// Refuses fixes with a poor accuracy; fixes of unknown accuracy pass.
package struct AccuracyRule: FixRule, Hashable {
  /// The greatest accuracy radius (68 %) of an accepted fix, in metres.
  package var limitMetres: Double

  /// Creates a rule. The default of 100 m refuses positions from cells and wireless networks alone.
  package init(limitMetres: Double = 100) { self.limitMetres = limitMetres }

  /// Returns whether the accuracy of a fix is within the limit.
  package mutating func decide(_ fix: LocationFix, now: UniversalTime?) -> FixDecision {
    guard let accuracy = fix.horizontalAccuracyMetres, !(accuracy <= limitMetres) else { return .accepted }
    return .refused(.inaccurate)
  }
}

/// Refuses fixes that are too old or in the future; all pass without a current time.
package struct AgeRule: FixRule, Hashable {
  /// The greatest age of a fix, in seconds.
  package var oldestSeconds: Double
  /// The greatest lead of a sender's clock, in seconds.
  package var aheadSeconds: Double

  /// Creates a rule. The default of 60 s passes fixes delayed by a poor connection.
  package init(oldestSeconds: Double = 60, aheadSeconds: Double = 10) {
    self.oldestSeconds = oldestSeconds
    self.aheadSeconds = aheadSeconds
  }

  /// Returns whether the age of a fix is within the limits.
  package mutating func decide(_ fix: LocationFix, now: UniversalTime?) -> FixDecision {
    guard let now else { return .accepted }
    let age = now.secondsSince1970 - fix.time.secondsSince1970
    if age > oldestSeconds { return .refused(.outdated) }
    return age < -aheadSeconds ? .refused(.future) : .accepted
  }
}

/// Refuses duplicates of the last accepted fix, and fixes older than it.
///
/// After a clock was set back every fix would be refused until the clock caught up; therefore a sequence of refused
/// fixes in ascending order of time is accepted in the end.
package struct OrderRule: FixRule, Hashable {
  /// The number of refused fixes in ascending order after which the clock is taken as set back.
  package var acceptedAfterCount: Int
  private var last: Accepted?
  private var run: FixSequence?

  private struct Accepted: Sendable, Hashable {
    var time: UniversalTime
    var sequence: UInt64?
  }

  private struct FixSequence: Sendable, Hashable {
    var latest: UniversalTime
    var count: Int
  }

  /// Creates a rule.
  /// - Precondition: `acceptedAfterCount` is positive.
  package init(acceptedAfterCount: Int = 10) {
    precondition(acceptedAfterCount > 0, "acceptedAfterCount must be positive, got \(acceptedAfterCount)")
    self.acceptedAfterCount = acceptedAfterCount
  }

  /// Returns whether a fix is later than the last accepted one.
  package mutating func decide(_ fix: LocationFix, now: UniversalTime?) -> FixDecision {
    guard let last else { return .accepted }
    let isRepeated = fix.sequence != nil && fix.sequence == last.sequence
    if isRepeated || fix.time == last.time { return .refused(.duplicate) }
    if fix.time > last.time { return .accepted }
    if fix.time == run?.latest { return .refused(.duplicate) }
    let count = if let run, fix.time > run.latest { run.count + 1 } else { 1 }
    run = FixSequence(latest: fix.time, count: count)
    return count < acceptedAfterCount ? .refused(.outdated) : .accepted
  }

  /// Records the time and sequence number of an accepted fix.
  package mutating func remember(_ fix: LocationFix) {
    last = Accepted(time: fix.time, sequence: fix.sequence)
    run = nil
  }
}
