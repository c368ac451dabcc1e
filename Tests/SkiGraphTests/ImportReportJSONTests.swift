import SkiBase
import SkiGraph
import Testing

struct ImportReportJSONTests {
  @Test func `a report is versioned JSON with counts and examples`() {
    var report = ImportReport()
    report.readCounts = ["runs": 3, "lifts": 1]
    report.usedCounts = ["runs": 2, "lifts": 1]
    report.count("geometryMissing", .leftOut, id: "way/1", detail: "a \"quote\"")
    report.count("difficultyUnknown", .noted, id: "way/2", detail: "red")
    let expected =
      #"{"version":1,"roles":{"lifts":{"read":1,"used":1},"runs":{"read":3,"used":2}},"#
      + #""outcomes":{"leftOut":1,"mended":0,"noted":1},"entries":["#
      + #"{"code":"difficultyUnknown","outcome":"noted","count":1,"examples":[{"id":"way/2","detail":"red"}]},"#
      + #"{"code":"geometryMissing","outcome":"leftOut","count":1,"examples":[{"id":"way/1","detail":"a \"quote\""}]}]}"#
    #expect(report.json().text() == expected)
    #expect(report.count(of: .leftOut) == 1)
  }

  @Test func `a conflict states its confidence and place, and keeps up to 1000 examples`() {
    var report = ImportReport()
    let place = Coordinate(latitude: 46.5, longitude: 7.25)
    for index in 0..<1200 {
      report.count(
        "runDrawnUphill", .mended,
        .init(id: "\(index)", detail: "climbs", confidencePercent: 97, place: place))
    }
    #expect(report.entries[0].count == 1200 && report.entries[0].examples.count == 1000)
    #expect(
      report.json().text().contains(
        #"{"id":"0","detail":"climbs","confidencePercent":97,"place":[7.25,46.5]}"#))
    var whole = ImportReport()
    whole.merge(report)
    #expect(whole == report)
  }

  @Test func `an entry keeps ten examples and counts all`() {
    var report = ImportReport()
    for index in 0..<25 { report.count("x", .mended, id: "\(index)") }
    var other = ImportReport()
    other.count("x", .mended, id: "more")
    report.merge(other)
    #expect(report.count(of: "x") == 26)
    #expect(report.entries[0].examples.map(\.id) == (0..<10).map(String.init))
  }
}
