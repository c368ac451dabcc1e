import SkiBase
import SkiGraph
import SkiSystem
import SkiTracks

/// An estimate of a traveller's speed, from the receiver or else from the distance between fixes.
///
/// Of fixed size. Distances are smoothed exponentially by elapsed time, with a time constant of 4 s.
struct SpeedEstimate: Sendable {
  private static let constantSeconds = 4.0
  /// The interval between fixes in seconds beyond which the estimate is reset.
  private static let gapSeconds = 30.0

  private var last: (place: Coordinate, time: UniversalTime)?
  /// The speed in metres per second; nil when unknown.
  private(set) var metresPerSecond: Double?

  /// Adds the next fix and its matched coordinate; one of the same time only moves the coordinate. Complexity: O(1).
  mutating func take(_ fix: LocationFix, at place: Coordinate) {
    defer { last = (place, fix.time) }
    if let told = fix.speedMetresPerSecond, told.isFinite, told >= 0 {
      metresPerSecond = told
      return
    }
    guard let last, fix.time != last.time else { return }
    let seconds = fix.time.secondsSince1970 - last.time.secondsSince1970
    guard seconds > 0, seconds <= Self.gapSeconds else {
      metresPerSecond = nil
      return
    }
    let now = last.place.distanceMetres(to: place) / seconds
    guard let before = metresPerSecond else {
      metresPerSecond = now
      return
    }
    metresPerSecond = before + (now - before) * (1 - exp(-seconds / Self.constantSeconds))
  }
}
