import SkiBase
import SkiGraph
import Testing

struct HolidayCalendarTests {
  @Test func `holidays are read one a line`() throws {
    let text = "# Austria\n2026-01-01 new year\nPH 2026-01-06\r\n\nSH 2026-02-09\n"
    let calendar = try HolidayCalendar(text: text, path: "at.txt")
    #expect(calendar.publicHolidays == [try CalendarDay("2026-01-01"), try CalendarDay("2026-01-06")])
    #expect(calendar.schoolHolidays == [try CalendarDay("2026-02-09")])
  }

  @Test(arguments: ["2026-13-01", "Christmas", "SH", "PH 25.12.2026"])
  func `a line that is not a holiday is an error with its line number`(line: String) {
    let error = #expect(throws: SkiError.self) {
      try HolidayCalendar(text: "2026-01-01\n" + line, path: "at.txt")
    }
    #expect(error?.code == .malformedData && error?.subject == "at.txt, line 2")
  }
}
