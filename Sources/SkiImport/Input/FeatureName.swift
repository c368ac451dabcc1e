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

  /// Returns whether a text is printable ASCII with single inner spaces, which needs no normalisation.
  private static func isPlain(_ text: String) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F, byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20
  }

  /// Returns a normalised name; nil for an empty text and for placeholders.
  static func name(_ text: String?) -> String? {
    guard let name = normalized(text) else { return nil }
    return placeholders.contains(name.lowercased()) ? nil : name
  }

  /// Returns whether a name consists of ASCII digits only, as piste numbers do.
  static func isNumber(_ name: String) -> Bool { name.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
