import SkiBase
import SkiGraph

/// Reads the Keyhole Markup Language (KML): tracks with times, lines without, and placemarks with a time.
///
/// **Source:** OGC KML 2.3, `Track`, `MultiTrack`, `LineString`, `Point`, `TimeStamp`.
struct KMLReader: XMLElementHandler {
  /// The name of the open placemark.
  private var name: String?
  /// The depth of the open placemark; 0 outside.
  private var placemarkDepth = 0
  private var hasTrack = false
  private var track: KMLTrack?
  /// The positions of the open line or point.
  private var positions: KMLPositions?
  private var isLine = false
  /// The point of a placemark, and its time.
  private var point: TrackDraft?

  /// Reads a whole document, see ``XMLDocument``.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    try XMLDocument.read(input, into: &tracks, with: KMLReader())
  }

  mutating func began(_ xml: borrowing XMLTokenizer, _ tracks: inout TrackCollector) throws(SkiError) {
    if xml.name.equals("Placemark") {
      (name, placemarkDepth, hasTrack) = (nil, xml.depth, false)
      point = TrackDraft()
    } else if xml.name.equals("Track") {
      if hasTrack { tracks.endSegment() } else { begin(.track, &tracks) }
      hasTrack = true
      track = KMLTrack()
    } else if xml.name.equals("LineString") {
      begin(.route, &tracks)
      isLine = true
    } else if xml.name.equals("Point") {
      isLine = false
    } else if xml.name.equals("coordinates") {
      positions = KMLPositions(line: xml.input.line)
    } else if xml.name.equals("SimpleArrayData") {
      track?.beginValues(xml.attribute("name") ?? [])
    }
  }

  private mutating func begin(_ kind: RecordedTrack.Kind, _ tracks: inout TrackCollector) {
    tracks.beginTrack(kind)
    if let name { tracks.nameTrack(name) }
    hasTrack = false
  }

  mutating func took(_ text: [UInt8], _ tracks: inout TrackCollector) throws(SkiError) {
    guard var list = positions else { return }
    positions = nil
    list.take(text)
    if isLine { try addLine(list.takePositions(), &tracks) }
    positions = list
  }

  mutating func ended(
    _ xml: borrowing XMLTokenizer, depth: Int, text: ArraySlice<UInt8>, _ tracks: inout TrackCollector
  ) throws(SkiError) {
    if xml.name.equals("coordinates") {
      try endPositions(&tracks)
    } else if xml.name.equals("LineString") {
      tracks.endSegment()
      isLine = false
    } else if xml.name.equals("Track") {
      try track.take()?.add(to: &tracks)
      tracks.endSegment()
    } else if xml.name.equals("Placemark") {
      try endPlacemark(&tracks)
    } else if track != nil {
      try track?.take(text, of: xml.name, line: xml.input.line, tracks)
    } else {
      takePlacemark(text, xml.name, depth: depth, line: xml.input.line, &tracks)
    }
  }

  private mutating func endPositions(_ tracks: inout TrackCollector) throws(SkiError) {
    guard var list = positions else { return }
    positions = nil
    list.finish()
    let found = list.takePositions()
    if isLine {
      try addLine(found, &tracks)
    } else if let place = found.first, placemarkDepth > 0 {
      point?.take(place)
    }
  }

  private mutating func endPlacemark(_ tracks: inout TrackCollector) throws(SkiError) {
    if let name { tracks.nameTrack(name) }
    tracks.endTrack()
    // A placemark with a line or an area only has no point.
    if let point, point.hasPlace { try tracks.add(point, isWaypoint: true) }
    (name, placemarkDepth, hasTrack, point) = (nil, 0, false, nil)
  }

  private func addLine(_ positions: [KMLPosition], _ tracks: inout TrackCollector) throws(SkiError) {
    for place in positions {
      var draft = TrackDraft()
      draft.take(place)
      try tracks.add(draft)
    }
  }

  private mutating func takePlacemark(
    _ text: ArraySlice<UInt8>, _ element: [UInt8], depth: Int, line: Int, _ tracks: inout TrackCollector
  ) {
    guard !text.isEmpty else { return }
    if element.equals("name") {
      let words = String(decoding: text, as: UTF8.self)
      if placemarkDepth > 0 {
        if depth == placemarkDepth + 1 { name = words }
      } else if tracks.title == nil, depth <= 3 {
        tracks.title = words
      }
    } else if element.equals("when") {
      let time = ParsedTime(iso8601: text, offsetWithoutZone: tracks.options.offsetWithoutZone)
      point?.time = time
      point?.hasBadTime = time == nil
    }
  }
}

/// A `gx:Track` while it is read: times and positions are written apart and belong together by their order.
struct KMLTrack {
  private enum Quantity { case speed, course, accuracy }

