/// A language of directions; the raw value is its ISO 639-1 code.
public enum Language: String, Hashable, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// French.
  case french = "fr"
  /// German.
  case german = "de"
}
