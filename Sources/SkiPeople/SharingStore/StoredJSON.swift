import Foundation
import SkiAPI
import SkiBase

/// The values of live sharing as JSON text in a column, with keys in ascending order.
package enum StoredJSON {
  /// Returns the JSON of a value.
  /// - Throws: `SkiError` with code `.invalidArgument` for numbers that are not finite.
  package static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw SkiError(.invalidArgument, "a value can't be stored; give finite numbers", underlying: "\(error)")
    }
  }

  static func grant(_ text: String) throws -> ShareGrant { try decode(text, "grant") }

  static func position(_ text: String) throws -> LiveRow.Position { try decode(text, "position") }

  /// Returns the value of a column's JSON; the noun names the value in messages.
  /// - Throws: `SkiError` with code `.malformedData`.
  package static func decode<Value: Decodable>(_ text: String, _ noun: String) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      // The decoder's own words may contain a coordinate.
      throw SkiError(.malformedData, "a stored \(noun) can't be read; restore the store from a copy")
    }
  }
}
