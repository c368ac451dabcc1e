import SkiGeo

/// Text of an XML, SVG or HTML document; what XML 1.0 forbids becomes U+FFFD.
public typealias MarkupText = EscapedText<MarkupSyntax>

/// Escapes character data and attribute values.
public enum MarkupSyntax: EscapedSyntax {
  /// Returns a foreign string with characters of markup as entities.
  public static func escaped(_ foreign: String) -> String { foreign.xmlEscaped() }
}
