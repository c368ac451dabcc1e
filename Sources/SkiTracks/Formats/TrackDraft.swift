import SkiBase
import SkiGraph

/// A point of a recording while it is read.
struct TrackDraft {
  /// The line of the point's start, from 1; in binary formats its byte, from 0.
  var position = 0
  var latitude: Double?
  var longitude: Double?
  var elevationMetres: Double?
  var horizontalAccuracyMetres: Double?
  var verticalAccuracyMetres: Double?
  var courseDegrees: Double?
  var courseAccuracyDegrees: Double?
  var speedMetresPerSecond: Double?
  var speedAccuracyMetresPerSecond: Double?
  var time: ParsedTime?
  var sequence: UInt64?
  /// Indicates whether there is a time that cannot be parsed.
  var hasBadTime = false
  /// Indicates whether there is a coordinate, valid or not.
  var hasPlace = false
  /// The number of invalid values other than coordinate and time.
  var invalidValueCount = 0

  /// The coordinate; nil where it is missing or outside the valid range.
  var coordinate: Coordinate? {
    guard let latitude, let longitude else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? place : nil
  }

  /// Returns the fix of the point at a coordinate and time.
  func fix(at place: Coordinate, time: UniversalTime) -> LocationFix {
    var fix = LocationFix(
      place, time: time, elevationMetres: elevationMetres, horizontalAccuracyMetres: horizontalAccuracyMetres)
    fix.verticalAccuracyMetres = elevationMetres == nil ? nil : verticalAccuracyMetres
    fix.courseDegrees = courseDegrees
    fix.speedMetresPerSecond = speedMetresPerSecond
    fix.courseAccuracyDegrees = courseDegrees == nil ? nil : courseAccuracyDegrees
    fix.speedAccuracyMetresPerSecond = speedMetresPerSecond == nil ? nil : speedAccuracyMetresPerSecond
    fix.sequence = sequence
    return fix
  }

  /// Removes values that stand for unknown, and impossible values; only the latter are counted.
  mutating func removeInvalidValues() {
    // A negative vertical accuracy marks the elevation as invalid.
    if let accuracy = verticalAccuracyMetres, !(accuracy >= 0) {
      verticalAccuracyMetres = nil
      elevationMetres = nil
    }
    if let height = elevationMetres, !Self.elevationsMetres.contains(height) {
      elevationMetres = nil
      invalidValueCount += 1
    }
    speedMetresPerSecond = Self.known(speedMetresPerSecond)
    speedAccuracyMetresPerSecond = Self.known(speedAccuracyMetresPerSecond)
    courseAccuracyDegrees = Self.known(courseAccuracyDegrees)
    courseDegrees = Self.known(courseDegrees).map { $0.truncatingRemainder(dividingBy: 360) }
  }

  /// The possible elevations of a receiver in metres, aircraft included.
  private static let elevationsMetres = -1000.0...20_000

  private static func known(_ value: Double?) -> Double? {
    value.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
  }
}
