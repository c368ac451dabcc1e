import SkiGeo

/// A point of a GPX document while its elements are read.
struct GPXPoint {
  /// What was found so far.
  private(set) var draft = TrackDraft()
  private let conventions: GPXConventions
  private let offset: UTCOffset

  init(_ xml: borrowing XMLTokenizer, _ conventions: GPXConventions, offset: UTCOffset) {
    self.conventions = conventions
    self.offset = offset
    draft.line = xml.input.line
    let (latitude, longitude) = (xml.attribute("lat"), xml.attribute("lon"))
    draft.hasPlace = latitude != nil || longitude != nil
    draft.latitude = latitude.flatMap { DecimalNumber.read($0) }
    draft.longitude = longitude.flatMap { DecimalNumber.read($0) }
  }

  /// Takes the attributes of an element inside of the point: some programs write `<gps speed="3.1" azimuth="12"/>`.
  mutating func take(attributesOf xml: borrowing XMLTokenizer) {
    for index in 0..<xml.attributeCount {
      let attribute = xml.attributes[index]
      guard let field = GPXField(attribute.name), field.occursInExtensions else { continue }
      take(attribute.value[...], as: field)
    }
  }

  /// Takes the text of an element inside of the point.
  /// - Parameters:
  ///   - text: Its text.
  ///   - name: Its local name.
  ///   - depth: 1 for the elements of the point itself, more for those in extensions.
  mutating func take(_ text: ArraySlice<UInt8>, of name: [UInt8], depth: Int) {
    guard let field = GPXField(name), depth == 1 || field.occursInExtensions else { return }
    take(text, as: field)
  }

  private mutating func take(_ text: ArraySlice<UInt8>, as field: GPXField) {
    let text = DecimalNumber.trimmed(text)
    guard !text.isEmpty else { return }
    if field == .time {
      draft.time = WrittenTime(iso8601: text, offsetWithoutZone: offset)
      draft.hasBadTime = draft.time == nil
      return
    }
    guard let value = DecimalNumber.read(text) else {
      draft.mendedCount += 1
      return
    }
    switch field {
    case .time: break
    case .elevation: draft.elevationMetres = value
    case .speed: draft.speedMetresPerSecond = value
    case .course: draft.courseDegrees = value
    case .horizontalAccuracy: draft.horizontalAccuracyMetres = value
    case .verticalAccuracy: draft.verticalAccuracyMetres = value
    case .horizontalDilution:
      draft.horizontalAccuracyMetres = draft.horizontalAccuracyMetres ?? conventions.metres(ofDilution: value)
    case .verticalDilution:
      draft.verticalAccuracyMetres = draft.verticalAccuracyMetres ?? conventions.metres(ofDilution: value)
    }
  }
}

/// What an element of a point says, by its local name.
enum GPXField {
  case time, elevation, speed, course, horizontalAccuracy, verticalAccuracy, horizontalDilution,
    verticalDilution

  init?(_ name: [UInt8]) {
    switch name.count {
    case 3 where name.equals("ele"): self = .elevation
    case 4 where name.equals("time"): self = .time
    default:
      guard let field = Self.words[String(decoding: name, as: UTF8.self).lowercased()] else { return nil }
      self = field
    }
  }

  /// Whether it is taken from extensions too; the point's own time and elevation stand in the point alone.
  var occursInExtensions: Bool {
    switch self {
    case .time, .elevation, .horizontalDilution, .verticalDilution: false
    default: true
    }
  }

  private static let words: [String: GPXField] = [
    "speed": .speed, "course": .course, "bearing": .course, "heading": .course, "azimuth": .course,
    "accuracy": .horizontalAccuracy, "hacc": .horizontalAccuracy, "haccuracy": .horizontalAccuracy,
    "horizontalaccuracy": .horizontalAccuracy, "horizontal_accuracy": .horizontalAccuracy,
    "vacc": .verticalAccuracy, "vaccuracy": .verticalAccuracy, "verticalaccuracy": .verticalAccuracy,
    "vertical_accuracy": .verticalAccuracy, "hdop": .horizontalDilution, "vdop": .verticalDilution,
  ]
}

/// What the program that wrote a document means by its numbers.
struct GPXConventions {
  /// What a receiver errs for each unit of dilution, metres (68 %).
  static let metresPerDilution = 5.0

  /// Whether dilutions are metres.
  private var dilutionsAreMetres = false

  init() {}

  /// Reads the `creator` of a document.
  init(creator: ArraySlice<UInt8>) {
    // Slopes writes the accuracies of the phone there.
    dilutionsAreMetres = creator.starts(with: "Slopes".utf8)
  }

  /// The radius of 68 % a dilution of precision stands for, metres.
  ///
  /// A dilution is multiplied by 5 m, what a receiver errs without it. Nobody records with dilutions above 5: larger ones
  /// are accuracies that programs for phones write there. Negative ones say that it isn't known.
  func metres(ofDilution value: Double) -> Double? {
    if dilutionsAreMetres { return value }
    guard value >= 0 else { return nil }
    return value <= 5 ? value * Self.metresPerDilution : max(5 * Self.metresPerDilution, value)
  }
}
