public import SkiBase

/// The public and school holidays of a region.
///
/// The empty calendar has none: holidays are not derived from coordinates.
public struct HolidayCalendar: Sendable, Hashable {
  /// The public holidays (`PH`).
  public var publicHolidays: Set<CalendarDay>
  /// The school holidays (`SH`).
  public var schoolHolidays: Set<CalendarDay>

  /// Creates a calendar from its holidays; an omitted set is empty.
  public init(publicHolidays: Set<CalendarDay> = [], schoolHolidays: Set<CalendarDay> = []) {
    self.publicHolidays = publicHolidays
    self.schoolHolidays = schoolHolidays
  }

  /// Indicates whether there are no holidays.
  public var isEmpty: Bool { publicHolidays.isEmpty && schoolHolidays.isEmpty }

  func contains(_ day: CalendarDay, _ holiday: Holiday) -> Bool {
    let day = day.advanced(byDays: -holiday.offsetDays)
    return holiday.kind == .public ? publicHolidays.contains(day) : schoolHolidays.contains(day)
  }
}

extension HolidayCalendar {
  /// The maximum size of the text of a calendar in bytes, 1 MiB.
  public static let limitBytes = 1 << 20

  /// Creates a calendar from lines of dates, `2026-12-25`, optionally preceded by `PH` (public) or `SH` (school).
  ///
  /// A date without a prefix is a public holiday. Text after a date, empty lines and lines that begin with `#` are
  /// ignored.
  /// - Parameters:
  ///   - text: The lines, each with one date.
  ///   - path: The path of the file, the subject of errors; it is not opened.
  /// - Throws: ``SkiError`` with code `.malformedData` for another line, `.limitExceeded` beyond ``limitBytes``.
  /// - Complexity: O(*n*) in the bytes.
  public init(text: String, path: String) throws(SkiError) {
    guard text.utf8.count <= Self.limitBytes else {
      throw SkiError(
        .limitExceeded,
        "holidays of \(text.utf8.count) bytes are longer than \(Self.limitBytes); leave out far years",
        subject: path)
    }
    self.init()
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      var words = line.split(whereSeparator: \.isWhitespace)[...]
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let isSchool = first == "SH"
      if isSchool || first == "PH" { words.removeFirst() }
      guard let day = words.first.flatMap({ try? CalendarDay(String($0)) }) else {
        throw SkiError(
          .malformedData, "holiday \(line.prefix(40)) can't be read; write 2026-12-25, or SH 2026-02-14",
          subject: "\(path), line \(number + 1)")
      }
      if isSchool { schoolHolidays.insert(day) } else { publicHolidays.insert(day) }
    }
  }
}
