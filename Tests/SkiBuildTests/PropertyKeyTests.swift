import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

/// The perfect hash of property keys.
struct PropertyKeyTests {
  /// Returns the key of a member's name written as JSON, with nothing or much after it.
  private func key(_ name: String, padded: Bool) throws -> PropertyKey? {
    try Array("\"\(name)\"\(padded ? String(repeating: " ", count: 16) : "")".utf8).withUnsafeBufferPointer {
      bytes in
      var cursor = JSONCursor(bytes, range: 0..<bytes.count)
      let token = try cursor.readToken()
      return PropertyKeyTable.shared.key(token, in: cursor)
    }
  }

  @Test(arguments: [false, true]) func `every key is found by its text, plain or escaped`(_ padded: Bool)
    throws
  {
    for expected in PropertyKey.allCases {
      let text = expected.rawValue
      #expect(try key(text, padded: padded) == expected)
      let escaped = text.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
      #expect(try key(escaped, padded: padded) == expected)
    }
  }

  @Test func `texts that differ from keys in one byte are found only where they are keys`() throws {
    for known in PropertyKey.allCases {
      let bytes = Array(known.rawValue.utf8)
      for index in bytes.indices {
        var (changed, shorter) = (bytes, bytes)
        changed[index] ^= 1
        shorter.remove(at: index)
        for other in [changed, shorter, bytes + [bytes[index]]] {
          let text = String(decoding: other, as: UTF8.self)
          if text.contains("\"") || text.contains("\\") { continue }
          #expect(try key(text, padded: true) == PropertyKey(rawValue: text), "\(text)")
        }
      }
    }
  }

  @Test func `every key of access tags and of names without language is among the keys`() {
    for key in AccessTags.Key.allCases { #expect(PropertyKey(rawValue: key.rawValue) != nil) }
    for kind in AlternativeName.Kind.allCases { #expect(PropertyKey(rawValue: kind.rawValue) != nil) }
  }

  @Test(arguments: [("\"n\u{FF}des\":[1],", false), ("\"n\u{FF}des\":1,", true), ("\"\\ud83c\":{},", false)])
  func `a key that is not text is noted as repaired where its value is a scalar`(
    _ member: String, _ isNoted: Bool
  ) async throws {
    // U+00FF stands for the byte 0xFF, which is no UTF-8.
    let bytes = collection(line("\(member)\"piste:type\":\"downhill\"")).unicodeScalars.map {
      UInt8($0.value)
    }
    #expect(try await read(bytes).report.count(of: "textRepaired") == (isNoted ? 1 : 0))
  }
}
