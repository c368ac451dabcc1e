import Foundation

/// Brings a name into the form names are compared in: without case, accents, width and punctuation.
enum NameFolding {
  private static let letters: [Character: String] = [
    "ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ı": "i", "đ": "d", "ð": "d", "þ": "th", "ŋ": "n",
  ]

  private static let apostrophes: Set<Character> = ["'", "’", "‘", "ʼ", "`", "´"]

  /// Returns the folded name: words with one space between; empty for a name of punctuation only.
  /// - Complexity: O(length).
  static func fold(_ name: String) -> String {
    // Apostrophes go first: some would fall apart into a space and a mark. Compatibility joins half-width kana.
    let plain = name.filter { !apostrophes.contains($0) }.precomposedStringWithCompatibilityMapping.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var out = ""
    var isGap = false
    for character in plain.lowercased() {
      if let spelled = letters[character] {
        append(spelled)
      } else if character.isLetter || character.isNumber {
        append(String(character))
      } else {
        isGap = true
      }
    }
    func append(_ text: String) {
      if isGap && !out.isEmpty { out += " " }
      isGap = false
      out += text
    }
    // One spelling of each letter, so that equal names have equal bytes.
    return out.precomposedStringWithCanonicalMapping
  }
}
