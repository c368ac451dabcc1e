import SkiGeo

/// Text of an XML, SVG or HTML document; characters that XML 1.0 forbids become U+FFFD.
public typealias MarkupText = EscapedText<MarkupSyntax>

/// The escaping rules of XML character data and attribute values.
public enum MarkupSyntax: EscapedSyntax {
  /// Returns a string with markup characters replaced by entities, and characters that XML 1.0 forbids by U+FFFD.
  /// - Complexity: O(*n*) in the length.
  public static func escaped(_ foreign: String) -> String { foreign.xmlEscaped() }
}
