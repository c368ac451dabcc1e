import Foundation

/// The folding of names for comparison: without case, accents, width and punctuation.
package enum NameFolding {
  /// Returns the spelling of a letter that has no accent to remove; nil for others.
  ///
  /// A switch, since a table of such letters takes longer to make than a name to fold.
  private static func spelling(_ character: Character) -> String? {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, !first.isASCII, scalars.count == 1 else { return nil }
    switch first {
    case "ß": return "ss"
    case "ł": return "l"
    case "ø": return "o"
    case "æ": return "ae"
    case "œ": return "oe"
    case "ı": return "i"
    case "đ", "ð": return "d"
    case "þ": return "th"
    case "ŋ": return "n"
    default: return nil
    }
  }

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "’", "‘", "ʼ", "`", "´", "′": true
    default: false
    }
  }

  /// Returns the folded name, its words separated by one space; empty for a name of punctuation only.
  /// - Complexity: O(length).
  package static func fold(_ name: String) -> String {
    if let folded = foldedASCII(name) { return folded }
    let plain = composed(name).folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var out = ""
    var isGap = false
    for character in plain.lowercased() {
      if let spelled = spelling(character) {
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
    for scalar in name.unicodeScalars where !isApostrophe(scalar) {
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
