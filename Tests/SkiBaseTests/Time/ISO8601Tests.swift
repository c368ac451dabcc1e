import SkiBase
import Testing

/// Times in the forms of ISO 8601.
struct ISO8601Tests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0), ("2026-02-01T09:30:00Z", 1_769_938_200),
    ("2026-02-01 09:30Z", 1_769_938_200),
    ("2026-02-01t09:30:00z", 1_769_938_200), ("2026-02-01T10:30:00+01:00", 1_769_938_200),
    ("2026-02-01T10:30:00+01", 1_769_938_200), ("2026-01-31T23:00:00-1030", 1_769_938_200),
    ("2026-02-01T09:30:00.25Z", 1_769_938_200.25), ("2026-02-01T09:30:00,250Z", 1_769_938_200.25),
    ("2026-02-01T09:30:00.2500000000000000000001Z", 1_769_938_200.25),
    ("2016-12-31T23:59:60Z", 1_483_228_800), ("2026-01-31T24:00:00Z", 1_769_904_000),
    ("1969-12-31T23:59:59Z", -1), ("2026-02-01T09:30:00", 1_769_938_200),
  ])
  func `times are read in all supported forms of ISO 8601`(text: String, seconds: Double) throws {
    #expect(try UniversalTime(iso8601: text).secondsSince1970 == seconds)
  }

  @Test(arguments: [
    "", "2026", "2026-02-01", "2026-02-30T09:30:00Z", "2026-13-01T09:30:00Z", "2026-02-01T25:00:00Z",
    "2026-02-01T24:00:01Z", "2026-02-01T09:60:00Z", "2026-02-01T09:30:61Z", "2026-02-01T09:30:00.Z",
    "2026-02-01T09:30:00+1", "2026-02-01T09:30:00+19:00", "2026-02-01T09:30:00+01:60",
    "2026-02-01T09:30:00ZZ",
    "2026-02-01T09:30:00 Z", "2026-02-01T09:30:00Z ", "26-02-01T09:30:00Z", "1899-12-31T00:00:00Z",
    "٢٠٢٦-02-01T09:30:00Z", "2026-02-01T09:30:00Europe/Vienna", "2026-02-01T-9:30:00Z",
    "2026-02-01T09:30:00+",
  ])
  func `text that is not an ISO 8601 time is refused`(text: String) {
    #expect { try UniversalTime(iso8601: text) } throws: { error in
      (error as? SkiError)?.code == .invalidArgument
    }
  }

  @Test func `a time without a zone has the offset given by the caller`() throws {
    let alps = try UTCOffset("+1")
    let without = try UniversalTime(iso8601: "2026-02-01T10:30:00", offsetWithoutZone: alps)
    #expect(without == (try UniversalTime(iso8601: "2026-02-01T09:30:00Z", offsetWithoutZone: alps)))
  }

  @Test func `times are written with any offset and number of decimals`() throws {
    let time = UniversalTime(secondsSince1970: 1_769_938_200.6875)
    #expect(time.iso8601() == "2026-02-01T09:30:01Z")
    #expect(time.iso8601(decimals: 3) == "2026-02-01T09:30:00.688Z")
    #expect(time.iso8601(offset: try UTCOffset("-10:30"), decimals: 1) == "2026-01-31T23:00:00.7-10:30")
    #expect(UniversalTime(secondsSince1970: -0.25).iso8601(decimals: 2) == "1969-12-31T23:59:59.75Z")
    #expect(UniversalTime(secondsSince1970: 86_399.9996).iso8601(decimals: 3) == "1970-01-02T00:00:00.000Z")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e11, -1e10])
  func `a time outside the range of the calendar is not written`(seconds: Double) {
    #expect(UniversalTime(secondsSince1970: seconds).iso8601(decimals: 6) == nil)
  }

  @Test func `a written time is read back unchanged`() throws {
    for step in 0..<2000 {
      let time = UniversalTime(secondsSince1970: Double(step) * 2_345_678.125 - 2e9)
      let offset = try UTCOffset(minutes: step % 2000 - 1000)
      let text = try #require(time.iso8601(offset: offset, decimals: 3))
      #expect(try UniversalTime(iso8601: text) == time, "\(text)")
    }
  }
}
