import SkiGeo

/// Reads GeoJSON geometries from text; junk in them is dropped and counted, only broken JSON throws.
struct GeometryReader {
  /// The elevations a place on Earth can have, in metres.
  static let plausibleElevations = -500.0...9000.0

  private enum Kind { case point, line, lines, area, areas }

  private var geometry = ParsedGeometry(defect: "geometryMissing", "no geometry")
  private var goodPositions = 0

  /// Reads the geometry, or null, that is next.
  static func read(_ cursor: inout JSONCursor) throws(JSONFault) -> ParsedGeometry {
    guard try cursor.peek() == UInt8(ascii: "{") else {
      try cursor.skipValue()
      return ParsedGeometry(defect: "geometryMissing", "no geometry")
    }
    try cursor.take(UInt8(ascii: "{"))
    var isFirst = true
    var kindName: String?
    var coordinates: Range<Int>?
    while let name = try cursor.nextMember(&isFirst) {
      if cursor.isWord(name, "type"), try cursor.peek() == UInt8(ascii: "\"") {
        kindName = try cursor.string()
      } else if cursor.isWord(name, "coordinates") {
        _ = try cursor.peek()
        let start = cursor.position
        try cursor.skipValue()
        coordinates = start..<cursor.position
      } else {
        try cursor.skipValue()
      }
    }
    return try read(cursor, kindName: kindName, coordinates)
  }

  private static func read(
    _ cursor: JSONCursor, kindName: String?, _ coordinates: Range<Int>?
  ) throws(JSONFault) -> ParsedGeometry {
    let kind: Kind
    switch kindName {
    case "Point": kind = .point
    case "LineString": kind = .line
    case "MultiLineString": kind = .lines
    case "Polygon": kind = .area
    case "MultiPolygon": kind = .areas
    default:
      return ParsedGeometry(defect: "geometryUnsupported", "a geometry of type \(kindName ?? "none")")
    }
    guard let coordinates, coordinates.count >= 2, cursor.bytes[coordinates.lowerBound] == UInt8(ascii: "[")
    else { return ParsedGeometry(defect: "geometryMissing", "no coordinates") }
    var reader = GeometryReader()
    var inner = JSONCursor(cursor.bytes, coordinates)
    try reader.read(kind, &inner)
    return reader.geometry
  }

  private mutating func read(_ kind: Kind, _ cursor: inout JSONCursor) throws(JSONFault) {
    switch kind {
    case .point: try readPoint(&cursor)
    case .line:
      let line = try readPositions(&cursor)
      finishLines([line])
    case .lines: finishLines(try readList(&cursor))
    case .area: finishAreas([try readList(&cursor)])
    case .areas:
      var polygons: [[PositionList]] = []
      var isFirst = true
      try cursor.take(UInt8(ascii: "["))
      while try cursor.nextElement(&isFirst) { polygons.append(try readList(&cursor)) }
      finishAreas(polygons)
    }
  }

  private mutating func readPoint(_ cursor: inout JSONCursor) throws(JSONFault) {
    var list = PositionList()
    try readPosition(&cursor, into: &list)
    if let place = list.coordinates.first {
      geometry.shape = .success(.point(place, elevationMetres: list.elevations.first ?? nil))
    } else {
      fail("coordinateInvalid", "the position isn't a place on Earth")
    }
  }

  /// Reads an array of lines or rings; elements that aren't arrays count as invalid positions.
  private mutating func readList(_ cursor: inout JSONCursor) throws(JSONFault) -> [PositionList] {
    guard try cursor.takeIfNext(UInt8(ascii: "[")) else {
      try cursor.skipValue()
      geometry.invalidPositions += 1
      return []
    }
    var lists: [PositionList] = []
    var isFirst = true
    while try cursor.nextElement(&isFirst) { lists.append(try readPositions(&cursor)) }
    return lists
  }

  private mutating func readPositions(_ cursor: inout JSONCursor) throws(JSONFault) -> PositionList {
    var list = PositionList()
    guard try cursor.takeIfNext(UInt8(ascii: "[")) else {
      try cursor.skipValue()
      geometry.invalidPositions += 1
      return list
    }
    var isFirst = true
    while try cursor.nextElement(&isFirst) { try readPosition(&cursor, into: &list) }
    return list
  }

  private mutating func readPosition(
    _ cursor: inout JSONCursor, into list: inout PositionList
  ) throws(JSONFault) {
    guard try cursor.takeIfNext(UInt8(ascii: "[")) else {
      try cursor.skipValue()
      geometry.invalidPositions += 1
      return
    }
    var values = (Double.nan, Double.nan, Double.nan)
    var count = 0
    var isFirst = true
    while try cursor.nextElement(&isFirst) {
      let value = try readNumber(&cursor)
      switch count {
      case 0: values.0 = value
      case 1: values.1 = value
      case 2: values.2 = value
      default: break
      }
      count += 1
    }
    let place = Coordinate(latitude: values.1, longitude: values.0)
    guard place.isValid else {
      geometry.invalidPositions += 1
      return
    }
    goodPositions += 1
    list.append(place, count > 2 ? plausible(values.2) : nil)
  }

  private func readNumber(_ cursor: inout JSONCursor) throws(JSONFault) -> Double {
    let byte = try cursor.peek()
    if byte == UInt8(ascii: "-") || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) {
      return try cursor.number()
    }
    try cursor.skipValue()
    return .nan
  }

  private mutating func plausible(_ elevation: Double) -> Double? {
    if Self.plausibleElevations.contains(elevation) { return elevation }
    geometry.implausibleElevations += 1
    return nil
  }

  private mutating func fail(_ code: String, _ detail: String) {
    geometry.shape = .failure(.init(code: code, detail: detail))
  }

  /// Says why nothing usable is left.
  private mutating func failShort() {
    if geometry.invalidPositions > 0, goodPositions < 2 {
      fail("coordinateInvalid", "\(geometry.invalidPositions) positions aren't places on Earth")
    } else {
      fail("geometryTooShort", "fewer vertices than a line or an area needs")
    }
  }

  private mutating func finishLines(_ lists: [PositionList]) {
    let lines = lists.filter(\.isLine).map(\.polyline)
    if lines.isEmpty {
      failShort()
    } else {
      geometry.shape = .success(.lines(lines))
    }
  }

  private mutating func finishAreas(_ polygons: [[PositionList]]) {
    var areas: [PolygonRings] = []
    for polygon in polygons {
      guard let outer = polygon.first.flatMap({ ring($0) }) else { continue }
      areas.append(PolygonRings(outer: outer, holes: polygon.dropFirst().compactMap { ring($0) }))
    }
    if areas.isEmpty {
      failShort()
    } else {
      geometry.shape = .success(.areas(areas))
    }
  }

  private mutating func ring(_ list: PositionList) -> Polyline? {
    var list = list
    if list.close() { geometry.closedRings += 1 }
    return list.isRing ? list.polyline : nil
  }
}
