import SkiBase
import Testing

@testable import SkiPeople

/// The wishes of servers for the time of the next request.
struct RefreshHintsTests {
  private func hints(_ name: String, _ value: String) -> RefreshHints {
    RefreshHints(HTTPReply(status: 200, fields: [(name: name, value: value)]), now: morning)
  }

  @Test(
    arguments: [
      ("max-age=300", 300), ("public, Max-Age=\"60\"", 60), ("no-cache", 0), ("no-store, max-age=5", 0),
      ("max-age=-1", nil),
      ("max-age=x", nil), ("", nil), ("max-age=99999999999999999999", 31_536_000), ("s-maxage=5", nil),
    ] as [(String, Int64?)])
  func `the time a document stays fresh is read`(field: String, expected: Int64?) {
    #expect(hints("Cache-Control", field).maximumAgeSeconds == expected)
  }

  @Test(
    arguments: [
      ("120", 120), ("0", 0), ("Sun, 01 Feb 2026 09:10:00 GMT", 600), ("Sun, 01 Feb 2026 08:00:00 GMT", 0),
      ("soon", nil),
      ("-5", nil), ("Sun, 01 Feb 2026 09:10:00 CET", nil), ("Sun, 99 Feb 2026 09:10:00 GMT", nil), ("", nil),
      ("Fri, 01 Jan 2100 00:00:00 GMT", 31_536_000),
    ] as [(String, Int64?)])
  func `the time to wait is read as seconds or as a date`(field: String, expected: Int64?) {
    #expect(hints("Retry-After", field).retryAfterSeconds == expected)
  }
}
