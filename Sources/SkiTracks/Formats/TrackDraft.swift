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

extension CSVColumn.Field {
  /// The quantities with a number, accuracies before dilutions.
  static let measured: [CSVColumn.Field] = [
    .elevation, .horizontalAccuracy, .verticalAccuracy, .horizontalDilution, .speed, .speedAccuracy, .course,
    .courseAccuracy, .sequence,
  ]
}

extension TrackDraft {
  /// Takes a number of a column or property, in metres, degrees or metres per second; a dilution gives an accuracy where
  /// there is none.
  mutating func take(_ value: Double, as field: CSVColumn.Field) {
    switch field {
    case .elevation: elevationMetres = value
    case .horizontalAccuracy: horizontalAccuracyMetres = value
    case .verticalAccuracy: verticalAccuracyMetres = value
    case .horizontalDilution:
      horizontalAccuracyMetres = horizontalAccuracyMetres ?? GPXConventions().metres(ofDilution: value)
    case .speed: speedMetresPerSecond = value
    case .speedAccuracy: speedAccuracyMetresPerSecond = value
    case .course: courseDegrees = value
    case .courseAccuracy: courseAccuracyDegrees = value
    case .sequence: sequence = UInt64(exactly: value)
    case .time, .date, .latitude, .longitude, .validity: break
    }
  }
}

/// Reads the Training Center XML of Garmin (TCX): the trackpoints of activities and courses.
///
/// **Source:** TrainingCenterDatabasev2.xsd and ActivityExtensionv2.xsd (Garmin).
struct TCXReader: XMLElementHandler {
  private var point: TrackDraft?

  /// Reads a whole document, see ``XMLDocument``.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    try XMLDocument.read(input, into: &tracks, with: TCXReader())
  }

  mutating func began(_ xml: borrowing XMLTokenizer, _ tracks: inout TrackCollector) throws(SkiError) {
    if xml.name.equals("Trackpoint") {
      point = TrackDraft()
      point?.position = xml.input.line
    } else if xml.name.equals("Track") {
      tracks.endSegment()
    } else if xml.name.equals("Activity") || xml.name.equals("Course") {
      tracks.beginTrack(xml.name.equals("Course") ? .route : .track)
    }
  }

  mutating func ended(
    _ xml: borrowing XMLTokenizer, depth: Int, text: ArraySlice<UInt8>, _ tracks: inout TrackCollector
  ) throws(SkiError) {
    if let finished = point {
      if xml.name.equals("Trackpoint") {
        point = nil
        try tracks.add(finished)
      } else {
        point?.take(text, ofTCX: xml.name, offset: tracks.options.offsetWithoutZone)
      }
    } else if xml.name.equals("Track") {
      tracks.endSegment()
    } else if xml.name.equals("Activity") || xml.name.equals("Course") {
      tracks.endTrack()
    } else if xml.name.equals("Name"), !text.isEmpty {
      // The name of a course; without an open track, as of an author, it is ignored.
      tracks.nameTrack(String(decoding: text, as: UTF8.self))
    }
  }
}

extension TrackDraft {
  /// Takes the text of an element inside a trackpoint.
  fileprivate mutating func take(_ text: ArraySlice<UInt8>, ofTCX name: [UInt8], offset: UTCOffset) {
    guard !text.isEmpty else { return }
    if name.equals("Time") {
      time = ParsedTime(iso8601: text, offsetWithoutZone: offset)
      hasBadTime = time == nil
    } else if name.equals("LatitudeDegrees") {
      (latitude, hasPlace) = (DecimalNumber.read(text), true)
    } else if name.equals("LongitudeDegrees") {
      (longitude, hasPlace) = (DecimalNumber.read(text), true)
    } else if name.equals("AltitudeMeters") {
      elevationMetres = number(text)
    } else if name.equals("Speed") {
      speedMetresPerSecond = number(text)
    }
  }

  /// Returns the number in a text; another text is counted as an invalid value.
  mutating func number(_ text: ArraySlice<UInt8>) -> Double? {
    let value = DecimalNumber.read(text)
    if value == nil { invalidValueCount += 1 }
    return value
  }
}
