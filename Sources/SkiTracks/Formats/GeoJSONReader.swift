import SkiBase
import SkiGraph

/// Reads recordings in GeoJSON, one document or one a line; see Data/Formats/tracks.md.
///
/// The whole text is held in memory, and a feature with its positions.
///
/// **Source:** RFC 7946; `coordTimes` and `coordinateProperties.times` of Mapbox's toGeoJSON.
struct GeoJSONReader {
  private var cursor: JSONCursor
  private let offset: UTCOffset
  private let pointLimit: Int
  /// The number of positions read.
  private var positionCount = 0

  /// The greatest number of bytes of a text.
  static let byteLimit = 256 << 20
  /// The greatest nesting depth of features and geometries.
  private static let depthLimit = 64

  /// Reads all documents of a text.
  /// - Throws: ``SkiError`` with code `.malformedData` for a syntax error before the first point, `.limitExceeded` for
  ///   a text or a number of points beyond the limits, and the errors of the input.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    tracks.positionUnit = "byte"
    var bytes = try input.rest(atMostBytes: byteLimit)
    // Record separators (RFC 8142) stand outside of texts only.
    if bytes.contains(0x1E) { bytes = bytes.map { $0 == 0x1E ? 0x20 : $0 } }
    try bytes.withUnsafeBufferPointer { buffer in
      var reader = GeoJSONReader(
        cursor: JSONCursor(buffer, range: 0..<buffer.count), offset: tracks.options.offsetWithoutZone,
        pointLimit: tracks.options.pointLimit)
      do {
        while reader.cursor.peek() != nil { try reader.readDocument(&tracks) }
      } catch let fault as JSONFault {
        guard tracks.pointCount > 0 else {
          throw SkiError(
            .malformedData, "\(fault.reason); export the recording again",
            subject: "\(tracks.name), byte \(fault.position)")
        }
        tracks.note(
          fault.position >= buffer.count ? .cutOff : .damaged, .noted, at: fault.position, fault.reason)
      }
    }
  }

  private init(cursor: JSONCursor, offset: UTCOffset, pointLimit: Int) {
    (self.cursor, self.offset, self.pointLimit) = (cursor, offset, pointLimit)
  }

  private mutating func readDocument(_ tracks: inout TrackCollector) throws {
    guard cursor.peek() == UInt8(ascii: "{") else { throw cursor.fault("an object is expected") }
    try readFeature(depth: 0, &tracks)
  }

  /// Reads a feature, a geometry or a collection, and adds its points.
  private mutating func readFeature(depth: Int, _ tracks: inout TrackCollector) throws {
    guard depth < Self.depthLimit else { throw cursor.fault("features nest deeper than \(Self.depthLimit)") }
    guard cursor.peek() == UInt8(ascii: "{") else { return try cursor.skipValue() }
    var feature = GeoJSONFeature()
    try readMembers(of: &feature, depth: depth, &tracks)
    try feature.add(to: &tracks)
  }

  private mutating func readMembers(
    of feature: inout GeoJSONFeature, depth: Int, _ tracks: inout TrackCollector
  ) throws {
    var isFirst = true
    try cursor.enterObject()
    while let member = try cursor.nextMember(&isFirst) {
      let next = cursor.peek()
      if cursor.matches(member, "features") || cursor.matches(member, "geometries"), next == UInt8(ascii: "[")
      {
        var isFirstElement = true
        try cursor.enterArray()
        while try cursor.nextElement(&isFirstElement) { try readFeature(depth: depth + 1, &tracks) }
      } else if cursor.matches(member, "geometry"), next == UInt8(ascii: "{"), depth < Self.depthLimit {
        try readGeometry(into: &feature, depth: depth + 1, &tracks)
      } else if cursor.matches(member, "properties"), next == UInt8(ascii: "{") {
        try readProperties(of: &feature)
      } else if cursor.matches(member, "type"), next == UInt8(ascii: "\"") {
        let token = try cursor.readToken()
        feature.shape = GeoJSONFeature.Shape(rawValue: cursor.text(of: token)) ?? feature.shape
      } else if cursor.matches(member, "coordinates"), next == UInt8(ascii: "[") {
        feature.lines = []
        try readCoordinates(into: &feature.lines, depth: 0, tracks)
      } else {
        try cursor.skipValue()
      }
    }
  }

  /// Reads the geometry of a feature; the parts of a collection become features without properties.
  private mutating func readGeometry(
    into feature: inout GeoJSONFeature, depth: Int, _ tracks: inout TrackCollector
  ) throws {
    var geometry = GeoJSONFeature()
    try readMembers(of: &geometry, depth: depth, &tracks)
    (feature.lines, feature.shape) = (geometry.lines, geometry.shape)
  }

  /// Reads a position, or lists of them up to the depth of MultiPolygon.
  private mutating func readCoordinates(
    into lines: inout [[GeoJSONPoint]], depth: Int, _ tracks: borrowing TrackCollector
  ) throws {
    guard depth < 5 else { return try cursor.skipValue() }
    let byte = cursor.position
    var isFirst = true
    var numbers: [Double?] = []
    var hasOpenLine = false
    try cursor.enterArray()
    while try cursor.nextElement(&isFirst) {
      guard cursor.peek() == UInt8(ascii: "[") else {
        numbers.append(try readNumberOrSkip())
        continue
      }
      // The positions of a line are siblings; a list of lists begins a line for each.
      if !hasOpenLine {
        lines.append([])
        hasOpenLine = true
      }
      let before = lines.count
      try readCoordinates(into: &lines, depth: depth + 1, tracks)
      if lines.count > before { hasOpenLine = false }
    }
    guard !numbers.isEmpty else { return }
    try append(numbers, at: byte, to: &lines, tracks)
  }

  private mutating func append(
    _ numbers: [Double?], at byte: Int, to lines: inout [[GeoJSONPoint]], _ tracks: borrowing TrackCollector
  ) throws(SkiError) {
    positionCount += 1
    guard positionCount <= pointLimit else { throw tracks.tooMany() }
    var point = GeoJSONPoint(byte: byte)
    point.longitude = numbers[0]
    if numbers.count > 1 { point.latitude = numbers[1] }
    if numbers.count > 2 { point.elevationMetres = numbers[2] }
    if lines.isEmpty { lines.append([]) }
    lines[lines.count - 1].append(point)
  }

  private mutating func readNumberOrSkip() throws -> Double? {
    if let byte = cursor.peek(), byte == UInt8(ascii: "-") || byte &- 0x30 < 10 {
      let value = try cursor.readNumber()
      return value.isFinite ? value : nil
    }
    try cursor.skipValue()
    return nil
  }
}

