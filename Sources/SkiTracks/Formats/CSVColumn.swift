/// The content of a column of a CSV recording, with the factor of its unit.
struct CSVColumn: Hashable {
  /// The quantity in a column.
  enum Field: Hashable {
    case time, date, latitude, longitude, elevation, horizontalAccuracy, verticalAccuracy, horizontalDilution
    case speed, speedAccuracy, course, courseAccuracy, sequence
    /// The state of the receiver: `true` with a position, `false` without.
    case validity
  }

  /// The quantity in the column.
  var field: Field
  /// The factor from the column's unit to metres, degrees or metres per second.
  var factor = 1.0
  /// Indicates whether the column replaces one of the same quantity before it.
  var takesPrecedence = false

  /// Creates a column from its name; case, blanks, punctuation and a unit at the end are ignored. Nil for unknown
  /// names.
  init?(_ name: ArraySlice<UInt8>) {
    let letters = String(decoding: name, as: UTF8.self).lowercased().unicodeScalars.filter {
      ("a"..."z").contains($0) || ("0"..."9").contains($0)
    }
    let word = String(String.UnicodeScalarView(letters))
    if let field = Self.words[word] {
      self.field = field
      takesPrecedence = word == "fixtime"
      return
    }
    for (unit, factor) in Self.units where word.hasSuffix(unit) {
      guard let field = Self.words[String(word.dropLast(unit.count))], field.isMeasured || factor == 1 else {
        continue
      }
      self.field = field
      self.factor = factor
      return
    }
    return nil
  }

  private static let words: [String: Field] = [
    "time": .time, "timestamp": .time, "datetime": .time, "dateandtime": .time, "utc": .time,
    "gpstime": .time,
    "utctime": .time, "unixtime": .time, "epoch": .time, "isotime": .time, "loggingtime": .time,
    "locationtimestamp": .time, "fixtime": .time, "devicetime": .time, "date": .date, "utcdate": .date,
    "lat": .latitude, "latitude": .latitude, "gpslatitude": .latitude, "locationlatitude": .latitude,
    "lon": .longitude, "lng": .longitude, "long": .longitude, "longitude": .longitude,
    "gpslongitude": .longitude, "locationlongitude": .longitude,
    "ele": .elevation, "elev": .elevation, "elevation": .elevation, "alt": .elevation, "altitude": .elevation,
    "height": .elevation, "gpsaltitude": .elevation, "locationaltitude": .elevation,
    "accuracy": .horizontalAccuracy, "acc": .horizontalAccuracy, "hacc": .horizontalAccuracy,
    "haccuracy": .horizontalAccuracy, "horizontalaccuracy": .horizontalAccuracy,
    "gpsaccuracy": .horizontalAccuracy, "accuracyhorizontal": .horizontalAccuracy,
    "accuracyvertical": .verticalAccuracy, "locationhorizontalaccuracy": .horizontalAccuracy,
    "vacc": .verticalAccuracy, "vaccuracy": .verticalAccuracy, "verticalaccuracy": .verticalAccuracy,
    "locationverticalaccuracy": .verticalAccuracy, "hdop": .horizontalDilution,
    "speed": .speed, "velocity": .speed, "groundspeed": .speed, "gpsspeed": .speed, "locationspeed": .speed,
    "speedaccuracy": .speedAccuracy, "course": .course, "bearing": .course, "heading": .course,
    "azimuth": .course, "direction": .course, "locationcourse": .course, "bearingaccuracy": .courseAccuracy,
    "courseaccuracy": .courseAccuracy, "headingaccuracy": .courseAccuracy, "seq": .sequence,
    "sequence": .sequence, "sequencenumber": .sequence, "valid": .validity,
  ]

  /// The units at the end of names, longer ones before their suffixes.
  private static let units: [(String, Double)] = [
    ("kmperh", 1 / 3.6), ("kmh", 1 / 3.6), ("kph", 1 / 3.6), ("mph", 0.447_04), ("knots", 1852.0 / 3600),
    ("kn", 1852.0 / 3600), ("kts", 1852.0 / 3600), ("mps", 1), ("metrespersecond", 1), ("meterspersecond", 1),
    ("metres", 1), ("meters", 1), ("degrees", 1), ("deg", 1), ("feet", 0.3048), ("ft", 0.3048), ("utc", 1),
    ("gmt", 1), ("unix", 1), ("iso8601", 1), ("ms", 1), ("m", 1), ("s", 1),
  ]
}

extension CSVColumn.Field {
  /// Indicates whether the quantity has a unit that scales its numbers.
  fileprivate var isMeasured: Bool {
    switch self {
    case .elevation, .horizontalAccuracy, .verticalAccuracy, .speed, .speedAccuracy: true
    default: false
    }
  }
}
