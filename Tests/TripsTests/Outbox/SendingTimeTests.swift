import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Quiet hours and digests by the clock of the user.
@Suite struct SendingTimeTests {
  private let night = QuietHours(fromMinute: 22 * 60, untilMinute: 7 * 60)

  private func time(_ text: String) throws -> UniversalTime { try UniversalTime(iso8601: text) }

  private static let nights: [(zone: String, now: String, end: String?)] = [
    ("Europe/Zurich", "2026-01-10T20:59:59Z", nil),
    ("Europe/Zurich", "2026-01-10T21:00:00Z", "2026-01-11T06:00:00Z"),
    ("Europe/Zurich", "2026-01-10T23:30:00Z", "2026-01-11T06:00:00Z"),
    ("Europe/Zurich", "2026-01-11T05:59:59Z", "2026-01-11T06:00:00Z"),
    ("Europe/Zurich", "2026-01-11T06:00:00Z", nil),
    ("Asia/Tokyo", "2026-01-10T13:00:00Z", "2026-01-10T22:00:00Z"),
    ("Asia/Tokyo", "2026-01-10T22:00:00Z", nil),
    ("America/Denver", "2026-01-10T05:00:00Z", "2026-01-10T14:00:00Z"),
    ("America/Denver", "2026-01-10T21:00:00Z", nil),
    ("Asia/Kathmandu", "2026-01-10T16:15:00Z", "2026-01-11T01:15:00Z"),
    // The nights in which clocks are changed in Europe.
    ("Europe/Zurich", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"),
    ("Europe/Zurich", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"),
  ]

  @Test(arguments: nights)
  func `quiet hours span midnight in each zone`(zone: String, now: String, end: String?) throws {
    let (start, expected) = (try time(now), try end.map(time))
    let found = night.end(after: start, zone: try TimeZoneName(zone))
    #expect(found == expected)
  }

  @Test func `quiet hours within a day end on the same day`() throws {
    let noon = QuietHours(fromMinute: 12 * 60, untilMinute: 13 * 60 + 30)
    let zone = try TimeZoneName("Europe/Vienna")
    let (start, end) = (try time("2026-01-10T11:00:00Z"), try time("2026-01-10T12:30:00Z"))
    #expect(noon.end(after: start, zone: zone) == end)
    #expect(noon.end(after: end, zone: zone) == nil)
  }

  @Test func `the end of quiet hours is after them, within a day, at all times`() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("quiet hours: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let zones = try [
      "Europe/Zurich", "America/Denver", "Pacific/Auckland", "Asia/Kathmandu", "Australia/Lord_Howe",
    ]
    .map { try TimeZoneName($0) }
    for _ in 0..<5000 {
      let from = Int.random(in: 0..<1440, using: &random)
      let quiet = QuietHours(
        fromMinute: from, untilMinute: (from + Int.random(in: 1..<1440, using: &random)) % 1440)
      let zone = try #require(zones.randomElement(using: &random))
      let now = UniversalTime(secondsSince1970: Double.random(in: 1.7e9...1.9e9, using: &random).rounded())
      guard let end = quiet.end(after: now, zone: zone) else { continue }
      #expect(end > now && end <= now.advanced(bySeconds: 90_000), "seed \(seed)")
      #expect(
        !quiet.contains(end, zone: zone) || end < now.advanced(bySeconds: 3600),
        "seed \(seed) \(quiet) \(zone)")
    }
  }

  @Test func `a digest comes at whole intervals of the user's clock, not before the notice`() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("digests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let zone = try TimeZoneName("Asia/Kathmandu")
    for _ in 0..<2000 {
      let minutes = Int.random(in: 5...1440, using: &random)
      let preferences = NoticePreferences(zone: zone, digestMinutes: minutes)
      let since = UniversalTime(
        milliseconds: Int64.random(in: 1_700_000_000_000...1_900_000_000_000, using: &random))
      let due = preferences.digest(notBefore: since)
      #expect(due >= since && due < since.advanced(bySeconds: Double(minutes) * 60), "seed \(seed)")
      let seconds = LocalClock(zone).local(due).secondsOfDay.rounded()
      #expect(Int(seconds) % (minutes * 60) == 0 || seconds == 86_400, "seed \(seed)")
      #expect(preferences.digest(notBefore: due) == due, "seed \(seed)")
      let sending = SendingTime(.rsvp, since: since, preferences: preferences, now: since)
      #expect(sending == (due > since ? .later(due) : .now))
      #expect(SendingTime(.arrived, since: since, preferences: preferences, now: since) == .now)
      #expect(SendingTime(.rsvp, since: since, preferences: preferences, now: due) == .now)
    }
  }

  @Test func `a muted kind is never sent`() throws {
    let preferences = NoticePreferences(muted: [.rsvp], quiet: night, zone: try TimeZoneName("UTC"))
    let now = try time("2026-01-10T12:00:00Z")
    #expect(SendingTime(.rsvp, since: now, preferences: preferences, now: now) == .never)
    #expect(SendingTime(.message, since: now, preferences: preferences, now: now) == .now)
    let evening = try time("2026-01-10T23:00:00Z")
    let sending = SendingTime(.message, since: now, preferences: preferences, now: evening)
    let morning = try time("2026-01-11T07:00:00Z")
    #expect(sending == .later(morning))
  }

  @Test func `intervals double up to the greatest, with jitter below`() {
    let backoff = Backoff(firstSeconds: 5, greatestSeconds: 60)
    #expect((1...7).map { backoff.seconds(after: $0, jitter: 0) } == [5, 10, 20, 40, 60, 60, 60])
    #expect((1...3).map { backoff.seconds(after: $0, jitter: 1) } == [2.5, 5, 10])
    #expect(backoff.seconds(after: .max, jitter: 0.5) == 45)
    #expect(Backoff(firstSeconds: 100, greatestSeconds: 60).seconds(after: 1, jitter: 0) == 60)
  }
}
