import SkiFormats
import SkiGeo

extension Properties {
  /// Reads a properties object; any other value counts as none.
  static func read(_ cursor: inout JSONCursor) throws(JSONFault) -> Properties {
    var properties = Properties()
    guard cursor.peek() == UInt8(ascii: "{") else {
      try cursor.skipValue()
      return properties
    }
    properties.isPresent = true
    try properties.readMembers(&cursor)
    return properties
  }

  private mutating func readMembers(_ cursor: inout JSONCursor) throws(JSONFault) {
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      switch cursor.peek() {
      case UInt8(ascii: "["): try readList(name, &cursor)
      case UInt8(ascii: "{"):
        if cursor.matches(name, "tags") { try readMembers(&cursor) } else { try cursor.skipValue() }
      default:
        let key = cursor.text(of: name)
        values[key] = try Self.readSingle(&cursor)
      }
    }
  }

  /// The maximum length of a text in bytes of UTF-8; OpenStreetMap limits tags to 255 characters.
  static let textLimitBytes = 8192

  private static func readText(_ cursor: inout JSONCursor) throws(JSONFault) -> String {
    let text = cursor.text(of: try cursor.readToken())
    guard text.utf8.count > textLimitBytes else { return text }
    cursor.hasTruncatedText = true
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(textLimitBytes / 4)))
  }

  /// Reads a scalar value; nil for `null`, objects and lists.
  static func readSingle(_ cursor: inout JSONCursor) throws(JSONFault) -> Value? {
    switch cursor.peek() {
    case UInt8(ascii: "\""): return .text(try readText(&cursor))
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      let first = try cursor.readLiteral()
      return first == UInt8(ascii: "n") ? nil : .bool(first == UInt8(ascii: "t"))
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      try cursor.skipValue()
      return nil
    default: return .number(try cursor.readNumber())
    }
  }

  private mutating func readList(_ name: JSONCursor.Token, _ cursor: inout JSONCursor) throws(JSONFault) {
    if cursor.matches(name, "uses") {
      uses = try Self.readWords(&cursor)
    } else if cursor.matches(name, "skiAreas") {
      areas = []
      try Self.forEachElement(&cursor) { cursor throws(JSONFault) in
        if let area = try AreaReference.read(&cursor) { areas.append(area) }
      }
    } else if cursor.matches(name, "stations") {
      stations = []
      try Self.forEachElement(&cursor) { cursor throws(JSONFault) in
        if let station = try StationReference.read(&cursor) { stations.append(station) }
      }
    } else if cursor.matches(name, "@relations") || cursor.matches(name, "relations") {
      try Self.forEachElement(&cursor) { cursor throws(JSONFault) in
        guard let membership = try RelationMembership.read(&cursor) else { return }
        if let role = membership.directionRole { relationRoles.insert(role) }
        if let piste = membership.piste { pistes.append(piste) }
        if let lift = membership.liftRelation { liftRelations.append(lift) }
      }
    } else if cursor.matches(name, "sources") {
      try readSources(&cursor)
    } else {
      try cursor.skipValue()
    }
  }

  private static func forEachElement(
    _ cursor: inout JSONCursor, _ body: (inout JSONCursor) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try cursor.enterArray()
    var isFirst = true
    while try cursor.nextElement(&isFirst) { try body(&cursor) }
  }

  private static func readWords(_ cursor: inout JSONCursor) throws(JSONFault) -> [String] {
    var words: [String] = []
    try forEachElement(&cursor) { cursor throws(JSONFault) in
      if case .text(let text)? = try readSingle(&cursor) { words.append(text.lowercased()) }
    }
    return words
  }

  private mutating func readSources(_ cursor: inout JSONCursor) throws(JSONFault) {
    try Self.forEachElement(&cursor) { cursor throws(JSONFault) in
      guard cursor.peek() == UInt8(ascii: "{") else { return try cursor.skipValue() }
      try cursor.enterObject()
      var isFirst = true
      while let name = try cursor.nextMember(&isFirst) {
        let isType = cursor.matches(name, "type")
        let value = try Self.readSingle(&cursor)
        if isType && value == .text("openstreetmap") { namesOpenStreetMap = true }
      }
    }
  }
}

