import SkiGeo

/// Text that a terminal shows and never obeys: a control character, an escape sequence, a mark of direction or a foreign line
/// break becomes U+FFFD.
public typealias TerminalText = EscapedText<TerminalSyntax>

/// Escapes what terminals obey.
public enum TerminalSyntax: EscapedSyntax {
  /// Returns a foreign string with control characters replaced.
  public static func escaped(_ foreign: String) -> String { foreign.terminalSafe() }
}

extension EscapedText<TerminalSyntax> {
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
}

extension JSONValue {
  /// The document as one line with a line break behind it. Complexity: O(size).
  package func line() -> TerminalText { TerminalText(self) + "\n" }
}
