/// Text of an XML, SVG or HTML document; characters that XML 1.0 forbids become U+FFFD.
public typealias MarkupText = EscapedText<MarkupSyntax>

/// The escaping rules of XML character data and attribute values.
public enum MarkupSyntax: EscapedSyntax {
  /// Returns a string with markup characters replaced by entities, and characters that XML 1.0 forbids by U+FFFD.
  /// - Complexity: O(*n*) in the length.
  public static func escaped(_ foreign: String) -> String { foreign.xmlEscaped() }
}

/// The elements of XML in a byte buffer.
extension [UInt8] {
  /// Returns the buffer as text.
  ///
  /// The caller has appended literals, numbers and escaped texts only.
  func markup() -> MarkupText { MarkupText(escaped: String(decoding: self, as: UTF8.self)) }
}
