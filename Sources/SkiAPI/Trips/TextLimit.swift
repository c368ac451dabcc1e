import Foundation
package import SkiBase

/// The limits of a text that a user writes, with the name of its field for messages.
///
/// Names and titles, texts of one line, have no characters that show nothing or turn the direction of what follows, by which one
/// name could look like another. Text is kept as it was sent, and escaped where it is shown. Errors name the field, the length and the limit, never the
/// text.
package struct TextLimit: Sendable, Hashable {
  /// The name of the field, such as "name of the trip".
  package var field: String
  /// The least number of Unicode scalars; 0 permits an empty text.
  package var leastCount: Int
  /// The greatest number of Unicode scalars.
  package var greatestCount: Int
  /// Indicates whether the text may have several lines, and tabs.
  package var allowsLines: Bool

  /// Creates limits.
  /// - Parameters:
  ///   - field: The name of the field, for messages.
  ///   - greatestCount: The greatest number of Unicode scalars.
  ///   - leastCount: The least number; 1 by default.
  ///   - allowsLines: `true` for texts of several lines.
  package init(_ field: String, atMost greatestCount: Int, leastCount: Int = 1, allowsLines: Bool = false) {
    (self.field, self.greatestCount) = (field, greatestCount)
    (self.leastCount, self.allowsLines) = (leastCount, allowsLines)
  }

  /// Returns the text when it is within the limits.
  ///
  /// A text of white space and invisible characters alone counts as empty.
  /// - Throws: `SkiError` with code `.limitExceeded` for a text that is too long, `.invalidArgument` for one that is too short
  ///   or has control characters, and in one line invisible ones.
  /// - Complexity: O(*n*) in the length.
  package func checked(_ text: String) throws(SkiError) -> String {
    let count = text.unicodeScalars.count
    guard count <= greatestCount else {
      throw SkiError(.limitExceeded, "\(field) has \(count) characters; give at most \(greatestCount)")
    }
    let isBlank = Self.isBlank(text)
    try SkiError.require(
      count >= leastCount && !(leastCount > 0 && isBlank),
      "\(field) has \(isBlank ? 0 : count) characters; give \(leastCount) to \(greatestCount)")
    try SkiError.require(
      !text.unicodeScalars.contains(where: isForbidden),
      "\(field) has a control character; leave it out")
    try SkiError.require(
      allowsLines || Self.visible(text) == text,
      "\(field) has a character that shows nothing or turns the direction of the text; leave it out")
    return text
  }

  /// Returns whether a text shows nothing.
  package static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0 == "\u{2800}"
    }
  }

  /// Returns a text of one line without invisible characters: joiners stay in emoji and in scripts that need them, variation
  /// selectors behind what they vary.
  ///
  /// **Source:** Unicode Standard Annex 31, "Identifiers and Syntax", 2.3.1; Unicode Technical Standard 51, "Emoji".
  package static func visible(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where isVisible(scalar, behind: kept.last) { kept.append(scalar) }
    return String(kept)
  }

  private static func isVisible(_ scalar: Unicode.Scalar, behind last: Unicode.Scalar?) -> Bool {
    let category = scalar.properties.generalCategory
    guard category != .lineSeparator, category != .paragraphSeparator else { return false }
    guard category == .format || scalar.properties.isDefaultIgnorableCodePoint else { return true }
    guard let last else { return false }
    // Arabic to Sinhala, and the scripts of South East Asia.
    let isJoined = (0x0600...0x0DFF).contains(last.value) || (0x0E00...0x18AF).contains(last.value)
    let isEmoji = last.value > 0xFF && (last.properties.isEmoji || last.value == 0xFE0F)
    switch scalar.value {
    case 0x200C: return isJoined
    case 0x200D: return isJoined || isEmoji
    case 0xFE0E, 0xFE0F: return last.properties.isEmoji
    default: return false
    }
  }

  /// Returns the text when it is within the limits, nil for nil.
  /// - Throws: `SkiError` as ``checked(_:)-(String)``.
  package func checked(_ text: String?) throws(SkiError) -> String? {
    guard let text else { return nil }
    return try checked(text)
  }

  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && !(allowsLines && (scalar == "\n" || scalar == "\t"))
  }
}

/// A name as people read it: names that differ in case, width, the encoding of letters, white space or invisible characters alone are
/// equal.
///
/// Letters of different scripts stay different. **Source:** Unicode Standard Annex 15, "Normalization Forms" (NFKC), and
/// Unicode Standard section 3.13, "Default Case Folding".
package struct ComparableName: Sendable, Hashable {
  private let text: String

  /// Creates the comparable form of a name.
  /// - Complexity: O(*n*) in the length.
  package init(_ name: String) {
    var folded = Self.folded(name)
    // Folding can make letters that compose, and composing letters that fold.
    for _ in 0..<2 { folded = Self.folded(folded) }
    text = folded.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func folded(_ name: String) -> String {
    // By capitals, since some small letters are equal only there, as ß and ss, ς and σ.
    let composed = name.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
    var kept = String.UnicodeScalarView()
    kept.append(
      contentsOf: composed.unicodeScalars.lazy.filter { !$0.properties.isDefaultIgnorableCodePoint })
    return String(kept).precomposedStringWithCompatibilityMapping
  }
}
