import Foundation

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