extension GeoJSONReader {
  /// Reads the properties of a feature: times of its positions, its name, and values of a single point.
  private mutating func readProperties(of feature: inout GeoJSONFeature) throws {
    var isFirst = true
    try cursor.enterObject()
    while let member = try cursor.nextMember(&isFirst) {
      let next = cursor.peek()
      if cursor.matches(member, "coordinateProperties"), next == UInt8(ascii: "{") {
        try readCoordinateProperties(of: &feature)
      } else if next == UInt8(ascii: "["), Self.areTimes(cursor.text(of: member)) {
        feature.times = []
        try readTimes(into: &feature.times, depth: 0)
      } else if cursor.matches(member, "name"), next == UInt8(ascii: "\"") {
        let token = try cursor.readToken()
        feature.name = cursor.text(of: token)
      } else if next == UInt8(ascii: "\"") || next == UInt8(ascii: "-")
        || next.map({ $0 &- 0x30 < 10 }) ?? false
      {
        let name = cursor.text(of: member)
        try readValue(CSVColumn(Array(name.utf8)[...]), into: &feature.values)
      } else {
        try cursor.skipValue()
      }
    }
  }

  private mutating func readCoordinateProperties(of feature: inout GeoJSONFeature) throws {
    var isFirst = true
    try cursor.enterObject()
    while let member = try cursor.nextMember(&isFirst) {
      if Self.areTimes(cursor.text(of: member)), cursor.peek() == UInt8(ascii: "[") {
        feature.times = []
        try readTimes(into: &feature.times, depth: 0)
      } else {
        try cursor.skipValue()
      }
    }
  }

  private static func areTimes(_ name: String) -> Bool {
    ["times", "coordtimes", "timestamps"].contains(name.lowercased())
  }

  /// Reads a list of times, or of lists for the lines of a geometry.
  private mutating func readTimes(into times: inout [ParsedTime?], depth: Int) throws {
    guard depth < 3 else { return try cursor.skipValue() }
    var isFirst = true
    try cursor.enterArray()
    while try cursor.nextElement(&isFirst) {
      if cursor.peek() == UInt8(ascii: "[") {
        try readTimes(into: &times, depth: depth + 1)
      } else {
        // More times than positions are of no use, and are not kept.
        let time = try readTime()
        if times.count < pointLimit { times.append(time) }
      }
    }
  }

  /// Reads a time as text or as a number since 1970; nil for anything else.
  private mutating func readTime() throws -> ParsedTime? {
    WrittenTime.read(try readScalar()[...], offset)
  }

  /// Reads a text or a number as text; the empty text for other values.
  private mutating func readScalar() throws -> [UInt8] {
    switch cursor.peek() {
    case UInt8(ascii: "\""):
      let token = try cursor.readToken()
      return Array(cursor.text(of: token).utf8)
    case let byte? where byte == UInt8(ascii: "-") || byte &- 0x30 < 10:
      return Array(try cursor.readNumberText().utf8)
    default:
      try cursor.skipValue()
      return []
    }
  }

  /// Reads the value of a property named as a column of a table.
  private mutating func readValue(_ column: CSVColumn?, into draft: inout TrackDraft) throws {
    guard let column else { return try cursor.skipValue() }
    let text = try readScalar()
    guard !text.isEmpty else { return }
    if column.field == .time || column.field == .date {
      draft.time = WrittenTime.read(text[...], offset)
      draft.hasBadTime = draft.time == nil
    } else if let value = DecimalNumber.read(text[...]) {
      draft.take(value * column.factor, as: column.field)
    }
  }
}
