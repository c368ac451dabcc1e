import SkiGeo

extension UInt8 {
  /// Whether the byte is white space in XML.
  @inline(__always)
  var isXMLBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether the byte can't be in a name and isn't white space: `>`, `/`, `=`.
  @inline(__always)
  var endsXMLName: Bool { self == 0x3E || self == 0x2F || self == 0x3D }
}

extension ArraySlice<UInt8> {
  /// A name from behind its last colon on; the whole where it has none.
  var withoutPrefix: ArraySlice<UInt8> {
    lastIndex(of: UInt8(ascii: ":")).map { self[(self.index(after: $0))...] } ?? self
  }
}

extension [UInt8] {
  /// Whether these are the bytes of a word. Complexity: O(length).
  func equals(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in indices where self[index] != word.utf8Start[index] { return false }
    return true
  }
}

/// Bytes of a recording as a message shows them.
func shown(_ bytes: ArraySlice<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self).shortened(toScalars: 40)
}