extension Properties.AreaReference {
  /// Reads an id, or a ski area as a feature; nil when there is no id.
  static func read(_ cursor: inout JSONCursor) throws(JSONFault) -> Self? {
    guard cursor.peek() == UInt8(ascii: "{") else {
      guard case .text(let id)? = try Properties.readSingle(&cursor), !id.isEmpty else { return nil }
      return Self(id: id)
    }
    let inner = try NestedFeature.read(&cursor)
    var fields = inner.fields
    fields.values["id"] = fields.values["id"] ?? inner.id
    guard let text = fields.text("id") else { return nil }
    return Self(
      id: text, name: FeatureName.name(fields.text("name")), status: fields.word("status"),
      convention: fields.word("runConvention"), centre: inner.centre)
  }
}

/// A feature inside the properties of another one: its properties, id and centre.
///
/// A plain object is read like a feature's properties; its location is a `geometry`, a member `coordinates`, or numbers
/// `lat`/`latitude` and `lon`/`lng`/`longitude`, in itself or in a member `location`.
private struct NestedFeature {
  var fields = Properties()
  var id: Properties.Value?
  var centre: Coordinate?

  /// Reads the known members and skips the others.
  /// - Complexity: O(*n*) in the size of the feature.
  static func read(_ cursor: inout JSONCursor) throws(JSONFault) -> Self {
    var feature = Self()
    try feature.readMembers(&cursor)
    feature.centre = feature.centre ?? feature.fields.place
    return feature
  }

  private mutating func readMembers(_ cursor: inout JSONCursor) throws(JSONFault) {
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      if cursor.matches(name, "properties") {
        let inner = try Properties.read(&cursor)
        fields.values.merge(inner.values) { $1 }
      } else if cursor.matches(name, "geometry") {
        centre = try GeometryBox.centre(&cursor) ?? centre
      } else if cursor.matches(name, "coordinates") {
        centre = GeometryBox.centre(of: try RawGeometry.readCoordinates(&cursor)) ?? centre
      } else if cursor.matches(name, "location"), cursor.peek() == UInt8(ascii: "{") {
        centre = try Self.read(&cursor).centre ?? centre
      } else if cursor.matches(name, "id") {
        id = try Properties.readSingle(&cursor) ?? id
      } else {
        let key = cursor.text(of: name)
        if let value = try Properties.readSingle(&cursor), fields.values[key] == nil {
          fields.values[key] = value
        }
      }
    }
  }
}

extension Properties {
  /// The coordinate in the numbers of latitude and longitude; nil without.
  fileprivate var place: Coordinate? {
    guard let latitude = number("latitude") ?? number("lat"),
      let longitude = number("longitude") ?? number("lon") ?? number("lng")
    else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? place : nil
  }
}

extension Properties.StationReference {
  /// Reads a station as a point feature; nil when it is no object.
  static func read(_ cursor: inout JSONCursor) throws(JSONFault) -> Self? {
    guard cursor.peek() == UInt8(ascii: "{") else {
      try cursor.skipValue()
      return nil
    }
    let inner = try NestedFeature.read(&cursor)
    let fields = inner.fields
    return Self(
      name: FeatureName.name(fields.text("name")), position: fields.word("position"),
      entry: fields.flag("entry"), exit: fields.flag("exit"), coordinate: inner.centre)
  }
}

/// The centre of geometries that are not kept.
enum GeometryBox {
  /// Reads a geometry and returns the centre of its valid positions; nil without any.
  static func centre(_ cursor: inout JSONCursor) throws(JSONFault) -> Coordinate? {
    try RawGeometry.read(&cursor).flatMap(centre)
  }

  /// Returns the centre of a geometry's valid positions; nil without any.
  static func centre(of raw: RawGeometry) -> Coordinate? {
    let places = raw.positions.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    return centre(of: places.filter(\.isValid))
  }

  /// Returns the centre of the box around coordinates, which crosses the antimeridian if it is smaller then; nil without
  /// any.
  static func centre(of coordinates: [Coordinate]) -> Coordinate? {
    guard let box = BoundingBox(coordinates) else { return nil }
    return box.east - box.west > 180 ? CoordinateExtent(coordinates)?.centre : box.centre
  }
}
