/// A name of a run, lift or hut other than its primary name.
package struct AlternativeName: Hashable, Sendable {
  /// The kind of a name; the raw value is OpenStreetMap's key.
  @nonexhaustive
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The name in a language.
    case translated = "name"
    case alternative = "alt_name"
    case short = "short_name"
    case old = "old_name"
    case local = "loc_name"
    case official = "official_name"
    /// The name of the run where `name` is that of another feature.
    case piste = "piste:name"

    /// The code in map files; codes are never reused for another case.
    package var code: UInt8 {
      switch self {
      case .translated: 0
      case .alternative: 1
      case .short: 2
      case .old: 3
      case .local: 4
      case .official: 5
      case .piste: 6
      }
    }

    /// Creates a kind from its code, or nil when there is no such code.
    package init?(code: UInt8) {
      guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
      self = match
    }
  }

  /// The kind of the name.
  package var kind: Kind
  /// The language as tagged, usually a BCP 47 tag (`de`, `ja-Latn`); nil when the source does not state it.
  package var language: String?
  /// The name.
  package var text: String

  /// Creates a name.
  package init(_ kind: Kind, language: String? = nil, _ text: String) {
    self.kind = kind
    self.language = language
    self.text = text
  }
}
