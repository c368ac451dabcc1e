import SkiGeo

/// A point of a recording while it is read: what was found so far.
struct TrackDraft {
  /// The line it begins at, from 1.
  var line = 0
  var latitude: Double?
  var longitude: Double?
  var elevationMetres: Double?
  var horizontalAccuracyMetres: Double?
  var verticalAccuracyMetres: Double?
  var courseDegrees: Double?
  var courseAccuracyDegrees: Double?
  var speedMetresPerSecond: Double?
  var speedAccuracyMetresPerSecond: Double?
  var time: WrittenTime?
  var sequence: UInt64?
  /// Whether a time was written that can't be read.
  var hasBadTime = false
  /// Whether a coordinate was written, readable or not.
  var hasPlace = false
  /// How many values beside place and time were no numbers, or none that can be.
  var mendedCount = 0

  /// Where it is; nil where that is missing or not on the Earth.
  var coordinate: Coordinate? {
    guard let latitude, let longitude else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? place : nil
  }

  /// The fix, but for its time.
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

  /// Takes away what receivers write for what they don't know, and what can't be; counts neither but the latter.
  mutating func mend() {
    // A negative vertical accuracy says that the elevation is invalid, whatever it is.
    if let accuracy = verticalAccuracyMetres, !(accuracy >= 0) {
      verticalAccuracyMetres = nil
      elevationMetres = nil
    }
    if let height = elevationMetres, !Self.elevationsMetres.contains(height) {
      elevationMetres = nil
      mendedCount += 1
    }
    speedMetresPerSecond = Self.known(speedMetresPerSecond)
    speedAccuracyMetresPerSecond = Self.known(speedAccuracyMetresPerSecond)
    courseAccuracyDegrees = Self.known(courseAccuracyDegrees)
    courseDegrees = Self.known(courseDegrees).map { $0.truncatingRemainder(dividingBy: 360) }
  }

  /// The heights a receiver on the Earth can be at, aeroplanes and all.
  private static let elevationsMetres = -1000.0...20_000

  private static func known(_ value: Double?) -> Double? {
    value.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
  }
}
