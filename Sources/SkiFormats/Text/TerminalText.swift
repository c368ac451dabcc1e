import SkiGeo

/// Text that a terminal shows and never obeys.
///
/// It is made of literals of the program and of foreign strings, which are escaped as they come in: a control character, an escape
/// sequence or a mark of direction becomes U+FFFD. No other initializer exists, so that text which was not escaped can't be printed.
///
/// ```swift
/// let line: TerminalText = "\(run.name): \(run.lengthMetres) m"  // the name is escaped, the literals are not
/// ```
public struct TerminalText: Sendable, Hashable {
  /// The characters, escaped.
  public private(set) var string: String

  /// Escapes a foreign string; line breaks are escaped too. Complexity: O(*n*).
  public init(_ foreign: some StringProtocol) { string = String(foreign).terminalSafe() }

  private init(escaped string: String) { self.string = string }

  /// Joins lines, each with a line break behind it. Complexity: O(*n*).
  public init(lines: [TerminalText]) { string = lines.map { $0.string + "\n" }.joined() }

  /// Splits a foreign text at its line breaks and escapes each line; no line break follows the last. Complexity: O(*n*).
  public init(linesOf foreign: String) {
    let lines = foreign.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    self = lines.map { TerminalText($0) }.joined(separator: "\n")
  }

  /// Takes printable ASCII and line feeds; any other byte becomes a question mark. Complexity: O(*n*).
  public init(asciiLines bytes: [UInt8]) {
    let isPlain = bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A }
    let safe =
      isPlain ? bytes : bytes.map { (0x20..<0x7F).contains($0) || $0 == 0x0A ? $0 : UInt8(ascii: "?") }
    string = String(decoding: safe, as: UTF8.self)
  }

  /// Takes over markup, in which what terminals obey is written as numeric references. Complexity: O(1).
  public init(_ markup: MarkupText) { string = markup.string }

  /// Encodes a JSON value, in which what terminals obey is written as escapes. Complexity: O(size).
  package init(_ value: JSONValue) { string = value.text() }

  /// The text between the escape codes of a terminal colour.
  /// - Parameter code: A parameter of Select Graphic Rendition (ECMA-48, 8.3.117), for example 31 for red.
  public func painted(_ code: UInt8) -> TerminalText {
    TerminalText(escaped: "\u{1B}[\(code)m\(string)\u{1B}[0m")
  }

  /// The text without line breaks, spaces and tabulators at its end.
  public func trimmedEnd() -> TerminalText {
    var rest = string[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return TerminalText(escaped: String(rest))
  }

  /// Whether there are no characters.
  public var isEmpty: Bool { string.isEmpty }

  public static func + (head: TerminalText, tail: TerminalText) -> TerminalText {
    TerminalText(escaped: head.string + tail.string)
  }

  public static func += (text: inout TerminalText, tail: TerminalText) { text.string += tail.string }
}

extension TerminalText: ExpressibleByStringInterpolation {
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

    /// Appends text that was escaped before.
    public mutating func appendInterpolation(_ text: TerminalText) { string += text.string }

    /// Appends what a value describes itself as, escaped.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      string += value.description.terminalSafe()
    }
  }
}

extension TerminalText: CustomStringConvertible {
  public var description: String { string }
}

extension Sequence<TerminalText> {
  /// Joins texts with a separator between them. Complexity: O(*n*).
  public func joined(separator: TerminalText = "") -> TerminalText {
    var (text, isFirst) = (TerminalText(""), true)
    for part in self {
      if !isFirst { text += separator }
      text += part
      isFirst = false
    }
    return text
  }
}

extension JSONValue {
  /// The document as one line with a line break behind it. Complexity: O(size).
  package func line() -> TerminalText { TerminalText(self) + "\n" }
}
