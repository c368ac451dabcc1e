import SkiBase

/// The encoder of features, used by several threads.
struct ContourText: Sendable {
  let placement: ContourPlacement
  let form: ContourGeoJSON.Form
  let elevationKey: String

  struct Part: Sendable {
    let text: [UInt8]
    let written: ContourGeoJSON.FeatureCounts
  }

  /// Returns the features of lines, separated by commas in a collection, each followed by a line feed otherwise.
  func features(_ finished: FinishedLines) throws -> Part {
    var text = TextWriter(capacity: 1 << 16)
    defer { text.deallocate() }
    var written = ContourGeoJSON.FeatureCounts()
    let tail = Array((form == .lines ? "]}}\n" : "]}}").utf8)
    var heads: [Int32: [UInt8]] = [:]
    try placement.forEachLine(finished) { level, _, line in
      let begin = text.count
      if form == .collection, written.lineCount > 0 { text.put(Array(",\n".utf8)) }
      text.put(head(level, &heads))
      let count = Self.put(line, &text)
      guard count > 1 else { return text.truncate(after: begin) }
      text.put(tail)
      written.lineCount += 1
      written.pointCount += count
    }
    return Part(text: text.bytes, written: written)
  }

  /// Appends positions to seven decimals without neighbouring repeats, and returns their number.
  private static func put(_ line: [Coordinate], _ text: inout TextWriter) -> Int {
    text.reserve(line.count * (2 * TextWriter.degreesCount + 4))
    var count = 0
    var last = FixedCoordinate(latitudeE7: .min, longitudeE7: .min)
    for place in line {
      let fixed = FixedCoordinate(
        latitudeE7: rounded(place.latitude * 1e7), longitudeE7: rounded(place.longitude * 1e7))
      if fixed == last { continue }
      if count > 0 { text.put(UInt8(ascii: ",")) }
      text.put(UInt8(ascii: "["))
      text.putDegrees(e7: fixed.longitudeE7)
      text.put(UInt8(ascii: ","))
      text.putDegrees(e7: fixed.latitudeE7)
      text.put(UInt8(ascii: "]"))
      last = fixed
      count += 1
    }
    return count
  }

  /// Returns the nearest integer of a value within ±2³¹.
  @inline(__always)
  private static func rounded(_ value: Double) -> Int32 {
    // Adding 1.5 · 2⁵² moves the integer to the low bits.
    Int32(truncatingIfNeeded: Int64(bitPattern: (value + 6_755_399_441_055_744).bitPattern))
  }

  private func head(_ level: Int32, _ heads: inout [Int32: [UInt8]]) -> [UInt8] {
    if let head = heads[level] { return head }
    var properties = [
      JSONValue.Member(elevationKey, .decimal(placement.levels.levelMetres(level), places: 6))
    ]
    if placement.levels.indexEvery != nil {
      properties.append(.init("index", .bool(placement.levels.isIndex(level))))
    }
    let head =
      #"{"type":"Feature","properties":"# + JSONValue.object(properties).text()
      + #","geometry":{"type":"LineString","coordinates":["#
    heads[level] = Array(head.utf8)
    return Array(head.utf8)
  }
}
