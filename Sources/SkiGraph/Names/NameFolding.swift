import Foundation

/// The folding of names for comparison: without case, accents, width and punctuation.
package enum NameFolding {
  private static let letters: [Character: String] = [
    "ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ı": "i", "đ": "d", "ð": "d", "þ": "th", "ŋ": "n",
  ]

  private static let apostrophes: Set<Unicode.Scalar> = ["'", "’", "‘", "ʼ", "`", "´", "′"]

  /// Returns the folded name, its words separated by one space; empty for a name of punctuation only.
  /// - Complexity: O(length).
  package static func fold(_ name: String) -> String {
    if let folded = foldedASCII(name) { return folded }
    let plain = composed(name).folding(
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
    // Canonical composition, so that equal names have equal bytes.
    return out.precomposedStringWithCanonicalMapping
  }

  /// Returns the folded name by its bytes; nil unless all are ASCII.
  private static func foldedASCII(_ name: String) -> String? {
    var out: [UInt8] = []
    out.reserveCapacity(name.utf8.count)
    var isGap = false
    for byte in name.utf8 {
      guard byte < 0x80 else { return nil }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if isGap, !out.isEmpty { out.append(UInt8(ascii: " ")) }
        isGap = false
        out.append(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte)
      case UInt8(ascii: "'"), UInt8(ascii: "`"): break
      default: isGap = true
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Returns a name without apostrophes and format characters (soft hyphens, joiners, direction marks), with half-width
  /// and full-width forms and ligatures as plain letters.
  private static func composed(_ name: String) -> String {
    var kept = String.UnicodeScalarView()
    var isPlain = true
    for scalar in name.unicodeScalars where !apostrophes.contains(scalar) {
      if scalar.isASCII {
        kept.append(scalar)
      } else if scalar.properties.generalCategory != .format {
        kept.append(scalar)
        isPlain = false
      }
    }
    return isPlain ? String(kept) : String(kept).precomposedStringWithCompatibilityMapping
  }
}
