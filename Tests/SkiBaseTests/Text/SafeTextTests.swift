import Testing

@testable import SkiBase

struct SafeTextTests {
  private let hostile = "A\u{1B}[31m\u{9B}2J\u{202E}<b a='\"'>&\n"

  @Test func `strings interpolated into terminal text are escaped, its literals are not`() {
    let text: TerminalText = "\u{1B}[1m\(hostile)\u{1B}[0m\n"
    #expect(text.string == "\u{1B}[1mA\u{FFFD}[31m\u{FFFD}2J\u{FFFD}<b a='\"'>&\u{FFFD}\u{1B}[0m\n")
    #expect(TerminalText(hostile).string == hostile.terminalSafe())
    #expect(
      ("\(7) \(1.5) \(TerminalText("x")) \(Substring("y\u{7}"))" as TerminalText).string
        == "7 1.5 x y\u{FFFD}")
  }

  @Test func `escaped terminal text is not escaped again`() {
    let once: TerminalText = "\(hostile)"
    #expect(("\(once)" as TerminalText) == once && TerminalText(once.string) == once)
    let painted = once.painted(31)
    #expect(("\(painted)!" as TerminalText).string == "\u{1B}[31m\(once.string)\u{1B}[0m!")
  }

  @Test
  func `each line ends with a line break, and foreign line breaks stay only in text given as lines`() {
    #expect(TerminalText(lines: ["a", "b\("\n")c"]).string == "a\nb\u{FFFD}c\n")
    #expect(TerminalText(linesOf: "a\u{7}\r\nb\n").string == "a\u{FFFD}\nb\n")
    #expect(TerminalText(asciiLines: Array("1 2\n\u{1B}\u{E9}".utf8)).string == "1 2\n???")
    #expect(["a", "b", "c"].joined(separator: "-") as TerminalText == "a-b-c")
    #expect(("a \t\n" as TerminalText).trimmedEnd() == "a")
  }

  @Test func `foreign JSON in terminal text keeps its values, and its control characters are escaped`() {
    let foreign = "{\"a\":\"\u{9B}2J\u{202E}é\",\n\t\"b\":1}"
    let text = TerminalText(JSONValue.array([.encoded(foreign), .string(hostile)])).string
    #expect(text.hasPrefix(#"[{"a":"\u009b2J\u202eé",  "b":1},"A\u001b[31m"#), "\(text)")
    #expect(text == text.terminalSafe())
    #expect(JSONValue.null.line() == "null\n")
  }

  @Test func `strings interpolated into markup are escaped, its literals are not`() {
    let element: StaticString = "name"
    let text: MarkupText = "<\(element) at=\"\(1)\">\(hostile)</\(element)>"
    #expect(
      text.string
        == "<name at=\"1\">A\u{FFFD}[31m&#155;2J&#8238;&lt;b a=&#39;&quot;&#39;&gt;&amp;&#10;</name>")
    #expect(("\(text)" as MarkupText) == text, "markup in markup stays as it is")
    #expect(TerminalText(text).string == text.string)
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"), ("-2", "'-2"),
    ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\u{FFFD}=1"), ("\r=1", "'\u{FFFD}=1"), ("＝1", "'＝1"), ("=\"a\",b", "\"'=\"\"a\"\",b\""),
    ("1=1", "1=1"), ("Grande-Combe", "Grande-Combe"), ("", ""),
  ])
  func `a CSV text that would be a formula is prefixed with an apostrophe`(text: String, field: String) {
    #expect(CSVRow([.text(text)]).string == field)
  }

  @Test func `numbers in a CSV row stay numbers`() {
    let row = CSVRow([
      .integer(-3), .decimal(-1.25, places: 1), .decimal(.nan, places: 2), .empty, .text("a,b"),
    ])
    #expect(row.string == "-3,-1.3,,,\"a,b\"")
    #expect(CSVRow(header: ["node", "lat"]).string == "node,lat")
  }
}
