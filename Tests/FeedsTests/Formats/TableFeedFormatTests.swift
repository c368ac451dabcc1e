import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiPeople

/// Tables of lifts.
struct TableFeedFormatTests {
  private let format = TableFeedFormat()

  private func read(_ text: String) throws -> FeedReading {
    try format.read(Array(text.utf8), from: feed("valley"), now: morning)
  }

  @Test func `lines with ids or names, states, waits and times are read`() throws {
    let reading = try read(
      """
      id,name,state,wait,time,source
      way/1,,open,4,2026-02-01T10:00:00+01:00,board
      ,Gipfelbahn,closed,,2026-02-01T09:00:00Z,
      way/2,,,7.5,2026-02-01T09:00:00Z,

      way/3,,scheduled,,,
      """)
    #expect(reading.problems.count == 0)
    #expect(
      reading.report.features == [
        status("way/1", .open, wait: 4, source: "board"),
        FeatureStatus(key: .name("Gipfelbahn"), state: .closed, observedAt: morning),
        FeatureStatus(key: .id(SourceID("way/2")), waitMilliseconds: 450_000, observedAt: morning),
        FeatureStatus(key: .id(SourceID("way/3"))),
      ])
  }

  @Test(arguments: [
    "ID;State;Time\r\nway/1;OPEN;2026-02-01T09:00:00Z\r\n",
    "\u{FEFF}time\tstate\tid\n2026-02-01T09:00:00Z\topen\tway/1",
    "\"id\",\"Status\",\"Observed at\",\"snow, cm\"\n\"way/1\",\"open\",\"2026-02-01T09:00:00Z\",\"3, 4\"\n",
    "state,id,time\ropen,way/1,2026-02-01T09:00:00Z",
  ])
  func `separators, quotes, line ends and the order of columns may vary`(text: String) throws {
    #expect(try read(text).report.features == [status("way/1", .open)])
  }

  @Test(arguments: [
    ",,open,4,2026-02-01T09:00:00Z", "way/1,,ajar,4,2026-02-01T09:00:00Z",
    "way/1,,open,-1,2026-02-01T09:00:00Z",
    "way/1,,open,361,2026-02-01T09:00:00Z", "way/1,,open,nan,2026-02-01T09:00:00Z", "way/1,,open,4,",
    "way/1,,open,4,09:00",
    "way/1,,open,4,2026-02-01T09:00:00", "way/1",
    "way/1,,open,4,2026-02-01T09:00:00Z" + String(repeating: "x", count: 20_000),
  ])
  func `a bad line is counted, the others are read`(line: String) throws {
    let reading = try read("id,name,state,wait,time\n\(line)\nway/9,,open,,2026-02-01T09:00:00Z")
    // A line without state and wait says nothing, and is no mistake.
    #expect(reading.problems.count == (line == "way/1" ? 0 : 1), "\(reading.problems.texts)")
    #expect(reading.report.features.last == status("way/9"))
    if line != "way/1" { #expect(reading.problems.texts[0].hasPrefix("line 2: ")) }
  }

  @Test func `a table without columns is refused`() async {
    for text in [
      "", "\n\n", "a,b,c\n1,2,3", "id,name\nway/1,x", "state,time\nopen,now",
      String(repeating: "x", count: 99_999),
    ] {
      await expectError(.malformedData) { _ = try read(text) }
    }
  }

  @Test func `a table with too many lines is refused`() async {
    await expectError(.limitExceeded) {
      _ = try read("id,state\n" + String(repeating: "a,b\n", count: 50_001))
    }
  }

  @Test func `reasons are few, short, and without control characters`() throws {
    let lines = (0..<100).map {
      "way/\($0),\u{1B}[31m\(String(repeating: "x", count: 500)),2026-02-01T09:00:00Z"
    }
    let problems = try read("id,state,time\n" + lines.joined(separator: "\n")).problems
    #expect(problems.count == 100)
    #expect(problems.texts.count == FeedProblems.keptCount)
    #expect(problems.texts.allSatisfy { $0.unicodeScalars.count < 200 && !$0.contains("\u{1B}") })
  }

  @Test(arguments: [
    ("text/csv", true), ("text/plain", true), ("application/json", false), ("text/html", false),
  ])
  func `media types of tables are known`(type: String, isOne: Bool) {
    #expect(format.reads(mediaType: type) == isOne)
  }
}
