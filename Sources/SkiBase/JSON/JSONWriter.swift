/// A writer of one JSON document into a byte buffer, value by value in order.
///
/// Members and elements are separated by commas as they are written. Numbers that are not finite are written as null.
/// Strings are escaped as in ``JSONValue``, so that the document is safe to print on a terminal.
package struct JSONWriter: Sendable {
  /// The document so far in UTF-8.
  package internal(set) var bytes: [UInt8] = []
  /// Indicates whether the next value follows another in its array or object.
  var needsComma = false

  /// Creates a writer.
  /// - Parameter capacity: The bytes to reserve.
  package init(capacity: Int = 4096) { bytes.reserveCapacity(capacity) }

  /// Returns the UTF-8 of a document followed by a line break.
  /// - Parameters:
  ///   - capacity: The bytes to reserve.
  ///   - write: Writes the document.
  /// - Complexity: O(size).
  package static func line(capacity: Int = 4096, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(capacity: capacity)
    write(&json)
    json.bytes.append(UInt8(ascii: "\n"))
    return json.bytes
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes an object.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  /// Writes an array.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
  }

  @inline(__always)
  private mutating func enclosed(_ start: UInt8, _ end: UInt8, _ content: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(start)
    needsComma = false
    content(&self)
    bytes.append(end)
    needsComma = true
  }

  /// Writes a string; null for nil.
  package mutating func string(_ value: String?) {
    separate()
    if let value { bytes.append(jsonString: value) } else { bytes.append(literal: "null") }
  }

  /// Writes true or false.
  package mutating func bool(_ value: Bool) {
    separate()
    bytes.append(literal: value ? "true" : "false")
  }

  /// Writes a whole number.
  package mutating func integer(_ value: Int) {
    separate()
    bytes.append(integer: value)
  }

  /// Writes a number with a maximum number of decimals, without trailing zeros.
  package mutating func decimal(_ value: Double, places: Int) {
    separate()
    if !bytes.append(decimal: value, places: places) { bytes.append(literal: "null") }
  }

  /// Writes a value.
  package mutating func value(_ value: JSONValue) {
    separate()
    value.write(to: &bytes)
  }

  /// Writes the name of a member, a literal without characters to escape; its value must follow.
  package mutating func name(_ name: StaticString) {
    put(name, "")
    needsComma = false
  }

  /// Writes the name of a member with its value, both literals.
  private mutating func put(_ name: StaticString, _ value: StaticString) {
    let hasComma = needsComma
    needsComma = true
    name.withUTF8Buffer { name in
      value.withUTF8Buffer { value in
        bytes.append(addingCapacity: name.count + value.count + 4) { output in
          if hasComma { output.append(UInt8(ascii: ",")) }
          output.append(UInt8(ascii: "\""))
          output.put(name)
          output.append(UInt8(ascii: "\""))
          output.append(UInt8(ascii: ":"))
          output.put(value)
        }
      }
    }
  }

  /// Writes the name of a member, without characters to escape; its value must follow.
  package mutating func name(plain name: String) {
    let hasComma = needsComma
    needsComma = false
    var name = name
    name.withUTF8 { name in
      bytes.append(addingCapacity: name.count + 4) { output in
        if hasComma { output.append(UInt8(ascii: ",")) }
        output.append(UInt8(ascii: "\""))
        output.put(name)
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
      }
    }
  }

  /// Writes the name of a member; its value must follow.
  package mutating func name(escaping name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }
}

