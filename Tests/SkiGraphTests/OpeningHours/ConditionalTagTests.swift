import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Conditional tags by example, and against an evaluation minute by minute.
struct ConditionalTagTests {
  private static let place = OpeningHoursPlace(
    coordinate: Coordinate(latitude: 45.3, longitude: 6.6), offset: .zero)
  private static let january = "2026-01-13"
  private static let july = "2026-07-14"

  private func tags(_ words: [String: String]) throws -> AccessTags {
    var tags = AccessTags()
    for (key, word) in words { tags[try #require(AccessTags.Key(rawValue: key))] = word }
    return tags
  }

  /// Returns the open hours of a day as text, `0:00-9:00 ?17:00-18:00`; nil without conditional tags.
  private func hours(_ words: [String: String], _ day: String, within hours: String? = nil) throws -> String?
  {
    let found = try tags(words).hours(
      within: try hours.map { try OpeningHours($0) }, on: try CalendarDay(day), at: Self.place)
    return found.map { found in
      let open = found.open.map(text) + found.unknown.map { "?" + text($0) }
      return open.joined(separator: " ")
    }
  }

  private func text(_ hours: OpenHours) -> String {
    [hours.opens, hours.closes].map { time in
      let minute = time.milliseconds / 60_000
      return "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
    }.joined(separator: "-")
  }

  @Test(
    arguments: [
      (["access:conditional": "no @ (nov-apr)"], "", "0:00-48:00"),
      (["access:conditional": "no @ Nov-Apr"], "", "0:00-48:00"),
      (["access": "no", "access:conditional": "yes @ (Dec-Mar 08:00-16:00)"], "8:00-16:00", ""),
      (["access": "private", "access:conditional": "private @ (Jan)"], "", ""),
      (["access:conditional": "no @ (Nov-Apr); yes @ (Jan Tu 10:00-12:00)"], "10:00-12:00", "0:00-48:00"),
      (["access:conditional": "no @ (22:00-06:00)"], "6:00-22:00", "6:00-22:00"),
      (["access:conditional": "no @ (Nov-Apr AND Mo-Fr)"], "", "0:00-48:00"),
      (["access:conditional": "no @ (Nov-Apr AND Sa)"], "0:00-48:00", "0:00-48:00"),
      (["access:conditional": "no @ (Jan 13)"], "", "0:00-48:00"),
      (["access:conditional": "no @ (Jan 14)"], "0:00-24:00", "0:00-48:00"),
      (["access:conditional": "no @ wind; no @ (Dec-Mar)"], "", "0:00-48:00"),
      (
        ["access:conditional": "no @ (Mo-Fr 12:00-13:00; We off)"], "0:00-12:00 13:00-48:00",
        "0:00-12:00 13:00-48:00"
      ),
      (["access:conditional": "destination @ (Nov-Apr)"], "0:00-48:00", "0:00-48:00"),
      (["ski": "yes", "access:conditional": "no @ (Nov-Apr)"], "0:00-48:00", "0:00-48:00"),
      (["access": "no", "ski:conditional": "yes @ (Nov-Apr)"], "0:00-48:00", ""),
      (["highway": "track", "access:conditional": "no @ (Nov-Apr)"], "0:00-48:00", "0:00-48:00"),
      (["highway": "track", "ski:conditional": "no @ (Nov-Apr)"], "", "0:00-48:00"),
      (["piste:status": "closed", "piste:status:conditional": "open @ (Dec-Mar)"], "0:00-48:00", ""),
      (["piste:status:conditional": "closed @ (Tu)"], "", ""),
      (["opening_hours:conditional": "off @ (Jan)"], "", "0:00-48:00"),
      (["opening_hours:conditional": "09:00-16:00 @ (Dec-Mar)"], "9:00-16:00", "0:00-48:00"),
    ] as [([String: String], String, String)])
  func `the last clause that applies decides, else the tag without conditions`(
    words: [String: String], january: String, july: String
  ) throws {
    #expect(try hours(words, Self.january) == january)
    #expect(try hours(words, Self.july) == july)
  }

  @Test func `conditions narrow opening hours, and hours of a comment stay uncertain`() throws {
    let noon = ["access:conditional": "no @ (12:00-13:00)"]
    #expect(try hours(noon, Self.january, within: "09:00-16:00") == "9:00-12:00 13:00-16:00")
    #expect(
      try hours(noon, Self.january, within: "09:00-16:00 \"snow permitting\"") == "?9:00-12:00 ?13:00-16:00")
    let longer = ["opening_hours:conditional": "09:00-21:00 @ (Tu)"]
    #expect(try hours(longer, Self.january, within: "09:00-16:00") == "9:00-21:00")
    #expect(try hours([:], Self.january, within: "09:00-16:00") == nil)
  }

  @Test(arguments: [
    ("no @ wet", ["access:conditional=no @ wet"]), ("no", ["access:conditional=no"]),
    ("no @ (winter)", ["access:conditional=no @ (winter)"]), ("no @", ["access:conditional=no @"]),
    ("@ (Jan)", ["access:conditional=@ (jan)"]), ("no @ (Jan); no @ snow", ["access:conditional=no @ snow"]),
    ("no @ (Jan AND weight>3.5)", ["access:conditional=no @ (jan and weight>3.5)"]),
    ("no @ (\"storm; or fog\")", ["access:conditional=no @ (\"storm; or fog\")"]),
    ("no @ (Jan); yes @ (Feb 10:00-12:00; Mar)", []), ("no @ (sunset-(sunrise+01:00))", []), ("", []),
  ])
  func `clauses that depend on more than the time are reported`(text: String, unread: [String]) throws {
    #expect(try tags(["access:conditional": text]).unreadConditions == unread)
  }

  @Test(
    arguments: [
      (["access": "no", "access:conditional": "yes @ (Dec-Mar)"], nil, .forbidden),
      (["access": "no", "access:conditional": "no @ (Dec-Mar)"], .forbidden, .forbidden),
      (["access": "no", "access:conditional": "yes @ wind"], .forbidden, .forbidden),
      (["access": "no", "ski:conditional": "yes @ (Dec-Mar)"], nil, .forbidden),
      (["ski": "no", "access:conditional": "yes @ (Dec-Mar)"], .forbidden, .forbidden),
      (["access:conditional": "no @ (Dec-Mar)"], nil, nil),
      (["piste:status": "closed", "piste:status:conditional": "open @ (Jan)"], nil, .closed),
      (["seasonal": "summer", "access:conditional": "yes @ (Dec-Mar)"], .outOfSeason, .outOfSeason),
    ] as [([String: String], AccessRestriction?, AccessRestriction?)])
  func `a restriction that a condition may lift closes on some days only`(
    words: [String: String], always: AccessRestriction?, otherwise: AccessRestriction?
  ) throws {
    let tags = try tags(words)
    #expect(tags.restriction() == always && tags.restrictionWithoutConditions() == otherwise)
  }

  @Test func `words for a state that are neither open nor closed are reported`() throws {
    let tags = try tags(["piste:status": "open;melting", "operational_status": "operational"])
    #expect(tags.unreadStates == ["piste:status=open;melting"])
    #expect(try self.tags(["piste:status": "closed", "operational_status": "broken"]).unreadStates.isEmpty)
  }

  /// A condition with an independent test of its minutes on a day.
  private struct Condition {
    var text: String
    var holds: (_ month: Int, _ weekday: Int, _ minute: Int) -> Bool
  }

  @Test func `random clauses give the states of an evaluation minute by minute`() throws {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    var random = SeededGenerator(seed: 17)
    func condition() -> Condition {
      let (first, last) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...12, using: &random))
      let opens = Int.random(in: 0..<20, using: &random)
      let closes = Int.random(in: (opens + 1)...23, using: &random)
      let days = Int.random(in: 0...2, using: &random)
      let text =
        "\(months[first - 1])-\(months[last - 1])" + ["", " Mo-We", " Sa,Su"][days]
        + (opens % 2 == 0 ? " \(opens < 10 ? "0" : "")\(opens):00-\(closes < 10 ? "0" : "")\(closes):00" : "")
      return Condition(text: text) { month, weekday, minute in
        let isMonth = first <= last ? (first...last).contains(month) : month >= first || month <= last
        let isDay = days == 0 || (days == 1 ? weekday <= 2 : weekday >= 5)
        return isMonth && isDay && (opens % 2 == 1 || (opens * 60..<closes * 60).contains(minute))
      }
    }
    var changes = 0
    for _ in 0..<300 {
      let clauses = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (condition(), Bool.random(using: &random))
      }
      let text = clauses.map { "\($0.1 ? "yes" : "no") @ (\($0.0.text))" }.joined(separator: "; ")
      let isBarred = Bool.random(using: &random)
      var words = ["access:conditional": text]
      if isBarred { words["access"] = "no" }
      let day = CalendarDay(daysSince1970: Int.random(in: 20_000...21_000, using: &random))
      let found = try #require(try tags(words).hours(within: nil, on: day, at: Self.place))
      for minute in 0..<1440 {
        let last = clauses.last { $0.0.holds(day.date.month, (day.daysSince1970 + 3) % 7, minute) }
        let isOpen = found.open.contains { $0.minutes.contains(minute) }
        #expect(isOpen == last?.1 ?? !isBarred, "\(text) on \(day), minute \(minute)")
        if isOpen != (last?.1 ?? !isBarred) { return }
      }
      changes += found.open.count > 1 ? 1 : 0
    }
    #expect(changes > 20)
  }

  @Test func `the values of some days are those of all their times`() throws {
    let winter = try CalendarDay("2025-12-01")..<(try CalendarDay("2026-04-01"))
    func values(_ text: String) -> Set<String?> { ConditionalTag(text).values(on: winter, at: Self.place) }
    #expect(values("no @ (May-Oct)") == [nil])
    #expect(values("no @ (Nov-Apr)") == ["no"])
    #expect(values("no @ (Jan)") == [nil, "no"])
    #expect(values("no @ (16:00-17:00)") == [nil, "no"])
    #expect(values("no @ (Nov-Apr); -1 @ (Su)") == ["no", "-1"])
  }
}
