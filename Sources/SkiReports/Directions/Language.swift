/// A language of directions; the raw value is its ISO 639-1 code.
public enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case french = "fr"
  case german = "de"
}
