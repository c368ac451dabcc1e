package import SkiGeo
import SkiModel

/// Refuses fixes that nobody could have reached since the last one that was accepted.
///
/// Both may be off by what they say themselves, so that a jump within their accuracies passes. What is refused is not
/// forgotten: refused fixes that agree with each other for long enough are where the traveller really is (the phone was
/// off, or the one that was accepted was wrong), and a last fix that is too old forbids nothing.
package struct SpeedRule: FixRule, Hashable {
  /// What the rule allows.
  package struct Options: Sendable, Hashable {
    /// The greatest speed, metres per second: lifts ride at up to 13, people ski at up to 40.
    package var limitMetresPerSecond = 45.0
    /// The accuracy of fixes that don't say theirs, metres.
    package var unknownAccuracyMetres = 15.0
    /// How many refused fixes in a row that agree with each other are believed.
    package var believedCount = 5
    /// After how many seconds two refused fixes or more that agree are believed, however few they are.
    package var believedSeconds = 15.0
    /// After how many seconds without an accepted fix any is accepted.
    package var forgottenSeconds = 120.0

    /// Makes options with the defaults for skiing.
    package init() {}
  }

  private struct Anchor: Sendable, Hashable {
    var place: Coordinate
    var time: UniversalTime
    var accuracyMetres: Double
  }

  private struct Run: Sendable, Hashable {
    var latest: Anchor
    var since: UniversalTime
    var count: Int
  }

  /// What the rule allows.
  package var options: Options
  private var last: Anchor?
  private var run: Run?

  /// Makes a rule.
  package init(options: Options = Options()) { self.options = options }

  /// See ``FixRule/judge(_:now:)``.
  package mutating func judge(_ fix: LocationFix, now: UniversalTime?) -> FixVerdict {
    let here = anchor(fix)
    guard let last, seconds(from: last, to: here) < options.forgottenSeconds, !isReachable(here, from: last)
    else { return .accepted }
    if let before = run, isReachable(here, from: before.latest) {
      run = Run(latest: here, since: before.since, count: before.count + 1)
    } else {
      run = Run(latest: here, since: fix.time, count: 1)
    }
    return isBelieved ? .accepted : .refused(.impossibleSpeed)
  }

  /// See ``FixRule/remember(_:)``.
  package mutating func remember(_ fix: LocationFix) {
    last = anchor(fix)
    run = nil
  }

  private var isBelieved: Bool {
    guard let run else { return false }
    let lasted = abs(run.latest.time.secondsSince1970 - run.since.secondsSince1970)
    return run.count >= options.believedCount || run.count >= 2 && lasted >= options.believedSeconds
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
    // Twice a radius of 68 % holds 95 % of places.
    let allowance = 2 * (a.accuracyMetres + b.accuracyMetres)
    return a.place.distanceMetres(to: b.place)
      <= options.limitMetresPerSecond * seconds(from: a, to: b) + allowance
  }
}
