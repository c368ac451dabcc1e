package import SkiBase
package import SkiGraph

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
