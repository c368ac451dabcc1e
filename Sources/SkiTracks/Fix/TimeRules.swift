package import SkiGeo
import SkiModel

/// Refuses what is too old or from the future, beside a given now; without one all passes.
package struct AgeRule: FixRule, Hashable {
  /// How old a fix may be, seconds.
  package var oldestSeconds: Double
  /// How far a sender's clock may be ahead, seconds.
  package var aheadSeconds: Double

  /// Makes a rule. A minute lets a phone's fixes through a bad connection; older ones show where someone was.
  package init(oldestSeconds: Double = 60, aheadSeconds: Double = 10) {
    self.oldestSeconds = oldestSeconds
    self.aheadSeconds = aheadSeconds
  }

  /// See ``FixRule/judge(_:now:)``.
  package mutating func judge(_ fix: LocationFix, now: UniversalTime?) -> FixVerdict {
    guard let now else { return .accepted }
    let age = now.secondsSince1970 - fix.time.secondsSince1970
    if age > oldestSeconds { return .refused(.outdated) }
    return age < -aheadSeconds ? .refused(.future) : .accepted
  }
}

/// Refuses what was accepted before, and what is older than that.
///
/// A clock that was set back would have every fix refused until it caught up; so a run of refused fixes, each later than the
/// one before it, is believed in the end.
package struct OrderRule: FixRule, Hashable {
  /// How many refused fixes in order are a clock set back, not late ones.
  package var believedCount: Int
  private var last: Accepted?
  private var run: Run?

  private struct Accepted: Sendable, Hashable {
    var time: UniversalTime
    var sequence: UInt64?
  }

  private struct Run: Sendable, Hashable {
    var latest: UniversalTime
    var count: Int
  }

  /// Makes a rule.
  /// - Precondition: `believedCount` is positive.
  package init(believedCount: Int = 10) {
    precondition(believedCount > 0, "believedCount must be positive, got \(believedCount)")
    self.believedCount = believedCount
  }

  /// See ``FixRule/judge(_:now:)``.
  package mutating func judge(_ fix: LocationFix, now: UniversalTime?) -> FixVerdict {
    guard let last else { return .accepted }
    let isRepeated = fix.sequence != nil && fix.sequence == last.sequence
    if isRepeated || fix.time == last.time { return .refused(.duplicate) }
    if fix.time > last.time { return .accepted }
    if fix.time == run?.latest { return .refused(.duplicate) }
    let count = if let run, fix.time > run.latest { run.count + 1 } else { 1 }
    run = Run(latest: fix.time, count: count)
    return count < believedCount ? .refused(.outdated) : .accepted
  }

  /// See ``FixRule/remember(_:)``.
  package mutating func remember(_ fix: LocationFix) {
    last = Accepted(time: fix.time, sequence: fix.sequence)
    run = nil
  }
}
