/// A JSON value, the basis of all JSON and GeoJSON output.
///
/// Members keep their order. Numbers that are not finite are written as null, since JSON can't represent them.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number with a maximum number of decimals, without trailing zeros.
  case decimal(Double, places: Int)
  case string(String)
  case array([JSONValue])
  case object([Member])
  /// Text that is already JSON, written verbatim except for control characters, which are escaped.
  case encoded(String)

  /// A name with its value.
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONValue
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Creates an object from names and values in order.
  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }

  /// Returns a string, or null for nil.
  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// Returns the value as one line of text.
  /// - Complexity: O(*n*) in the bytes.
  package func text() -> String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as UTF-8.
  /// - Complexity: O(*n*) in the bytes.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(literal: "null")
    case .bool(let value): bytes.append(literal: value ? "true" : "false")
    case .integer(let value): bytes.append(integer: value)
    case .decimal(let value, let places):
      if !bytes.append(decimal: value, places: places) { bytes.append(literal: "null") }
    case .string(let value): bytes.append(jsonString: value)
    case .encoded(let text): bytes.append(encodedJSON: text)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(jsonString: member.name)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
