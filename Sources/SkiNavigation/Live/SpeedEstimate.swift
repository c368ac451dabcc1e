import SkiGeo
import SkiTracks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// How fast a traveller goes: as the receiver says, else by the way between fixes, smoothed.
///
/// A value of fixed size. **Source:** exponential smoothing by elapsed time, time constant 4 s.
struct SpeedEstimate: Sendable {
  private static let constantSeconds = 4.0
  /// A gap longer than this says nothing about the speed now.
  private static let gapSeconds = 30.0

  private var last: (place: Coordinate, time: UniversalTime)?
  /// Metres per second; nil as long as it can't be told.
  private(set) var metresPerSecond: Double?

  /// Takes the next fix and the place it was matched to. Complexity: O(1).
  mutating func take(_ fix: LocationFix, at place: Coordinate) {
    defer { last = (place, fix.time) }
    if let told = fix.speedMetresPerSecond, told.isFinite, told >= 0 {
      metresPerSecond = told
      return
    }
    guard let last else { return }
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
