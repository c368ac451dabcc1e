import SkiBase
import SkiGraph
import Testing

/// Opening hours by example: the hours of each part of the grammar on a day in the Alps.
struct OpeningHoursTests {
  /// 2026-02-03 is a Tuesday.
  private static let tuesday = "2026-02-03"

  private func text(_ hours: [OpenHours]) -> String {
    hours.map { hour in
      let minutes = [hour.opens, hour.closes].map { $0.milliseconds / 60_000 }
      return minutes.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }.joined(separator: "-")
    }.joined(separator: " ")
  }

  /// Returns the hours of a day as text, `9:00-16:00 ?18:00-20:00`, with a question mark before unknown spans.
  private func hours(_ value: String, _ day: String, holidays: [String] = []) throws -> String {
    let place = OpeningHoursPlace(
      coordinate: Coordinate(latitude: 45.3, longitude: 6.6), offset: try UTCOffset("+1"),
      holidays: HolidayCalendar(publicHolidays: Set(try holidays.map { try CalendarDay($0) })))
    let hours = try OpeningHours(value).hours(on: try CalendarDay(day), at: place)
    let unknown = hours.unknown.map { "?" + text([$0]) }.joined(separator: " ")
    return [text(hours.open), unknown].filter { !$0.isEmpty }.joined(separator: " ")
  }

  @Test(arguments: [
    ("Mo-Fr 09:00-16:00", "9:00-16:00"), ("Sa,Su 09:00-16:00", ""), ("Dec-Apr 9:00-16:30", "9:00-16:30"),
    ("Dec 15-Apr 15 09:00-16:00", "9:00-16:00"), ("Feb 4-Jan 31 09:00-16:00", ""),
    ("2025 Dec 6-2026 Feb 2 09:00-16:00", ""), ("2025 Dec-Mar 09:00-16:00", "9:00-16:00"),
    ("2026+ 09:00-16:00", "9:00-16:00"), ("week 6 09:00-16:00", "9:00-16:00"), ("week 5 09:00-16:00", ""),
    ("week 50-10 09:00-16:00", "9:00-16:00"), ("Tu[1] 09:00-16:00", "9:00-16:00"), ("Tu[-1] 09:00-16:00", ""),
    ("Mo[1] +1 day 09:00-16:00", "9:00-16:00"), ("Jan 31 +3 days 09:00-16:00", "9:00-16:00"),
    ("Feb 1 +Tu 09:00-16:00", "9:00-16:00"), ("Feb 3 off", ""), ("24/7", "0:00-48:00"),
    ("Feb 1,3,5 09:00-16:00", "9:00-16:00"), ("Mar Su[-1]-Oct Su[-1] 09:00-16:00", ""),
    ("Oct Su[-1]-Mar Su[-1] 09:00-16:00", "9:00-16:00"), ("Nov 25-easter 09:00-16:00", "9:00-16:00"),
  ])
  func `day selectors choose the days of the hours`(value: String, expected: String) throws {
    #expect(try hours(value, Self.tuesday) == expected)
  }

  @Test(arguments: [
    ("09:00-16:00; Tu 10:00-12:00", "10:00-12:00"), ("09:00-16:00, Tu 18:00-20:00", "9:00-16:00 18:00-20:00"),
    ("09:00-16:00; 12:00-13:00 off", "9:00-12:00 13:00-16:00"), ("09:00-16:00; Tu off", ""),
    ("Mo 09:00-16:00 || 10:00-12:00", "10:00-12:00"),
    ("10:00-12:00 || \"ask\"", "10:00-12:00 ?0:00-10:00 ?12:00-34:00"),
    ("10:00-12:00 || off", "10:00-12:00"), ("09:00-16:00 \"snow permitting\"", "?9:00-16:00"),
    ("09:00-16:00 open \"shuttle\"", "9:00-16:00"), ("\"winter\": 09:00-16:00", "?9:00-16:00"),
    ("winter 09:00-16:00; summer 10:00-18:00", "?9:00-18:00"), ("09:00-16:00; \"storm\": off", "9:00-16:00"),
    ("10:00-12:00+", "10:00-12:00 ?12:00-24:00"), ("unknown", "?0:00-48:00"),
  ])
  func `rules replace, add to or fall back for earlier rules`(value: String, expected: String) throws {
    #expect(try hours(value, Self.tuesday) == expected)
  }

  @Test func `hours past midnight belong to the day on which they begin`() throws {
    #expect(try hours("Tu 22:00-02:00", Self.tuesday) == "22:00-26:00")
    #expect(try hours("Mo 22:00-02:00", Self.tuesday) == "0:00-2:00")
    #expect(try hours("Mo 22:00-02:00; Tu 10:00-12:00", Self.tuesday) == "0:00-2:00 10:00-12:00")
    #expect(try hours("22:00-26:00; Tu off", Self.tuesday) == "0:00-2:00")
    #expect(try hours("22:00-26:00; Tu off", "2026-02-04") == "22:00-26:00")
    #expect(try hours("Mo 22:00-02:00; Tu 00:00-01:00 off", Self.tuesday) == "1:00-2:00")
  }

  @Test func `PH selects the public holidays of the calendar`() throws {
    let holidays = [Self.tuesday]
    #expect(try hours("Mo-Fr 09:00-16:00; PH off", Self.tuesday, holidays: holidays) == "")
    #expect(try hours("Mo-Fr 09:00-16:00; PH off", Self.tuesday) == "9:00-16:00")
    #expect(try hours("Sa,PH 09:00-16:00", Self.tuesday, holidays: holidays) == "9:00-16:00")
    #expect(try hours("PH Sa-Su 09:00-16:00", Self.tuesday, holidays: holidays) == "")
    #expect(try hours("PH Mo-Fr 09:00-16:00", Self.tuesday, holidays: holidays) == "9:00-16:00")
    #expect(try hours("PH +1 day 09:00-16:00", "2026-02-04", holidays: holidays) == "9:00-16:00")
    #expect(try OpeningHours("Mo-Fr; PH off").mentionsHolidays() && !OpeningHours("Mo-Fr").mentionsHolidays())
  }

  @Test func `sunrise and sunset bound spans, and a span that begins after its sunset is empty`() throws {
    #expect(try hours("sunrise-sunset", Self.tuesday) == "7:51-17:43")
    #expect(try hours("(sunrise+01:09)-(sunset-00:43)", Self.tuesday) == "9:00-17:00")
    #expect(try hours("18:00-sunset", Self.tuesday) == "")
    #expect(try hours("sunset-02:00", Self.tuesday) == "0:00-2:00 17:43-26:00")
  }

  @Test(arguments: [
    ("Mo, We 10:00-12:00", "We 10:00-12:00,Mo 10:00-12:00"), ("mo-fr 9:00-12:00", "Mo-Fr 09:00-12:00"),
    ("Monday-Friday: 09:00 – 12:00", "Mo-Fr 09:00-12:00"),
    ("Dec. 15 - Apr. 15: 09:00-12:00", "Dec 15-Apr 15 09:00-12:00"),
    ("2026 Feb,Mar 09:00-12:00;", "2026 Feb-Mar 09:00-12:00"),
    ("January-Sept 09:00-12:00", "Jan-Sep 09:00-12:00"),
  ])
  func `common deviations from the grammar mean the same as the strict form`(value: String, strict: String)
    throws
  {
    for day in [
      "2026-02-02", "2026-02-03", "2026-02-04", "2025-02-03", "2026-06-30", "2026-12-31", "2026-09-30",
    ] {
      #expect(try hours(value, day) == hours(strict, day), "\(day)")
    }
  }

  @Test(arguments: [
    ("", SkiError.Code.emptyInput), (" ; ", .emptyInput), ("9am-5pm", .malformedData),
    ("10:00", .malformedData),
    ("09:00-", .malformedData), ("Mo[6]", .malformedData), ("Feb 30 off", .malformedData),
    ("week 54", .malformedData),
    ("09.00-16.00", .malformedData), ("\"open", .malformedData), ("Mo ||", .malformedData),
    ("täglich", .malformedData),
    ("2026-2025", .malformedData), ("20:00-48:30", .malformedData),
    (String(repeating: "Mo,", count: 400), .limitExceeded),
  ])
  func `an unreadable value is an error with its code and byte offset`(value: String, code: SkiError.Code) {
    let error = #expect(throws: SkiError.self) { try OpeningHours(value) }
    #expect(error?.code == code)
    if code == .malformedData { #expect(error?.subject?.hasPrefix("byte ") == true) }
  }
}
