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

/// A growable text buffer for millions of coordinates.
///
/// Belongs to one thread; the owner deallocates it.
struct TextWriter {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(64, capacity)
    base = .allocate(capacity: self.capacity)
  }

  func deallocate() { base.deallocate() }

  /// The bytes written.
  var bytes: [UInt8] { [UInt8](UnsafeBufferPointer(start: base, count: count)) }

  /// Reserves capacity for more bytes, which are then appended unchecked.
  mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
  }

  /// Appends a byte; the capacity must be reserved.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    base[count] = byte
    count &+= 1
  }

  /// Appends text and reserves its capacity.
  mutating func put(_ text: [UInt8]) {
    reserve(text.count)
    for byte in text { put(byte) }
  }

  /// Removes the bytes after a count.
  mutating func truncate(after count: Int) { self.count = min(self.count, count) }

  /// The greatest number of bytes that ``putDegrees(e7:)`` writes.
  static let degreesCount = 12

  /// Appends 1e-7 degrees as degrees with up to seven decimals; the capacity must be reserved.
  @inline(__always)
  mutating func putDegrees(e7: Int32) {
    if e7 < 0 { put(UInt8(ascii: "-")) }
    let whole = e7.magnitude / 10_000_000
    var part = e7.magnitude % 10_000_000
    if whole >= 100 { put(0x30 &+ UInt8(truncatingIfNeeded: whole / 100)) }
    if whole >= 10 { put(0x30 &+ UInt8(truncatingIfNeeded: whole / 10 % 10)) }
    put(0x30 &+ UInt8(truncatingIfNeeded: whole % 10))
    guard part > 0 else { return }
    base[count] = UInt8(ascii: ".")
    var place = count &+ 7
    var isEnd = true
    var last = place
    while place > count {
      let digit = part % 10
      part /= 10
      if isEnd, digit == 0 { last = place &- 1 } else { isEnd = false }
      base[place] = 0x30 &+ UInt8(truncatingIfNeeded: digit)
      place &-= 1
    }
    count = last &+ 1
  }
}
