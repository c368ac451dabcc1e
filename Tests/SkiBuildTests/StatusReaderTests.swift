import SkiBase
import SkiBuild
import SkiGraph
import SkiTestSupport
import Testing

@Suite struct StatusReaderTests {
  static let now = UniversalTime(secondsSince1970: 1_768_000_000)

  private func read(_ text: String) throws -> StatusReader.Reading {
    try StatusReader(now: Self.now).read(Array(text.utf8), path: "status.json")
  }

  @Test func `every field of a status file is read`() throws {
    let reading = try read(
      """
      {"version": 1, "day": "2026-01-31", "timeZone": "Europe/Paris",
       "liftHours": {"opens": "08:45", "closes": "16:30"}, "later": [1, {"a": null}],
       "features": [{"id": "way/1", "state": "hold", "waitMinutes": 7.5, "observedAt": "2026-01-31T10:15:00+01:00",
         "source": "the lift company", "hours": [{"opens": "09:00", "closes": "12:00"}, {"opens": "22:00", "closes": "01:00"}],
         "usualWaits": [{"at": "09:00", "minutes": 3}, {"at": "11:00", "minutes": 12}]}, {"name": "Crête"}]}
      """)
    #expect(reading.problems.isEmpty)
    let report = reading.report
    #expect(report.day == (try CalendarDay("2026-01-31")) && report.offset?.seconds == 3600)
    #expect(
      report.liftHours
        == OpenHours(opens: DayTime(hour: 8, minute: 45), closes: DayTime(hour: 16, minute: 30)))
    let lift = try #require(report.features.first)
    #expect(lift.key == .id(SourceID("way/1")) && lift.state == .hold && lift.waitMilliseconds == 450_000)
    #expect(lift.source == "the lift company")
    #expect(lift.observedAt == ParsedTime(iso8601: "2026-01-31T09:15:00Z".utf8)?.time)
    #expect(lift.hours.map(\.closes) == [DayTime(hour: 12), DayTime(hour: 25)])
    #expect(lift.typicalWaits.map(\.milliseconds) == [180_000, 720_000])
    #expect(report.features.last?.key == .name("Crête") && report.features.last?.state == .scheduled)
  }

  @Test func `the offset is that of the time zone on the day, or the one the file states`() throws {
    let zone = { (day: String) in
      try self.read(#"{"version":1,"timeZone":"America/Denver","day":"\#(day)"}"#).report.offset?.seconds
    }
    #expect(try zone("2026-01-31") == -25_200)
    #expect(try zone("2026-07-31") == -21_600)
    #expect(try read(#"{"version":1,"utcOffset":"+09:00"}"#).report.offset?.seconds == 32_400)
    #expect(try read(#"{"version":1}"#).report.offset == nil)
  }

  @Test(arguments: [
    #"{}"#, #"{"state":"open"}"#, #"{"id":"a","state":"shut"}"#, #"{"id":"a","waitMinutes":-1}"#,
    #"{"id":"a","waitMinutes":1e300}"#, #"{"id":"a","observedAt":"2026-01-31T10:15:00"}"#,
    #"{"id":"a","observedAt":7}"#, #"{"id":"a","hours":[{"opens":"9"}]}"#, #"{"id":"a","hours":{}}"#, #"[]"#,
    #"7"#,
    #"{"id":"a","usualWaits":[{"at":"09:00"}]}"#, #"{"id":""}"#,
    #"{"id":"a","hours":[{"opens":"25:00","closes":"26:00"}]}"#,
  ])
  func `an invalid feature is reported and left out`(_ feature: String) throws {
    let reading = try read(#"{"version":1,"features":[\#(feature),{"id":"good"}]}"#)
    #expect(reading.problems.count == 1 && reading.problems[0].hasPrefix("feature 1 of the status: "))
    #expect(reading.report.features.map(\.key) == [.id(SourceID("good"))])
  }

  @Test(arguments: [
    "", "[]", "{", "{}", #"{"version":2}"#, #"{"version":1,"timeZone":"Mars/Olympus"}"#,
    #"{"version":1,"day":"soon"}"#,
    #"{"version":1,"utcOffset":"late"}"#, #"{"version":1,"liftHours":7}"#, #"{"version":1,"features":{}}"#,
    String(repeating: "[", count: 100_000),
  ])
  func `a file that is not a status file is an error with its name`(_ text: String) throws {
    let error = #expect(throws: SkiError.self) { try read(text) }
    #expect(error?.subject?.hasPrefix("status.json") ?? false)
  }

  @Test func `cut and changed bytes are read or refused with an error`() throws {
    let whole = Array(
      #"{"version":1,"timeZone":"Europe/Paris","features":[{"id":"a","state":"open","waitMinutes":5,"hours":[{"opens":"09:00","closes":"16:00"}]}]}"#
        .utf8)
    var random = SeededGenerator(seed: 3)
    var refused = 0
    for _ in 0..<4000 {
      var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        _ = try StatusReader(now: Self.now).read(bytes, path: "status.json")
      } catch is SkiError {
        refused += 1
      }
    }
    #expect(refused > 3000)
  }
}
