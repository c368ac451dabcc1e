package import SkiBase
package import SkiGraph

/// Refuses fixes that could not have been reached since the last accepted one.
///
/// Jumps within the accuracies of both fixes pass. Refused fixes that agree with each other for long enough are
/// accepted, and any fix is accepted after ``Options/acceptAfterSeconds``.
package struct SpeedRule: FixRule, Hashable {
  /// The limits of the rule.
  package struct Options: Sendable, Hashable {
    /// The greatest speed in metres per second; lifts reach 13, skiers 40.
    package var limitMetresPerSecond = 45.0
    /// The accuracy assumed for fixes without one, in metres.
    package var unknownAccuracyMetres = 15.0
    /// The number of successive refused fixes that agree with each other after which they are accepted.
    package var acceptedAfterCount = 5
    /// The time in seconds after which two or more refused fixes that agree are accepted.
    package var consistentSeconds = 15.0
    /// The time in seconds without an accepted fix after which any fix is accepted.
    package var acceptAfterSeconds = 120.0

    /// Creates options with the default values.
    package init() {}
  }

  private struct Anchor: Sendable, Hashable {
    var place: Coordinate
    var time: UniversalTime
    var accuracyMetres: Double
  }

  private struct FixSequence: Sendable, Hashable {
    var latest: Anchor
    var since: UniversalTime
    var count: Int
  }

  /// The limits of the rule.
  package var options: Options
  private var last: Anchor?
  private var run: FixSequence?

  /// Creates a rule.
  package init(options: Options = Options()) { self.options = options }

  /// Returns whether a fix could have been reached from the last accepted one.
  package mutating func decide(_ fix: LocationFix, now: UniversalTime?) -> FixDecision {
    let here = anchor(fix)
    guard let last, seconds(from: last, to: here) < options.acceptAfterSeconds, !isReachable(here, from: last)
    else { return .accepted }
    if let before = run, isReachable(here, from: before.latest) {
      run = FixSequence(latest: here, since: before.since, count: before.count + 1)
    } else {
      run = FixSequence(latest: here, since: fix.time, count: 1)
    }
    return isConsistent ? .accepted : .refused(.impossibleSpeed)
  }

  /// Records an accepted fix as the origin of the next distance.
  package mutating func remember(_ fix: LocationFix) {
    last = anchor(fix)
    run = nil
  }

  private var isConsistent: Bool {
    guard let run else { return false }
    let lasted = abs(run.latest.time.secondsSince1970 - run.since.secondsSince1970)
    return run.count >= options.acceptedAfterCount || run.count >= 2 && lasted >= options.consistentSeconds
  }

  private func anchor(_ fix: LocationFix) -> Anchor {
    Anchor(
      place: fix.coordinate, time: fix.time,
      accuracyMetres: fix.horizontalAccuracyMetres ?? options.unknownAccuracyMetres)
  }

  private func seconds(from a: Anchor, to b: Anchor) -> Double {
    abs(b.time.secondsSince1970 - a.time.secondsSince1970)
  }

  private func isReachable(_ b: Anchor, from a: Anchor) -> Bool {
    // Twice the radius of 68 % holds about 95 % of positions.
    let allowance = 2 * (a.accuracyMetres + b.accuracyMetres)
    return a.place.distanceMetres(to: b.place)
      <= options.limitMetresPerSecond * seconds(from: a, to: b) + allowance
  }
}

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
