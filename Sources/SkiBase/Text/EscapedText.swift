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

/// Text that is safe to print on a terminal: control characters, escape sequences, bidirectional formatting characters
/// and untrusted line breaks become U+FFFD.
public typealias TerminalText = EscapedText<TerminalSyntax>

/// The escaping rules of terminals.
public enum TerminalSyntax: EscapedSyntax {
  /// Returns a string with control and bidirectional formatting characters replaced by U+FFFD.
  /// - Complexity: O(*n*) in the length.
  public static func escaped(_ foreign: String) -> String { foreign.terminalSafe() }
}

extension EscapedText<TerminalSyntax> {
  /// Creates a text of lines, each followed by a line break.
  /// - Complexity: O(*n*) in the length.
  public init(lines: [TerminalText]) { string = lines.map { $0.string + "\n" }.joined() }

  /// Creates a text from the lines of an untrusted string, each escaped, joined by line feeds.
  /// - Complexity: O(*n*) in the length.
  public init(linesOf foreign: String) {
    let lines = foreign.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    self = lines.map { TerminalText($0) }.joined(separator: "\n")
  }

  /// Creates a text from bytes of printable ASCII and line feeds; any other byte becomes a question mark.
  /// - Complexity: O(*n*) in the bytes.
  public init(asciiLines bytes: [UInt8]) {
    let isPlain = bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A }
    let safe =
      isPlain ? bytes : bytes.map { (0x20..<0x7F).contains($0) || $0 == 0x0A ? $0 : UInt8(ascii: "?") }
    string = String(decoding: safe, as: UTF8.self)
  }

  /// Creates a text from markup, in which control characters are numeric references already.
  /// - Parameter markup: The text of a document, taken verbatim.
  public init(_ markup: MarkupText) { string = markup.string }

  /// Creates a text from a JSON value, in which control characters are escaped already.
  /// - Complexity: O(*n*).
  package init(_ value: JSONValue) { string = value.text() }

  /// Creates a text from a JSON document and a line break; its control characters are escaped by the writer.
  /// - Complexity: O(*n*).
  package init(json write: (inout JSONWriter) -> Void, capacity: Int = 4096) {
    string = String(mostlyASCII: JSONWriter.line(capacity: capacity, write))
  }

  /// Returns the text between the escape sequences that set and reset a colour of the terminal.
  /// - Parameter code: A parameter of Select Graphic Rendition (ECMA-48, 8.3.117), for example 31 for red.
  /// - Complexity: O(*n*) in the length.
  public func painted(_ code: UInt8) -> TerminalText {
    TerminalText(escaped: "\u{1B}[\(code)m\(string)\u{1B}[0m")
  }

  /// Returns the text without trailing white space.
  /// - Complexity: O(*n*) in the length, which is copied.
  public func trimmedEnd() -> TerminalText {
    var rest = string[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return TerminalText(escaped: String(rest))
  }
}

extension JSONValue {
  /// Returns the value as one line followed by a line break.
  /// - Complexity: O(*n*).
  package func line() -> TerminalText { TerminalText(self) + "\n" }
}
