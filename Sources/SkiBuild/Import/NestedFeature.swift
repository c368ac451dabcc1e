import Foundation
import SkiBase

extension Properties.AreaReference {
  /// Reads an id, or a ski area as a feature; nil when there is no id.
  static func read(
    _ cursor: inout JSONCursor, _ memory: inout RawGeometry
  ) throws(JSONFault) -> Self? {
    guard cursor.peek() == UInt8(ascii: "{") else {
      guard case .text(let id)? = try Properties.readSingle(&cursor), !id.raw.isEmpty else { return nil }
      return Self(id: id.raw)
    }
    let inner = try NestedFeature.read(&cursor, &memory)
    let isInside = inner.fields.has(.id)
    guard let text = isInside ? inner.fields.text(.id) : inner.id.flatMap(Properties.text) else { return nil }
    return Self(
      id: text, name: FeatureName.name(inner.fields.text(.name)), status: inner.fields.word(.status),
      convention: inner.fields.word(.runConvention), centre: inner.centre)
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
  /// - Parameter memory: The memory for geometries, of which only centres are kept.
  /// - Complexity: O(*n*) in the size of the feature.
  static func read(
    _ cursor: inout JSONCursor, _ memory: inout RawGeometry
  ) throws(JSONFault) -> Self {
    var feature = Self()
    try feature.readMembers(&cursor, &memory)
    feature.centre = feature.centre ?? feature.fields.place
    return feature
  }

  private mutating func readMembers(
    _ cursor: inout JSONCursor, _ memory: inout RawGeometry
  ) throws(JSONFault) {
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      let key = PropertyKeyTable.shared.key(name, in: cursor)
      switch key {
      case .properties:
        if fields.isEmpty {
          try fields.readObject(&cursor)
        } else {
          fields.merge(try Properties.read(&cursor))
        }
      case .geometry:
        if try memory.read(&cursor) { centre = GeometryBox.centre(of: memory) ?? centre }
      case .coordinates:
        try memory.readCoordinates(&cursor)
        centre = GeometryBox.centre(of: memory) ?? centre
      case .location where cursor.peek() == UInt8(ascii: "{"):
        centre = try Self.read(&cursor, &memory).centre ?? centre
      case .id: id = try Properties.readSingle(&cursor) ?? id
      case let key?:
        if let value = try Properties.readSingle(&cursor), !fields.has(key) { fields[key] = value }
      case nil:
        if !cursor.isPlain(name, limitBytes: .max) { _ = cursor.text(of: name) }
        try Properties.passSingle(&cursor)
      }
    }
  }
}

extension Properties {
  /// The coordinate in the numbers of latitude and longitude; nil without.
  fileprivate var place: Coordinate? {
    guard let latitude = number(.latitude) ?? number(.lat),
      let longitude = number(.longitude) ?? number(.lon) ?? number(.lng)
    else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? place : nil
  }
}

extension Properties.StationReference {
  /// Reads a station as a point feature; nil when it is no object.
  static func read(
    _ cursor: inout JSONCursor, _ memory: inout RawGeometry
  ) throws(JSONFault) -> Self? {
    guard cursor.peek() == UInt8(ascii: "{") else {
      try cursor.skipValue()
      return nil
    }
    let inner = try NestedFeature.read(&cursor, &memory)
    return Self(
      name: FeatureName.name(inner.fields.text(.name)), position: inner.fields.word(.position),
      entry: inner.fields.flag(.entry), exit: inner.fields.flag(.exit), coordinate: inner.centre)
  }
}

/// The centre of geometries that are not kept.
enum GeometryBox {
  /// Returns the centre of a geometry's valid positions; nil without any.
  static func centre(of raw: RawGeometry) -> Coordinate? {
    var box: BoundingBox?
    for position in raw.positions {
      let place = Coordinate(latitude: position.latitude, longitude: position.longitude)
      guard place.isValid else { continue }
      if box?.formUnion(place) == nil { box = BoundingBox(place) }
    }
    guard let box else { return nil }
    guard box.east - box.west > 180 else { return box.centre }
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

/// The normalisation of names.
enum FeatureName {
  /// The placeholders for a missing name in mapping and exports, in lower case.
  static let placeholders: Set<String> = [
    "ski run", "ski runs", "ski piste", "ski slope", "ski trail", "ski lift", "ski area", "piste", "pistes",
    "run",
    "slope", "trail", "lift", "unnamed", "unnamed run", "unnamed lift", "unnamed piste", "unnamed trail",
    "no name",
    "noname", "unknown", "none", "null", "n/a", "name", "untitled", "skipiste", "skilift", "-",
    "--", "?",
    "???", ".",
  ]

  /// Returns a text trimmed, with single spaces and in Unicode normal form C; nil when it is empty.
  ///
  /// Composed and decomposed spellings of one name become equal.
  /// - Complexity: O(*n*) in the length.
  static func normalized(_ text: String?) -> String? {
    guard let text else { return nil }
    if isPlain(text) { return text }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return nil }
    let joined = words.count == 1 ? String(words[0]) : words.joined(separator: " ")
    return joined.utf8.allSatisfy { $0 < 0x80 } ? joined : joined.precomposedStringWithCanonicalMapping
  }

  /// Returns whether a text is printable, of scalars below U+0300, with single inner spaces, which needs no
  /// normalisation: composition concerns later scalars only.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var previous = UInt8(ascii: " ")
      for byte in bytes {
        // U+0300 begins with 0xCC; 0xC2 begins the controls and the no-break space, which is white space.
        guard byte >= 0x20, byte < 0xCC, byte != 0x7F, byte != 0x20 || previous != 0x20 else { return false }
        guard previous != 0xC2 || byte > 0xA0 else { return false }
        previous = byte
      }
      return previous != 0x20
    }
  }

  /// Returns a normalised name; nil for an empty text and for placeholders.
  static func name(_ text: String?) -> String? {
    guard let name = normalized(text) else { return nil }
    return isPlaceholder(name) ? nil : name
  }

  /// The number of bytes of the longest placeholder.
  private static let placeholderLimitBytes = placeholders.map(\.utf8.count).max() ?? 0

  /// Returns whether a normalised name is a placeholder in any case.
  private static func isPlaceholder(_ name: String) -> Bool {
    // Placeholders are ASCII, and in normal form C only ASCII becomes ASCII in lower case, of the same length.
    name.utf8.count <= placeholderLimitBytes && placeholders.contains(name.lowercased())
  }

  /// Returns whether a name consists of ASCII digits only, as piste numbers do.
  static func isNumber(_ name: String) -> Bool { name.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
