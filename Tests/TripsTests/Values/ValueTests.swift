import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The limits of texts, spans and zones, and the identifiers.
@Suite struct TextLimitTests {
  private let line = TextLimit("name of the trip", atMost: 5)

  @Test func `a text within its limit is kept as sent`() throws {
    try #expect(line.checked(" <b>é") == " <b>é")
    try #expect(line.checked(nil) == nil)
  }

  @Test func `a text that is too long names the field, its size and the limit`() async {
    let error = await expectError(.limitExceeded) { _ = try line.checked("planted") }
    #expect(error?.message == "name of the trip has 7 characters; give at most 5")
  }

  @Test(arguments: ["", "   ", "\u{3000}"])
  func `a blank text counts as empty`(text: String) async {
    let error = await expectError(.invalidArgument) { _ = try line.checked(text) }
    #expect(error?.message.hasPrefix("name of the trip has 0 characters") == true)
  }

  @Test(arguments: ["a\0", "a\nb", "a\tb", "\u{7f}", "\u{85}x"])
  func `a control character is refused`(text: String) async {
    await expectError(.invalidArgument) { _ = try line.checked(text) }
  }

  @Test(arguments: [
    "a\u{202E}b", "a\u{2066}b", "a\u{200B}b", "a\u{200D}b", "An\u{200C}na", "a\u{FEFF}", "\u{200E}a",
    "a\u{AD}b",
    "a\u{2028}b", "a\u{E0061}", "a\u{3164}", "a\u{FE0F}", "\u{200D}\u{1F469}",
  ])
  func `an invisible character is refused in one line, and left out of names of other services`(text: String)
    async throws
  {
    await expectError(.invalidArgument) { _ = try line.checked(text) }
    let lines = TextLimit("message", atMost: 20, allowsLines: true)
    try #expect(lines.checked(text + "b") == text + "b")
    #expect(TextLimit.visible(text).unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint })
  }

  @Test(arguments: ["\u{200D}", " \u{200B}", "\u{2800}", "\u{3164}"])
  func `a text that shows nothing counts as empty`(text: String) async {
    await expectError(.invalidArgument) { _ = try line.checked(text) }
    let lines = TextLimit("message", atMost: 20, allowsLines: true)
    await expectError(.invalidArgument) { _ = try lines.checked(text) }
  }

  @Test(arguments: [
    "Zoë", "李雷", "\u{1F468}\u{200D}\u{1F469}", "\u{2764}\u{FE0F}", "\u{6A9}\u{200C}\u{627}",
    "\u{915}\u{94D}\u{200D}",
    "1\u{FE0F}\u{20E3}", "שרה",
  ])
  func `letters of any script and emoji are kept as sent`(text: String) throws {
    try #expect(line.checked(text) == text)
  }

  @Test func `a text of several lines may have line breaks, but no other control characters`() async throws {
    let lines = TextLimit("message", atMost: 20, leastCount: 0, allowsLines: true)
    try #expect(lines.checked("a\n\tb") == "a\n\tb")
    try #expect(lines.checked("") == "")
    await expectError(.invalidArgument) { _ = try lines.checked("a\rb") }
  }
}

@Suite struct TimeWindowTests {
  private func window(_ from: Double, _ until: Double) throws -> TimeWindow {
    try TimeWindow(
      from: UniversalTime(secondsSince1970: from), until: UniversalTime(secondsSince1970: until),
      field: "time of the trip", greatestSeconds: 100)
  }

  @Test func `a span holds its first moment and not its end`() throws {
    let window = try window(10, 20)
    #expect(window.contains(UniversalTime(secondsSince1970: 10)))
    #expect(!window.contains(UniversalTime(secondsSince1970: 20)))
  }

  @Test func `a span has whole milliseconds`() throws {
    try #expect(window(10.0006, 20.0006) == window(10, 20))
  }

  @Test(arguments: [
    (20.0, 10.0), (10, 10), (10.0001, 10.0002), (.nan, 10), (0, .infinity), (-5, 5), (0, 1e15),
  ])
  func `a span without a positive length, or beyond the years, is refused`(from: Double, until: Double) async
  {
    await expectError(.invalidArgument) { _ = try window(from, until) }
  }

  @Test func `a span that is too long is refused`() async {
    let error = await expectError(.limitExceeded) { _ = try window(0, 100.5) }
    #expect(error?.message == "time of the trip has 100.5 s; give at most 100.0")
  }
}

@Suite struct TimeZoneNameTests {
  @Test(arguments: ["Europe/Zurich", "America/Argentina/Buenos_Aires", "UTC", "Asia/Tokyo"])
  func `a zone of the database is accepted`(name: String) throws {
    try #expect(TimeZoneName(name).rawValue == name)
  }

  @Test(arguments: [
    "", "Europe/Atlantis", "CET+1", "GMT+3", "EST", "../../etc/passwd", "/etc/passwd", "Europe/Zurich ",
    "europe/zurich", "Europe/Zurich\u{0}", "Europe/Z\u{fc}rich",
  ])
  func `any other name is refused`(name: String) async {
    await expectError(.invalidArgument) { _ = try TimeZoneName(name) }
  }
}

@Suite struct RandomTests {
  @Test func `a clock that a zone shows is found again, whatever the zone and the time`() throws {
    var random = SeededGenerator(seed: 46)
    for name in [
      "Europe/Zurich", "America/St_Johns", "Pacific/Auckland", "Asia/Kathmandu", "America/Santiago",
    ] {
      let zone = try TimeZoneName(name)
      for _ in 0..<500 {
        let time = UniversalTime(
          secondsSince1970: Double(Int.random(in: 1_500_000_000..<1_900_000_000, using: &random)))
        let offset = try #require(UTCOffset(zone: name, at: time))
        let clock = time.advanced(bySeconds: Double(offset.seconds))
        let found = zone.time(ofClock: clock)
        // A clock is shown twice, an hour apart, where clocks are set back.
        #expect(found == time || found == time.advanced(bySeconds: 3600), "\(name) \(time)")
      }
    }
    let zurich = try TimeZoneName("Europe/Zurich")
    let twice = try UniversalTime(iso8601: "2026-10-25T02:30:00Z")
    #expect(zurich.time(ofClock: twice) == (try UniversalTime(iso8601: "2026-10-25T01:30:00Z")))
    let never = try UniversalTime(iso8601: "2026-03-29T02:30:00Z")
    #expect(
      try UniversalTime(iso8601: "2026-03-29T00:30:00Z")...UniversalTime(iso8601: "2026-03-29T01:30:00Z")
        ~= zurich.time(ofClock: never))
  }

  @Test func `identifiers of the system's source differ and have 32 digits`() throws {
    let ids = try (0..<100).map { _ in try TripsRandom.system.identifier(EventID.self) }
    #expect(Set(ids).count == 100)
    #expect(ids.allSatisfy { $0.rawValue.utf8.count == 32 })
  }

  @Test func `digests are those of SHA-256`() {
    #expect(
      SecretDigest(of: "abc").text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