/// The members of objects.
extension JSONWriter {
  /// Writes a member that is a string; null for nil.
  package mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return put(name, "null") }
    put(name, "")
    bytes.append(jsonString: value)
  }

  /// Writes a member that is a whole number; null for nil.
  package mutating func member(_ name: StaticString, _ value: Int?) {
    guard let value else { return put(name, "null") }
    put(name, "")
    bytes.append(integer: value)
  }

  /// Writes a member that is true or false; null for nil.
  package mutating func member(_ name: StaticString, _ value: Bool?) {
    put(name, value.map { $0 ? "true" : "false" } ?? "null")
  }

  /// Writes a member that is a number with a maximum number of decimals; null for nil and for numbers that are not finite.
  package mutating func member(_ name: StaticString, _ value: Double?, places: Int) {
    guard let value else { return put(name, "null") }
    put(name, "")
    if !bytes.append(decimal: value, places: places) { bytes.append(literal: "null") }
  }

  /// Writes a member that is an array of strings.
  /// - Complexity: O(*n*).
  package mutating func member(_ name: StaticString, _ values: [String]) {
    if values.isEmpty { return put(name, "[]") }
    array(name) { json in
      for value in values { json.string(value) }
    }
  }

  /// Writes a member with any value.
  package mutating func member(_ name: StaticString, _ value: JSONValue) {
    self.name(name)
    self.value(value)
  }

  /// Writes a member that is a word of the program, without characters to escape.
  package mutating func member(_ name: StaticString, word: StaticString) {
    put(name, "\"")
    bytes.append(literal: word)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes members in order.
  /// - Complexity: O(*n*).
  package mutating func members(_ members: [JSONValue.Member]) {
    for member in members {
      name(escaping: member.name)
      value(member.value)
    }
  }

  /// Writes a member that is an object.
  package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    self.name(name)
    object(members)
  }

  /// Writes a member that is an array.
  package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
    self.name(name)
    array(elements)
  }
}

/// The objects of GeoJSON (RFC 7946).
extension JSONWriter {
  /// A type of geometry.
  package enum Geometry: Sendable {
    case point
    case line
    case polygon

    fileprivate var word: StaticString {
      switch self {
      case .point: "Point"
      case .line: "LineString"
      case .polygon: "Polygon"
      }
    }
  }

  /// Writes a position with seven decimals of degrees, and its elevation with two of metres when that is known.
  package mutating func position(_ place: FixedCoordinate, elevationCentimetres: Int32? = nil) {
    let hasComma = needsComma
    needsComma = true
    // Signs and digits of three numbers are at most 37 bytes; a number's last store is eight bytes wide.
    bytes.append(addingCapacity: 64) { output in
      if hasComma { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "["))
      output.put(scaled: Int64(place.longitudeE7), places: 7)
      output.append(UInt8(ascii: ","))
      output.put(scaled: Int64(place.latitudeE7), places: 7)
      if let elevationCentimetres {
        output.append(UInt8(ascii: ","))
        output.put(scaled: Int64(elevationCentimetres), places: 2)
      }
      output.append(UInt8(ascii: "]"))
    }
  }

  /// Writes a position with a number of decimals of degrees.
  package mutating func position(_ place: Coordinate, places: Int = 7) {
    array { json in
      json.decimal(place.longitude, places: places)
      json.decimal(place.latitude, places: places)
    }
  }

  /// Writes a feature.
  /// - Parameters:
  ///   - type: The type of its geometry; nil for a feature without.
  ///   - coordinates: A function that writes the coordinates as one value.
  ///   - properties: A function that writes the members of its properties.
  package mutating func feature(
    _ type: Geometry?, _ coordinates: (inout JSONWriter) -> Void, properties: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.member("type", word: "Feature")
      if let type {
        json.object("geometry") { json in
          json.member("type", word: type.word)
          json.name("coordinates")
          coordinates(&json)
        }
      } else {
        json.member("geometry", .null)
      }
      json.object("properties", properties)
    }
  }

  /// Writes a feature collection.
  /// - Parameters:
  ///   - head: A function that writes the members before the features.
  ///   - features: A function that writes the features.
  ///   - tail: A function that writes the members after them.
  package mutating func collection(
    head: (inout JSONWriter) -> Void = { _ in }, features: (inout JSONWriter) -> Void,
    tail: (inout JSONWriter) -> Void = { _ in }
  ) {
    object { json in
      json.member("type", word: "FeatureCollection")
      head(&json)
      json.array("features", features)
      tail(&json)
    }
  }
}