  /// The times; nil for those that can't be read.
  private var times: [ParsedTime?] = []
  /// The positions; nil for empty ones.
  private var positions: [KMLPosition?] = []
  private var values: [Quantity: [Double?]] = [:]
  /// The quantity of the open array of values.
  private var quantity: Quantity?
  /// Indicates whether elevations are heights above the ground.
  private var isAboveGround = false

  /// Begins an array of values; one value for each position.
  mutating func beginValues(_ name: ArraySlice<UInt8>) {
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "speed": quantity = .speed
    case "bearing", "course", "heading": quantity = .course
    case "accuracy": quantity = .accuracy
    default: quantity = nil
    }
  }

  /// Takes the text of an element inside the track.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more points than the limit.
  mutating func take(
    _ text: ArraySlice<UInt8>, of name: [UInt8], line: Int, _ tracks: borrowing TrackCollector
  ) throws(SkiError) {
    if name.equals("when") {
      times.append(ParsedTime(iso8601: text, offsetWithoutZone: tracks.options.offsetWithoutZone))
    } else if name.equals("coord") {
      positions.append(text.isEmpty ? nil : KMLPosition(text, line: line) { $0.isXMLBlank })
    } else if name.equals("value"), let quantity {
      values[quantity, default: []].append(DecimalNumber.read(text))
    } else if name.equals("SimpleArrayData") {
      quantity = nil
    } else if name.equals("altitudeMode") {
      isAboveGround = Array(text).equals("relativeToGround")
    }
    let count = max(times.count, positions.count, values.values.lazy.map(\.count).max() ?? 0)
    guard count <= tracks.options.pointLimit else { throw tracks.tooMany() }
  }

  /// Adds the points of the track.
  func add(to tracks: inout TrackCollector) throws(SkiError) {
    for index in 0..<max(times.count, positions.count) {
      var draft = TrackDraft()
      if index < positions.count, let place = positions[index] { draft.take(place) }
      if isAboveGround { draft.elevationMetres = nil }
      if index < times.count {
        draft.time = times[index]
        draft.hasBadTime = times[index] == nil
      }
      draft.speedMetresPerSecond = value(.speed, index)
      draft.courseDegrees = value(.course, index)
      draft.horizontalAccuracyMetres = value(.accuracy, index)
      try tracks.add(draft)
    }
  }

  private func value(_ quantity: Quantity, _ index: Int) -> Double? {
    guard let list = values[quantity], index < list.count else { return nil }
    return list[index]
  }
}

/// A position of a KML document as written: longitude, latitude, elevation.
struct KMLPosition {
  /// The line of its start.
  let line: Int
  var longitude: Double?
  var latitude: Double?
  var elevationMetres: Double?
  /// Indicates whether there is an elevation that is no number.
  var hasBadElevation = false

  /// Creates a position from numbers parted by one of the separators.
  init(_ text: ArraySlice<UInt8>, line: Int, separator: (UInt8) -> Bool) {
    self.line = line
    let parts = text.split(maxSplits: 3, omittingEmptySubsequences: false, whereSeparator: separator)
    longitude = parts.first.flatMap { DecimalNumber.read($0) }
    latitude = parts.count > 1 ? DecimalNumber.read(parts[1]) : nil
    if parts.count > 2, !parts[2].isEmpty {
      elevationMetres = DecimalNumber.read(parts[2])
      hasBadElevation = elevationMetres == nil
    }
  }
}

extension TrackDraft {
  /// Takes the place and elevation of a position.
  mutating func take(_ place: KMLPosition) {
    (latitude, longitude, elevationMetres) = (place.latitude, place.longitude, place.elevationMetres)
    (hasPlace, position) = (true, place.line)
    if place.hasBadElevation { invalidValueCount += 1 }
  }
}

/// A list of positions in the text of `coordinates`, `lon,lat,ele lon,lat,ele`, that comes in pieces.
struct KMLPositions {
  private var positions: [KMLPosition] = []
  /// The position at the end of the piece before.
  private var rest: [UInt8] = []
  private var line: Int
  /// The greatest number of bytes of a position; those beyond are ignored.
  private static let byteLimit = 256

  /// Creates a list whose text begins on a line.
  init(line: Int) { self.line = line }

  /// Adds a piece of text.
  mutating func take(_ text: [UInt8]) {
    for byte in text {
      if byte.isXMLBlank {
        finish()
        if byte == 0x0A { line += 1 }
      } else if rest.count < Self.byteLimit {
        rest.append(byte)
      }
    }
  }

  /// Ends the last position.
  mutating func finish() {
    guard !rest.isEmpty else { return }
    positions.append(KMLPosition(rest[...], line: line) { $0 == UInt8(ascii: ",") })
    rest.removeAll(keepingCapacity: true)
  }

  /// Returns the positions up to now and forgets them.
  mutating func takePositions() -> [KMLPosition] {
    defer { positions.removeAll(keepingCapacity: true) }
    return positions
  }
}
