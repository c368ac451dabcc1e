import Foundation

/// How names in files become names in the model.
enum FeatureName {
  /// Words mappers and exports write where there is no name, in lower case. A name that is one of them is none.
  static let placeholders: Set<String> = [
    "ski run", "ski runs", "ski piste", "ski slope", "ski trail", "ski lift", "ski area", "piste", "pistes",
    "run",
    "slope", "trail", "lift", "unnamed", "unnamed run", "unnamed lift", "unnamed piste", "unnamed trail",
    "no name",
    "noname", "unknown", "none", "null", "n/a", "name", "untitled", "skipiste", "skilift", "-",
    "--", "?",
    "???", ".",
  ]

  /// A text trimmed, with single spaces and in Unicode normal form C; nil when nothing is left.
  ///
  /// Composed and decomposed spellings of one name become equal. Complexity: O(length).
  static func normalized(_ text: String?) -> String? {
    guard let text else { return nil }
    if isPlain(text) { return text }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return nil }
    let joined = words.count == 1 ? String(words[0]) : words.joined(separator: " ")
    return joined.utf8.allSatisfy { $0 < 0x80 } ? joined : joined.precomposedStringWithCanonicalMapping
  }

  /// Whether a text is printable ASCII with single spaces inside, as most are, so that there is nothing to do.
  private static func isPlain(_ text: String) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F, byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20
  }

  /// A name for the model; nil for an empty text and for placeholders.
  static func name(_ text: String?) -> String? {
    guard let name = normalized(text) else { return nil }
    return placeholders.contains(name.lowercased()) ? nil : name
  }

  /// Whether a name is nothing but ASCII digits, as piste numbers are.
  static func isNumber(_ name: String) -> Bool { name.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
