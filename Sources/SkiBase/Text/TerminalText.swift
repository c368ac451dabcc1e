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
