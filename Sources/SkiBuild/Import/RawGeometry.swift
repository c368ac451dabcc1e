import SkiBase

/// A geometry as in the file, without validation: flat positions and the ends of lines and polygons.
struct RawGeometry {
  /// The value of `type`; nil when it is missing.
  var type: String?
  var positions: [GeoJSONPosition] = []
  /// The end index of each line or ring in ``positions``.
  var lineEnds: [Int] = []
  /// The end index of each polygon in ``lineEnds``.
  var polygonEnds: [Int] = []
  /// The nesting depth of positions: 0 a point, 1 a line, 2 lines or rings, 3 polygons; nil without any.
  var height: Int?
  /// Indicates whether positions have different depths, or are mixed with other values.
  var isIrregular = false

  /// Indicates whether the geometry is a polygon or several.
  var isPolygon: Bool { type == "Polygon" || type == "MultiPolygon" }

  /// Indicates whether the geometry is a closed line.
  var isRing: Bool {
    guard type == "LineString", positions.count >= 4, let first = positions.first, let last = positions.last
    else { return false }
    return first.longitude == last.longitude && first.latitude == last.latitude
  }

  /// The least area of a compact ring in its squared length: a square has 0.063, a rectangle ten times as long as wide
  /// 0.021. Both ropes of a lift drawn as a loop are a few metres apart.
  private static let leastCompactness = 0.03
  /// The greatest length of a compact ring in metres.
  private static let longestCompactMetres = 400.0

  /// Indicates whether the geometry is a closed line as short and compact as the outline of a station.
  /// - Complexity: O(*n*) in the positions of rings.
  var isCompactRing: Bool {
    guard isRing else { return false }
    let ring = positions.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    guard ring.allSatisfy(\.isValid) else { return false }
    let plane = LocalPlane(at: ring[0])
    let points = ring.map(plane.metres)
    var (metres, doubledArea) = (0.0, 0.0)
    for (a, b) in zip(points, points.dropFirst()) {
      let step = b - a
      metres += (step.x * step.x + step.y * step.y).squareRoot()
      doubledArea += a.x * b.y - b.x * a.y
    }
    return metres <= Self.longestCompactMetres
      && abs(doubledArea) / 2 >= Self.leastCompactness * metres * metres
  }

  /// The greatest number of lists around a position.
  private static let levelLimit = 4

  /// Reads a geometry object in place of this geometry, whose memory is used again; returns false for `null`.
  mutating func read(_ cursor: inout JSONCursor) throws(JSONFault) -> Bool {
    type = nil
    removeCoordinates()
    guard cursor.peek() == UInt8(ascii: "{") else {
      if cursor.peek() == UInt8(ascii: "n") {
        _ = try cursor.readLiteral()
        return false
      }
      try cursor.skipValue()
      return true
    }
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      if cursor.matches(name, "coordinates") {
        try readCoordinates(&cursor)
      } else if cursor.matches(name, "type"), cursor.peek() == UInt8(ascii: "\"") {
        type = cursor.text(of: try cursor.readToken())
      } else {
        try cursor.skipValue()
      }
    }
    return true
  }

  /// Reads coordinates in place of those of this geometry.
  mutating func readCoordinates(_ cursor: inout JSONCursor) throws(JSONFault) {
    removeCoordinates()
    height = try readNode(&cursor, level: 0)
  }

  private mutating func removeCoordinates() {
    positions.removeAll(keepingCapacity: true)
    lineEnds.removeAll(keepingCapacity: true)
    polygonEnds.removeAll(keepingCapacity: true)
    (height, isIrregular) = (nil, false)
  }

  /// Reads a position or a list; returns its nesting depth, nil for an empty list.
  private mutating func readNode(_ cursor: inout JSONCursor, level: Int) throws(JSONFault) -> Int? {
    guard level <= Self.levelLimit, cursor.peek() == UInt8(ascii: "[") else {
      isIrregular = true
      try cursor.skipValue()
      return nil
    }
    try cursor.enterArray()
    switch cursor.peek() {
    case UInt8(ascii: "["): return try readList(&cursor, level: level)
    case UInt8(ascii: "]"):
      _ = cursor.take(UInt8(ascii: "]"))
      return nil
    default:
      try readPosition(&cursor)
      return 0
    }
  }

  private mutating func readList(_ cursor: inout JSONCursor, level: Int) throws(JSONFault) -> Int? {
    var height: Int?
    var isFirst = true
    while try cursor.nextElement(&isFirst) {
      let isPlain = level < Self.levelLimit && cursor.readPlainPositions(into: &positions)
      guard let child = try isPlain ? 0 : readNode(&cursor, level: level + 1) else { continue }
      if let height, height != child { isIrregular = true }
      height = height ?? child
    }
    guard let height else { return nil }
    if height == 0 { lineEnds.append(positions.count) }
    if height == 1 { polygonEnds.append(lineEnds.count) }
    return height + 1
  }

  /// Reads the rest of a position after its bracket.
  private mutating func readPosition(_ cursor: inout JSONCursor) throws(JSONFault) {
    var position = GeoJSONPosition(longitude: .nan, latitude: .nan, elevation: .nan)
    var count = 0
    var isFirst = true
    while try cursor.nextElement(&isFirst) {
      let value = try readMember(&cursor)
      switch count {
      case 0: position.longitude = value
      case 1: position.latitude = value
      case 2:
        position.elevation = value
        position.hasBadElevation = value.isNaN
      default: break
      }
      count += 1
    }
    positions.append(position)
  }

  @inline(__always)
  private func readMember(_ cursor: inout JSONCursor) throws(JSONFault) -> Double {
    switch cursor.peek() {
    case .some(let byte) where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return try cursor.readNumber()
    default:
      try cursor.skipValue()
      return .nan
    }
  }

  /// Returns the positions of one line or ring.
  func line(_ index: Int) -> ArraySlice<GeoJSONPosition> {
    positions[(index == 0 ? 0 : lineEnds[index - 1])..<lineEnds[index]]
  }

  /// Returns the rings of one polygon, as indices of lines.
  func rings(ofPolygon index: Int) -> Range<Int> {
    (index == 0 ? 0 : polygonEnds[index - 1])..<polygonEnds[index]
  }
}
