import SkiBase

extension UInt8 {
  /// Indicates whether the byte is XML white space.
  @inline(__always)
  var isXMLBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Indicates whether the byte ends a name: `>`, `/`, `=`.
  @inline(__always)
  var endsXMLName: Bool { self == 0x3E || self == 0x2F || self == 0x3D }
}

extension ArraySlice<UInt8> {
  /// The name without its namespace prefix.
  var withoutPrefix: ArraySlice<UInt8> {
    lastIndex(of: UInt8(ascii: ":")).map { self[(self.index(after: $0))...] } ?? self
  }
}

extension [UInt8] {
  /// Returns whether the bytes equal a word. Complexity: O(length).
  func equals(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in indices where self[index] != word.utf8Start[index] { return false }
    return true
  }
}

/// Returns bytes of a recording in the form for messages.
func shown(_ bytes: ArraySlice<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self).shortened(toScalars: 40)
}
