import SkiGeo

/// Fixes as words: exact to the bit, and only as long as what they say. Most say half of what they could.
extension LocationFix {
  /// Appends what is known, and returns which of the optional fields that is, a bit for each.
  func pack(into words: inout [UInt64]) -> UInt8 {
    var fields: UInt8 = 0
    words.append(coordinate.latitude.bitPattern)
    words.append(coordinate.longitude.bitPattern)
    words.append(time.secondsSince1970.bitPattern)
    func add(_ value: UInt64?, _ field: UInt8) {
      guard let value else { return }
      words.append(value)
      fields |= 1 << field
    }
    add(elevationMetres?.bitPattern, 0)
    add(horizontalAccuracyMetres?.bitPattern, 1)
    add(verticalAccuracyMetres?.bitPattern, 2)
    add(courseDegrees?.bitPattern, 3)
    add(courseAccuracyDegrees?.bitPattern, 4)
    add(speedMetresPerSecond?.bitPattern, 5)
    add(speedAccuracyMetresPerSecond?.bitPattern, 6)
    add(sequence, 7)
    return fields
  }

  /// How many words a fix with these fields takes.
  static func packedCount(_ fields: UInt8) -> Int { 3 + fields.nonzeroBitCount }

  /// Reads the time alone.
  static func packedSeconds(_ words: [UInt64], at first: Int) -> Double {
    Double(bitPattern: words[first + 2])
  }

  /// Reads what ``pack(into:)`` wrote.
  init(packed words: [UInt64], at first: Int, fields: UInt8) {
    func number(_ position: Int) -> Double { Double(bitPattern: words[first + position]) }
    self.init(
      Coordinate(latitude: number(0), longitude: number(1)),
      time: UniversalTime(secondsSince1970: number(2)))
    var next = first + 3
    func take(_ field: UInt8) -> UInt64? {
      guard fields & (1 << field) != 0 else { return nil }
      next += 1
      return words[next - 1]
    }
    elevationMetres = take(0).map(Double.init(bitPattern:))
    horizontalAccuracyMetres = take(1).map(Double.init(bitPattern:))
    verticalAccuracyMetres = take(2).map(Double.init(bitPattern:))
    courseDegrees = take(3).map(Double.init(bitPattern:))
    courseAccuracyDegrees = take(4).map(Double.init(bitPattern:))
    speedMetresPerSecond = take(5).map(Double.init(bitPattern:))
    speedAccuracyMetresPerSecond = take(6).map(Double.init(bitPattern:))
    sequence = take(7)
  }
}
