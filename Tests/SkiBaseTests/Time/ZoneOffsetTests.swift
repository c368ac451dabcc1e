import Foundation
import SkiBase
import SkiTestSupport
import Testing

@Suite struct ZoneOffsetTests {
  private func offset(_ zone: String, _ time: String) throws -> String? {
    try UTCOffset(zone: zone, at: UniversalTime(iso8601: time))?.description
  }

  @Test func `offsets change when the clocks of a zone do`() throws {
    #expect(try offset("Europe/Zurich", "2026-03-29T00:59:59Z") == "UTC+01:00")
    #expect(try offset("Europe/Zurich", "2026-03-29T01:00:00Z") == "UTC+02:00")
    #expect(try offset("America/Denver", "2026-11-01T07:59:59Z") == "UTC-06:00")
    #expect(try offset("America/Denver", "2026-11-01T08:00:00Z") == "UTC-07:00")
    #expect(try offset("America/St_Johns", "2026-01-10T12:00:00Z") == "UTC-03:30")
    #expect(try offset("Asia/Kathmandu", "2026-01-10T12:00:00Z") == "UTC+05:45")
    #expect(try offset("Pacific/Auckland", "2026-07-10T12:00:00Z") == "UTC+12:00")
    #expect(try offset("Pacific/Auckland", "2026-01-10T12:00:00Z") == "UTC+13:00")
    #expect(try offset("UTC", "2026-01-10T12:00:00Z") == "UTC+00:00")
  }

  @Test func `what is no name of the database has no offset`() throws {
    for text in [
      "", "CET", "EST5EDT4", "GMT+1", "+01:00", "Europe/Nowhere", "europe", "/", "../../etc/passwd",
      "Europe/Zürich",
      "Europe/Zurich ", String(repeating: "a/", count: 100),
    ] {
      #expect(try offset(text, "2026-01-10T12:00:00Z") == nil, "\(text)")
      #expect(throws: SkiError.self) { try UTCOffset.requireZone(text) }
    }
  }

  @Test func `offsets are those of the system for all its zones at random times`() {
    var random = SeededGenerator(seed: 19)
    for name in TimeZone.knownTimeZoneIdentifiers where name.contains("/") {
      let time = UniversalTime(secondsSince1970: Double(Int.random(in: 0..<2_000_000_000, using: &random)))
      let seconds = TimeZone(identifier: name)?.secondsFromGMT(for: time.date)
      #expect(UTCOffset(zone: name, at: time)?.seconds == seconds, "\(name) \(time)")
    }
  }

  @Test func `a written offset other than zero is local time`() throws {
    for (text, offset) in [
      ("2026-02-01T09:30:00+01:00", "UTC+01:00"), ("2026-02-01T09:30:00-0330", "UTC-03:30"),
      ("2026-02-01T09:30:00Z", nil), ("2026-02-01T09:30:00+00:00", nil), ("2026-02-01T09:30:00", nil),
    ] {
      #expect(try #require(ParsedTime(iso8601: text.utf8)).localOffset?.description == offset, "\(text)")
    }
  }
}
