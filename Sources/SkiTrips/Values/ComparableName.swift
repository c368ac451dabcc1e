import Foundation

/// A name as people read it: names that differ in case, width, the encoding of letters, white space or invisible characters alone are
/// equal.
///
/// Letters of different scripts stay different. **Source:** Unicode Standard Annex 15, "Normalization Forms" (NFKC), and
/// Unicode Standard section 3.13, "Default Case Folding".
struct ComparableName: Sendable, Hashable {
  private let text: String

  /// Creates the comparable form of a name.
  /// - Complexity: O(*n*) in the length.
  init(_ name: String) {
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
