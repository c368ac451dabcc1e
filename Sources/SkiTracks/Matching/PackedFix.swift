import SkiBase
import SkiGraph

/// The packed form of fixes: exact to the bit, with known values only.
extension LocationFix {
  /// Appends the known values, and returns a bit mask of the optional fields.
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

  /// Returns the number of words of a fix with these fields.
  static func packedCount(_ fields: UInt8) -> Int { 3 + fields.nonzeroBitCount }

  /// Returns the time of a packed fix in seconds since 1970.
  static func packedSeconds(_ words: [UInt64], at first: Int) -> Double {
    Double(bitPattern: words[first + 2])
  }

  /// Creates a fix from the words written by ``pack(into:)``.
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
