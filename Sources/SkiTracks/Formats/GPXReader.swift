import SkiBase
import SkiGraph

/// A point of a GPX document while its elements are read.
struct GPXPoint {
  /// The values read up to now.
  private(set) var draft = TrackDraft()
  /// Indicates whether the receiver reports that it has no position.
  private(set) var isWithoutFix = false
  private let conventions: GPXConventions
  private let offset: UTCOffset

  init(_ xml: borrowing XMLTokenizer, _ conventions: GPXConventions, offset: UTCOffset) {
    self.conventions = conventions
    self.offset = offset
    draft.position = xml.input.line
    let (latitude, longitude) = (xml.attribute("lat"), xml.attribute("lon"))
    draft.hasPlace = latitude != nil || longitude != nil
    draft.latitude = latitude.flatMap { DecimalNumber.read($0) }
    draft.longitude = longitude.flatMap { DecimalNumber.read($0) }
  }

  /// Reads the attributes of an element inside the point: some programs write `<gps speed="3.1" azimuth="12"/>`.
  mutating func take(attributesOf xml: borrowing XMLTokenizer) {
    for index in 0..<xml.attributeCount {
      let attribute = xml.attributes[index]
      guard let field = GPXField(attribute.name), field.occursInExtensions else { continue }
      take(attribute.value[...], as: field)
    }
  }

  /// Reads the text of an element inside the point.
  /// - Parameters:
  ///   - text: The text of the element.
  ///   - name: The local name of the element.
  ///   - depth: The depth below the point: 1 for its children, more for elements in extensions.
  mutating func take(_ text: ArraySlice<UInt8>, of name: [UInt8], depth: Int) {
    guard let field = GPXField(name), depth == 1 || field.occursInExtensions else { return }
    take(text, as: field)
  }

  private mutating func take(_ text: ArraySlice<UInt8>, as field: GPXField) {
    let text = DecimalNumber.trimmed(text)
    guard !text.isEmpty else { return }
    if field == .fix {
      isWithoutFix = Array(text).equals("none")
      return
    }
    if field == .time {
      draft.time = ParsedTime(iso8601: text, offsetWithoutZone: offset)
      draft.hasBadTime = draft.time == nil
      return
    }
    guard let value = DecimalNumber.read(text) else {
      draft.invalidValueCount += 1
      return
    }
    switch field {
    case .time, .fix: break
    case .elevation: draft.elevationMetres = value
    case .speed: draft.speedMetresPerSecond = value
    case .course: draft.courseDegrees = value
    // Beside a course a heading is where the device points, not where it moves.
    case .heading: draft.courseDegrees = draft.courseDegrees ?? value
    case .horizontalAccuracy: draft.horizontalAccuracyMetres = value
    case .verticalAccuracy: draft.verticalAccuracyMetres = value
    case .horizontalDilution:
      draft.horizontalAccuracyMetres = draft.horizontalAccuracyMetres ?? conventions.metres(ofDilution: value)
    case .verticalDilution:
      draft.verticalAccuracyMetres = draft.verticalAccuracyMetres ?? conventions.metres(ofDilution: value)
    }
  }
}

/// The quantity in an element of a point, by its local name.
enum GPXField {
  case time, elevation, fix, speed, course, heading, horizontalAccuracy, verticalAccuracy
  case horizontalDilution, verticalDilution

  init?(_ name: [UInt8]) {
    switch name.count {
    case 3 where name.equals("ele"): self = .elevation
    case 4 where name.equals("time"): self = .time
    default:
      guard let field = Self.words[String(decoding: name, as: UTF8.self).lowercased()] else { return nil }
      self = field
    }
  }

  /// Indicates whether it is read from extensions too; time, elevation, kind of fix and dilutions are read from the point's children
  /// only.
  var occursInExtensions: Bool {
    switch self {
    case .time, .elevation, .fix, .horizontalDilution, .verticalDilution: false
    default: true
    }
  }

  private static let words: [String: GPXField] = [
    "speed": .speed, "course": .course, "bearing": .course, "heading": .heading, "azimuth": .course,
    "accuracy": .horizontalAccuracy, "hacc": .horizontalAccuracy, "haccuracy": .horizontalAccuracy,
    "horizontalaccuracy": .horizontalAccuracy, "horizontal_accuracy": .horizontalAccuracy,
    "vacc": .verticalAccuracy, "vaccuracy": .verticalAccuracy, "verticalaccuracy": .verticalAccuracy,
    "vertical_accuracy": .verticalAccuracy, "hdop": .horizontalDilution, "vdop": .verticalDilution,
    "fix": .fix,
  ]
}

