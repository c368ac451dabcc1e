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
