import SkiGeo

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
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .decimal(let value, let places):
      bytes.append(contentsOf: (decimalText(value, places: places) ?? "null").utf8)
    case .string(let value): Self.writeString(value, to: &bytes)
    case .encoded(let text): Self.writeEncoded(text, to: &bytes)
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
        Self.writeString(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Writes encoded JSON: outside strings its only control characters are white space, which becomes a space.
  private static func writeEncoded(_ text: String, to bytes: inout [UInt8]) {
    guard text.unicodeScalars.contains(where: \.isTerminalControl) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for scalar in text.unicodeScalars {
      if ["\n", "\r", "\t"].contains(scalar) {
        bytes.append(UInt8(ascii: " "))
      } else if scalar.isTerminalControl {
        writeEscape(scalar, to: &bytes)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Writes a scalar below U+10000 as `\u` and four hexadecimal digits.
  private static func writeEscape(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let hex = String(scalar.value, radix: 16)
    bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - hex.count) + hex).utf8)
  }

  private static func writeString(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      case _ where scalar.isTerminalControl: writeEscape(scalar, to: &bytes)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// Returns the decimal text of a number rounded to a number of decimals, without trailing zeros.
///
/// - Parameters:
///   - value: The number.
///   - places: The maximum number of decimals, 0...9; halves are rounded away from zero.
/// - Returns: The text; nil when the number is not finite, or 2^53 or more in units of the last decimal.
/// - Precondition: `0 <= places <= 9`
public func decimalText(_ value: Double, places: Int) -> String? {
  precondition((0...9).contains(places), "places must be 0...9, got \(places)")
  var scale: Int64 = 1
  for _ in 0..<places { scale *= 10 }
  let scaled = (value * Double(scale)).rounded()
  guard scaled.isFinite, abs(scaled) < 9_007_199_254_740_992 else { return nil }
  let whole = Int64(scaled)
  var text = String(whole.magnitude / UInt64(scale))
  if places > 0 {
    let digits = String(whole.magnitude % UInt64(scale))
    let padded = String(repeating: "0", count: places - digits.count) + digits
    let trimmed = padded.reversed().drop { $0 == "0" }.reversed()
    if !trimmed.isEmpty { text += "." + String(trimmed) }
  }
  return whole < 0 ? "-" + text : text
}
