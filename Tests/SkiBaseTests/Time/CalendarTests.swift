import SkiBase
import Testing

/// The text forms of days, clock times and UTC offsets.
struct CalendarTests {
  @Test func `consecutive days are correct through leap years and centuries`() throws {
    var day = try CalendarDay("1900-01-01")
    #expect(day.daysSince1970 == -25_567)
    #expect(try CalendarDay("2000-03-01").daysSince1970 == 11_017)
    var seen = Set<String>()
    while day.date.year <= 2100 {
      let (year, month, date) = day.date
      #expect(try CalendarDay(year: year, month: month, day: date) == day)
      seen.insert(day.description)
      day = CalendarDay(daysSince1970: day.daysSince1970 + 1)
    }
    #expect(seen.count == 73_414)
    #expect(seen.contains("2000-02-29") && !seen.contains("1900-02-29") && !seen.contains("2100-02-29"))
  }

  @Test func `a clock ahead of UTC reaches the next day earlier`() throws {
    let offset = try UTCOffset("+13")
    let time = UniversalTime(try CalendarDay("2026-02-01"), secondsOfDay: 3600, offset: offset)
    let inGreenwich = time.clock()
    #expect(inGreenwich.day.description == "2026-01-31" && inGreenwich.secondsOfDay == 12 * 3600)
    let there = time.clock(offset: offset)
    #expect(there.day.description == "2026-02-01" && there.secondsOfDay == 3600)
  }

  @Test(arguments: [
    ("+1", 3600, "UTC+01:00"), ("-03:30", -12_600, "UTC-03:30"), ("+0545", 20_700, "UTC+05:45"),
    ("0", 0, "UTC+00:00"),
    ("Z", 0, "UTC+00:00"), ("-8", -28_800, "UTC-08:00"),
  ])
  func `UTC offsets are read in all supported forms`(text: String, seconds: Int, name: String) throws {
    let offset = try UTCOffset(text)
    #expect(offset.seconds == seconds && offset.description == name)
  }

  @Test(arguments: ["", "+", "1:2:3", "+19", "+1:60", "CET", "--1", "+1.5", "٣", "99999999999999999999"])
  func `an unreadable UTC offset is an error`(text: String) {
    #expect(throws: SkiError.self) { try UTCOffset(text) }
  }

  @Test(arguments: [-1081, 1081, Int.min, .max])
  func `an offset of more than 18 hours is an error`(minutes: Int) {
    #expect(throws: SkiError.self) { try UTCOffset(minutes: minutes) }
  }

  @Test(arguments: [
    "", "2026", "2026-13-01", "2026-02-29", "1899-12-31", "2101-01-01", "2026-2", "-2026-02-01",
    "2026-02-01x",
    "99999999999999999999-01-01", "2026-00-10", "2026-01-00",
  ])
  func `text that is not a calendar day is an error`(text: String) {
    #expect(throws: SkiError.self) { try CalendarDay(text) }
  }

  @Test func `times of day are read and written`() throws {
    #expect(try ClockTime("14:30").secondsOfDay == 52_200)
    #expect(try ClockTime("7:05:30").description == "07:05")
    #expect(ClockTime(secondsOfDay: -60).description == "23:59")
    #expect(ClockTime(secondsOfDay: .nan).secondsOfDay == 0)
    for text in ["24:00", "12:60", "12", "noon", "1:2:3:4", "123:00", ""] {
      #expect(throws: SkiError.self) { try ClockTime(text) }
    }
  }
}
