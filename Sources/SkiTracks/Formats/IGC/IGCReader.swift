import SkiBase
import SkiGraph

/// Reads flight recordings in IGC: the fixes in B records, with their dates and extensions; see Data/Formats/tracks.md.
///
/// **Source:** FAI/IGC, Technical Specification for GNSS Flight Recorders, appendix A.
struct IGCReader {
  private var extensions = IGCExtensions()
  private var day: CalendarDay?
  private var secondsOfDay: Double?

  /// Returns whether a line is a B record or a date, by which a file is recognised.
  static func recognises(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "HFDTE".utf8) { return true }
    guard line.count >= 35, line.first == UInt8(ascii: "B") else { return false }
    let bytes = Array(line)
    return (1...6).allSatisfy { bytes[$0] &- 0x30 < 10 } && "NS".utf8.contains(bytes[14])
      && "EW".utf8.contains(bytes[23]) && "AV".utf8.contains(bytes[24])
  }

  /// Reads a whole recording.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more points than the limit, and the errors of the
  ///   input.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    var reader = IGCReader()
    reader.day = tracks.options.day
    var line: [UInt8] = []
    var number = input.line
    while try input.readLine(into: &line, atMostBytes: 512) {
      try reader.take(line, number: number, &tracks)
      number = input.line
    }
  }

  private mutating func take(_ line: [UInt8], number: Int, _ tracks: inout TrackCollector) throws(SkiError) {
    switch line.first {
    case UInt8(ascii: "B"): try takeFix(line, number: number, &tracks)
    case UInt8(ascii: "I"): extensions = IGCExtensions(line)
    case UInt8(ascii: "H") where line.starts(with: "HFDTE".utf8): takeDate(line)
    default: break
    }
  }

  /// Takes a date, `HFDTE010226` or `HFDTEDATE:010226,01`; years of two digits are 1980 to 2079.
  private mutating func takeDate(_ line: [UInt8]) {
    let digits = line.dropFirst(5).drop { $0 &- 0x30 > 9 }.prefix(6).map { Int($0) - 0x30 }
    guard digits.count == 6, digits.allSatisfy((0...9).contains) else { return }
    let year = digits[4] * 10 + digits[5]
    guard
      let date = try? CalendarDay(
        year: year < 80 ? 2000 + year : 1900 + year, month: digits[2] * 10 + digits[3],
        day: digits[0] * 10 + digits[1])
    else { return }
    (day, secondsOfDay) = (date, nil)
  }

  private mutating func takeFix(_ line: [UInt8], number: Int, _ tracks: inout TrackCollector) throws(SkiError)
  {
    guard let fix = IGCFix(line, extensions) else {
      return try tracks.leaveOut(.coordinateInvalid, at: number)
    }
    guard let today = day else { return try tracks.leaveOut(.dateMissing, at: number) }
    // A time of day that falls by over twelve hours is past midnight.
    if let before = secondsOfDay, fix.secondsOfDay < before - 43_200 {
      day = CalendarDay(daysSince1970: today.daysSince1970 + 1)
    }
    secondsOfDay = fix.secondsOfDay
    var draft = fix.draft
    draft.position = number
    draft.time = ParsedTime(
      time: UniversalTime(day ?? today, secondsOfDay: fix.secondsOfDay), hasZone: true)
    try tracks.add(draft)
  }
}
