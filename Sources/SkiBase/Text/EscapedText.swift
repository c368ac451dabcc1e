/// A set of escaping rules for one kind of text.
public protocol EscapedSyntax: Sendable {
  /// Returns a string with every character escaped that the syntax would interpret.
  /// - Parameter foreign: The untrusted string.
  /// - Complexity: O(*n*) in the length.
  static func escaped(_ foreign: String) -> String
}

/// Text composed of literals of the program and untrusted strings, which are escaped on insertion.
///
/// No initialiser accepts untrusted text unescaped, so that none can reach a document or a terminal.
public struct EscapedText<Syntax: EscapedSyntax>: Sendable, Hashable {
  /// The escaped text.
  public internal(set) var string: String

  /// Creates a text by escaping an untrusted string.
  /// - Complexity: O(*n*) in the length.
  public init(_ foreign: some StringProtocol) { string = Syntax.escaped(String(foreign)) }

  init(escaped string: String) { self.string = string }

  /// The text as UTF-8.
  public var utf8: String.UTF8View { string.utf8 }

  /// Indicates whether the text is empty.
  public var isEmpty: Bool { string.isEmpty }

  /// Returns the first text followed by the second.
  /// - Complexity: O(*n*) in the length of both.
  public static func + (head: EscapedText, tail: EscapedText) -> EscapedText {
    EscapedText(escaped: head.string + tail.string)
  }

  /// Appends the second text to the first.
  /// - Complexity: O(*n*) in the length of the second.
  public static func += (text: inout EscapedText, tail: EscapedText) { text.string += tail.string }
}

extension EscapedText: ExpressibleByStringInterpolation {
  /// Creates a text from a literal of the program, unescaped.
  /// - Complexity: O(*n*) in the length.
  public init(stringLiteral value: StaticString) {
    string = value.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }

  /// Creates a text from an interpolated literal.
  public init(stringInterpolation: StringInterpolation) { string = stringInterpolation.string }

  /// A buffer that appends literals verbatim and escapes the values between them.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    /// Creates a buffer with room for the bytes of the literal parts.
    /// - Parameters:
    ///   - literalCapacity: The number of bytes of the literal parts.
    ///   - interpolationCount: The number of values between them; not used.
    public init(literalCapacity: Int, interpolationCount: Int) { string.reserveCapacity(literalCapacity) }

    /// Appends a literal part of the program verbatim.
    /// - Complexity: O(*n*) in the length.
    public mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { string += String(decoding: $0, as: UTF8.self) }
    }

    /// Appends text that is already escaped.
    /// - Complexity: O(*n*) in the length.
    public mutating func appendInterpolation(_ text: EscapedText) { string += text.string }

    /// Appends a literal word of the program verbatim, such as the name of an element.
    /// - Complexity: O(*n*) in the length.
    public mutating func appendInterpolation(_ word: StaticString) { appendLiteral(word) }

    /// Appends the description of a value, escaped.
    /// - Complexity: O(*n*) in the length.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      string += Syntax.escaped(value.description)
    }
  }
}

extension EscapedText: CustomStringConvertible {
  /// The escaped text.
  public var description: String { string }
}

extension Sequence {
  /// Returns the texts in order, joined by a separator; empty without texts.
  /// - Complexity: O(*n*) in the length of the result.
  public func joined<Syntax>(separator: EscapedText<Syntax> = "") -> EscapedText<Syntax>
  where Element == EscapedText<Syntax> {
    EscapedText(escaped: map(\.string).joined(separator: separator.string))
  }
}
