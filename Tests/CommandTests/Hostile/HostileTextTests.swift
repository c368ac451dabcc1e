import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Invalid text, and names with markup, formulas or escapes.
struct HostileTextTests {
  private typealias Text = HostileText

  @Test func `invalid text is mended or refused, and reported`() throws {
    let start = Text.collection(Text.run(#""name":"x|y""#), Text.good).utf8.split(
      separator: UInt8(ascii: "|"), maxSplits: 1)
    let middles: [(String, [UInt8])] = [
      ("a lone high surrogate", Array(#"\ud800"#.utf8)), ("a lone low surrogate", Array(#"\udc00"#.utf8)),
      ("surrogates the wrong way round", Array(#"\udc00\ud800"#.utf8)),
      ("a surrogate pair", Array(#"\ud83d\ude00"#.utf8)),
      ("an overlong slash", [0xC0, 0xAF]), ("a surrogate in UTF-8", [0xED, 0xA0, 0x80]),
      ("a lone continuation byte", [0x80]), ("a character cut off", [0xE2, 0x82]),
      ("beyond Unicode", [0xF4, 0x90, 0x80, 0x80]), ("Latin 1", [0xE9]), ("a NUL byte", [0]),
      ("an escaped NUL", Array(#"\u0000"#.utf8)), ("a line break", [0x0A]), ("a tab", [0x09]),
      ("an escape without digits", Array(#"\u12"#.utf8)), ("an unknown escape", Array(#"\q"#.utf8)),
      ("a right-to-left override", Array("\u{202E}".utf8)), ("a mark inside", Array("\u{FEFF}".utf8)),
    ]
    try HostileBuild().expectGolden(middles.map { ($0.0, start[0] + $0.1 + start[1]) }, "hostile-texts")
  }

  private static let payloads = [
    #"</name><script>alert(1)</script>"#, #"\"><img src=x onerror=alert(1)>"#, #"]]>&amp;&lt;&#65;"#,
    #"=cmd|' /C calc'!A0,\"x\""#, #"\u001b]0;owned\u0007\u001b[2J\u009b31m"#,
    #"a\u202eb\u2066c\u0000d\r\nskiroute: error: x"#,
    #"'; DROP TABLE runs; --"#, #"%n%s$(touch x)`id`"#,
  ]

  /// Requests every form of answer on a map with a hostile name.
  @Test(arguments: payloads) func `markup, formulas and escapes in a name are harmless in every output`(
    payload: String
  ) throws {
    let build = HostileBuild()
    let report = build.scratch.path + "/report.json"
    let made = try build.build(
      Array(Text.collection(Text.run("\"name\":\"Piste \(payload)\""), Text.good).utf8), ["--report", report])
    #expect(made.exitCode == 0, "\(made)")
    let ends = ["45.01,6.5", "45.01,6.51", "--map", build.map]
    let folder = build.scratch.path + "/tables"
    let answers = try [
      ends, ends + ["--format", "json"], ends + ["--format", "geojson"], ends + ["--format", "gpx"],
      ["places", "Piste", "--map", build.map], ["places", "Piste", "--format", "json", "--map", build.map],
      ["check", "--map", build.map], ["check", "--format", "json", "--map", build.map],
      ["export", "--map", build.map, "-o", folder],
    ].map { try skiroute($0) }
    for answer in answers + [made] {
      #expect(answer.exitCode == 0, "\(answer)")
      expectHarmless(answer.text + answer.errorText)
    }
    let gpx = answers[3].text
    #expect(!gpx.contains("<script") && !gpx.contains("<img") && !gpx.contains("]]>"), "\(gpx)")
    #expect(isJSON(answers[1].text) && isJSON(answers[2].text))
    #expect(isJSON(answers[5].text) && isJSON(answers[7].text))
    for name in ["tables/nodes.csv", "tables/edges.csv", "report.json"] {
      expectHarmless(try String(contentsOfFile: build.scratch.path + "/" + name, encoding: .utf8))
    }
    try expectRectangular(folder + "/edges.csv")
  }

  private func expectHarmless(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let obeyed = text.unicodeScalars.first {
      $0.value < 0x20 && $0 != "\n" && $0 != "\t" || (0x7F..<0xA0).contains($0.value)
        || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
    }
    #expect(
      obeyed == nil, "U+\(String(obeyed?.value ?? 0, radix: 16)) in \(text)", sourceLocation: sourceLocation)
    #expect(!text.contains("\nskiroute: error: x"), sourceLocation: sourceLocation)
  }

  private func isJSON(_ text: String) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
  }

  /// Checks that every row has as many fields as the first, without commas in quotes.
  private func expectRectangular(_ path: String) throws {
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { row in
      var isQuoted = false
      return row.unicodeScalars.count { scalar in
        if scalar == "\"" { isQuoted.toggle() }
        return scalar == "," && !isQuoted
      }
    }
    #expect(rows.count > 1 && Set(rows).count == 1)
  }
}
