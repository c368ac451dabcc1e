import SkiGeo

/// Text of an XML, SVG or HTML document.
///
/// It is made of literals of the program and of foreign strings, which are escaped as they come in. No other initializer exists, so that
/// a name with `<` or `&` can't get into a document as it is.
///
/// ```swift
/// var document: MarkupText = "<name>\(run.name)</name>"  // the name is escaped, the tags are not
/// ```
public struct MarkupText: Sendable, Hashable {
  /// The characters of the document.
  public private(set) var string: String

  /// Escapes a foreign string as character data or attribute value; what XML 1.0 forbids becomes U+FFFD. Complexity: O(*n*).
  public init(_ foreign: some StringProtocol) { string = String(foreign).xmlEscaped() }

  private init(escaped string: String) { self.string = string }

  /// The bytes of the document, UTF-8.
  public var utf8: String.UTF8View { string.utf8 }

  /// Whether there are no characters.
  public var isEmpty: Bool { string.isEmpty }

  public static func + (head: MarkupText, tail: MarkupText) -> MarkupText {
    MarkupText(escaped: head.string + tail.string)
  }

  public static func += (text: inout MarkupText, tail: MarkupText) { text.string += tail.string }
}

extension MarkupText: ExpressibleByStringInterpolation {
  /// Takes a literal of the program as it stands.
  public init(stringLiteral value: StaticString) {
    string = value.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }

  public init(stringInterpolation: StringInterpolation) { string = stringInterpolation.string }

  /// Collects literals as they stand and escapes all strings between them.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    public init(literalCapacity: Int, interpolationCount: Int) { string.reserveCapacity(literalCapacity) }

    public mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { string += String(decoding: $0, as: UTF8.self) }
    }

    /// Appends markup that was escaped before.
    public mutating func appendInterpolation(_ markup: MarkupText) { string += markup.string }

    /// Appends a word of the program, such as the name of an element.
    public mutating func appendInterpolation(_ word: StaticString) { appendLiteral(word) }

    /// Appends what a value describes itself as, escaped.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      string += value.description.xmlEscaped()
    }
  }
}

extension MarkupText: CustomStringConvertible {
  public var description: String { string }
}

extension Sequence<MarkupText> {
  /// Joins pieces of a document. Complexity: O(*n*).
  public func joined(separator: MarkupText = "") -> MarkupText {
    var (text, isFirst) = (MarkupText(""), true)
    for part in self {
      if !isFirst { text += separator }
      text += part
      isFirst = false
    }
    return text
  }
}
