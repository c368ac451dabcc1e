/// How foreign strings are written in one kind of text.
public protocol EscapedSyntax: Sendable {
  /// Returns a foreign string with all that the text would obey written otherwise. Complexity: O(*n*).
  static func escaped(_ foreign: String) -> String
}

/// Text made of literals of the program and of foreign strings, which are escaped as they come in.
///
/// No initializer takes foreign text as it is, so that what was not escaped can't get into a document or onto a terminal.
///
/// ```swift
/// var document: MarkupText = "<name>\(run.name)</name>"  // the name is escaped, the tags are not
/// ```
public struct EscapedText<Syntax: EscapedSyntax>: Sendable, Hashable {
  /// The characters, escaped.
  public internal(set) var string: String

  /// Escapes a foreign string. Complexity: O(*n*).
  public init(_ foreign: some StringProtocol) { string = Syntax.escaped(String(foreign)) }

  init(escaped string: String) { self.string = string }

  /// The bytes, UTF-8.
  public var utf8: String.UTF8View { string.utf8 }

  /// Whether there are no characters.
  public var isEmpty: Bool { string.isEmpty }

  public static func + (head: EscapedText, tail: EscapedText) -> EscapedText {
    EscapedText(escaped: head.string + tail.string)
  }

  public static func += (text: inout EscapedText, tail: EscapedText) { text.string += tail.string }
}

extension EscapedText: ExpressibleByStringInterpolation {
  /// Takes a literal of the program as it stands.
  public init(stringLiteral value: StaticString) {
    string = value.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }

  /// Takes the collected text of an interpolated literal.
  public init(stringInterpolation: StringInterpolation) { string = stringInterpolation.string }

  /// Collects literals as they stand and escapes all strings between them.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    /// Reserves memory for the literal parts, in bytes.
    public init(literalCapacity: Int, interpolationCount: Int) { string.reserveCapacity(literalCapacity) }

    /// Appends a literal part of the program as it stands.
    public mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { string += String(decoding: $0, as: UTF8.self) }
    }

    /// Appends text that was escaped before.
    public mutating func appendInterpolation(_ text: EscapedText) { string += text.string }

    /// Appends a word of the program, such as the name of an element.
    public mutating func appendInterpolation(_ word: StaticString) { appendLiteral(word) }

    /// Appends what a value describes itself as, escaped.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      string += Syntax.escaped(value.description)
    }
  }
}

extension EscapedText: CustomStringConvertible {
  public var description: String { string }
}

extension Sequence {
  /// Joins texts with a separator between them. Complexity: O(*n*).
  public func joined<Syntax>(separator: EscapedText<Syntax> = "") -> EscapedText<Syntax>
  where Element == EscapedText<Syntax> {
    EscapedText(escaped: map(\.string).joined(separator: separator.string))
  }
}