/// The meaning of the numbers in a document, by the program that wrote it.
struct GPXConventions {
  /// The position error of a receiver per unit of dilution of precision, in metres (68 %).
  static let metresPerDilution = 5.0

  /// Indicates whether dilutions are accuracies in metres.
  private var dilutionsAreMetres = false

  init() {}

  /// Creates the conventions of a document from its `creator`.
  init(creator: ArraySlice<UInt8>) {
    // Slopes writes the phone's accuracies in metres as dilutions.
    dilutionsAreMetres = creator.starts(with: "Slopes".utf8)
  }

  /// Returns the accuracy radius (68 %) in metres for a dilution of precision; nil for negative values, which mean
  /// unknown.
  ///
  /// A dilution is multiplied by ``metresPerDilution``. Values above 5 are accuracies in metres, which programs for
  /// phones write as dilutions.
  func metres(ofDilution value: Double) -> Double? {
    if dilutionsAreMetres { return value }
    guard value >= 0 else { return nil }
    return value <= 5 ? value * Self.metresPerDilution : max(5 * Self.metresPerDilution, value)
  }
}

/// Reads GPX 1.0 and 1.1 with common deviations; see Data/Formats/tracks.md.
///
/// Elements are matched by local name, because prefixes and namespaces are bound differently or not at all.
struct GPXReader: XMLElementHandler {
  private var point: GPXPoint?
  /// The depth of the open point.
  private var pointDepth = 0
  private var pointIsWaypoint = false
  /// The depth of the open track or route; 0 outside.
  private var trackDepth = 0
  private var conventions = GPXConventions()

  /// Reads a whole document, see ``XMLDocument``.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    try XMLDocument.read(input, into: &tracks, with: GPXReader())
  }

  mutating func began(_ xml: borrowing XMLTokenizer, _ tracks: inout TrackCollector) throws {
    guard point == nil else {
      point?.take(attributesOf: xml)
      return
    }
    if xml.depth == 1 {
      guard xml.name.equals("gpx") else {
        throw XMLFault.refused("root element \(shown(xml.name[...])) is not gpx; export the recording as GPX")
      }
      conventions = GPXConventions(creator: xml.attribute("creator") ?? [])
    } else if xml.name.equals("trkpt") || xml.name.equals("rtept") || xml.name.equals("wpt") {
      pointIsWaypoint = xml.name.equals("wpt")
      pointDepth = xml.depth
      point = GPXPoint(xml, conventions, offset: tracks.options.offsetWithoutZone)
    } else if xml.name.equals("trk") || xml.name.equals("rte") {
      tracks.beginTrack(xml.name.equals("rte") ? .route : .track)
      trackDepth = xml.depth
    } else if xml.name.equals("trkseg") {
      tracks.endSegment()
    }
  }

  mutating func ended(
    _ xml: borrowing XMLTokenizer, depth: Int, text: ArraySlice<UInt8>, _ tracks: inout TrackCollector
  ) throws(SkiError) {
    if let finished = point {
      guard depth == pointDepth else {
        point?.take(text, of: xml.name, depth: depth - pointDepth)
        return
      }
      point = nil
      if finished.isWithoutFix {
        try tracks.leaveOut(.positionInvalid, at: finished.draft.position)
      } else {
        try tracks.add(finished.draft, isWaypoint: pointIsWaypoint)
      }
    } else if depth == trackDepth {
      tracks.endTrack()
      trackDepth = 0
    } else if xml.name.equals("trkseg") {
      tracks.endSegment()
    } else if xml.name.equals("name") {
      takeName(text, depth: depth, &tracks)
    }
  }

  private func takeName(_ text: ArraySlice<UInt8>, depth: Int, _ tracks: inout TrackCollector) {
    let name = String(decoding: text, as: UTF8.self)
    guard !name.isEmpty else { return }
    if trackDepth > 0 {
      if depth == trackDepth + 1 { tracks.nameTrack(name) }
    } else if depth <= 3, tracks.title == nil {
      tracks.title = name
    }
  }
}
