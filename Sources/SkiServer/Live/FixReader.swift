import SkiFormats
import SkiGeo
import SkiTracks

/// A reader of fixes in a JSON body.
enum FixReader {
  private static let names: Set = [
    "latitude", "longitude", "time", "accuracyMetres", "elevationMetres", "speedMetresPerSecond",
    "courseDegrees",
    "sequence",
  ]

  /// Returns the fixes of a body's member `fixes`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for missing, unknown or invalid members.
  static func fixes(_ members: [String: JSONTree]) throws -> [LocationFix] {
    guard members.count == 1, case .array(let entries)? = members["fixes"] else {
      throw SkiError(.invalidArgument, "body has no list fixes, or more than that; send {\"fixes\": […]}")
    }
    return try entries.map(fix)
  }

  private static func fix(_ tree: JSONTree) throws -> LocationFix {
    guard case .object(let members) = tree else {
      throw SkiError(.invalidArgument, "a fix is no object; send latitude, longitude and time")
    }
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      throw SkiError(
        .invalidArgument,
        "member \(unknown.shortened(toScalars: 40)) of a fix is unknown; write some of: \(names.sorted().joined(separator: ", "))"
      )
    }
    guard let latitude = try number("latitude", tree), let longitude = try number("longitude", tree),
      let text = tree.text("time")
    else { throw SkiError(.invalidArgument, "a fix lacks latitude, longitude or time; send all three") }
    var fix = LocationFix(
      Coordinate(latitude: latitude, longitude: longitude), time: try UniversalTime(iso8601: text),
      elevationMetres: try number("elevationMetres", tree),
      horizontalAccuracyMetres: try number("accuracyMetres", tree))
    fix.speedMetresPerSecond = try number("speedMetresPerSecond", tree)
    fix.courseDegrees = try number("courseDegrees", tree)
    if let sequence = tree.member("sequence") {
      guard case .number(let text) = sequence, let value = UInt64(text) else {
        throw SkiError(.invalidArgument, "sequence of a fix is no whole number from 0 up")
      }
      fix.sequence = value
    }
    return fix
  }

  private static func number(_ name: String, _ tree: JSONTree) throws -> Double? {
    guard let value = tree.member(name) else { return nil }
    guard let number = value.nearestDouble, number.isFinite else {
      throw SkiError(.invalidArgument, "\(name) of a fix is no number")
    }
    return number
  }
}
