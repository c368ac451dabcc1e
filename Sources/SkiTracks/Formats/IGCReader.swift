import SkiBase
import SkiGraph

/// The values of a B record of IGC.
struct IGCFix {
  /// The time in seconds since midnight, UTC.
  let secondsOfDay: Double
  /// The position and its properties, without a time.
  private(set) var draft = TrackDraft()

  /// Reads a record `B HHMMSS DDMMmmmN DDDMMmmmE V PPPPP GGGGG`, and its extensions; nil where it is malformed.
  init?(_ line: [UInt8], _ extensions: IGCExtensions) {
    guard line.count >= 35, let hour = Self.number(line[1..<3]), let minute = Self.number(line[3..<5]),
      let second = Self.number(line[5..<7]), hour < 24, minute < 60, second < 61,
      let latitude = Self.degrees(line[7..<14], extensions.digits(.latitude, in: line)),
      let longitude = Self.degrees(line[15..<23], extensions.digits(.longitude, in: line)),
      "NS".utf8.contains(line[14]), "EW".utf8.contains(line[23])
    else { return nil }
    secondsOfDay =
      Double(hour * 3600 + minute * 60 + second) + (extensions.fraction(.second, in: line) ?? 0)
    draft.latitude = line[14] == UInt8(ascii: "S") ? -latitude : latitude
    draft.longitude = line[23] == UInt8(ascii: "W") ? -longitude : longitude
    draft.hasPlace = true
    takeElevation(
      pressure: Self.number(line[25..<30]), satellites: Self.number(line[30..<35]),
      isValid: line[24] == UInt8(ascii: "A"))
    draft.horizontalAccuracyMetres = extensions.number(.accuracy, in: line)
    draft.speedMetresPerSecond = extensions.number(.speed, in: line).map { $0 / 3.6 }
    draft.courseDegrees = extensions.number(.course, in: line)
  }

  /// Takes the elevation of the satellites where it is valid (A), else that of the pressure; 0 is none.
  private mutating func takeElevation(pressure: Int?, satellites: Int?, isValid: Bool) {
    let known = isValid ? [satellites, pressure] : [pressure]
    draft.elevationMetres = known.lazy.compactMap { $0 }.first { $0 != 0 }.map(Double.init)
    if pressure == nil || satellites == nil { draft.invalidValueCount += 1 }
  }

  /// Returns degrees from whole degrees, whole minutes and thousandths of minutes, with further decimals.
  private static func degrees(_ bytes: ArraySlice<UInt8>, _ decimals: ArraySlice<UInt8>) -> Double? {
    let whole = bytes.dropLast(5)
    guard let degrees = number(whole), let minutes = number(bytes.suffix(5) + decimals) else { return nil }
    let scale = decimals.reduce(1000.0) { scale, _ in scale * 10 }
    let value = Double(minutes) / scale
    // Recorders that round write 60.000 minutes.
    return value <= 60 ? Double(degrees) + value / 60 : nil
  }

  /// Returns a number of digits, which may begin with a minus; nil for anything else.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    guard !rest.isEmpty, rest.count <= 15 else { return nil }
    var value = 0
    for byte in rest {
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return isNegative ? -value : value
  }
}

/// The places of further values at the end of B records, as an I record defines them.
struct IGCExtensions {
  /// A value that is read.
  enum Value: String {
    /// The accuracy of the position in metres.
    case accuracy = "FXA"
    /// The speed over ground in kilometres per hour.
    case speed = "GSP"
    /// The true track in degrees.
    case course = "TRT"
    /// The decimals of the second.
    case second = "TDS"
    /// Further decimals of the minutes of the latitude.
    case latitude = "LAD"
    /// Further decimals of the minutes of the longitude.
    case longitude = "LOD"
  }

  private var ranges: [Value: Range<Int>] = [:]

  init() {}

  /// Reads an I record: `I`, the number of values in two digits, and for each the first and last byte, counted from 1,
  /// and three letters. Malformed parts are ignored.
  init(_ line: [UInt8]) {
    for start in stride(from: 3, to: line.count - 6, by: 7) {
      guard let first = IGCFix.number(line[start..<start + 2]),
        let last = IGCFix.number(line[start + 2..<start + 4]),
        first >= 36, last >= first, last - first < 10,
        let value = Value(rawValue: String(decoding: line[start + 4..<start + 7], as: UTF8.self))
      else { continue }
      ranges[value] = first - 1..<last
    }
  }

  /// Returns the digits of a value in a B record; none where it is missing or has other characters.
  func digits(_ value: Value, in line: [UInt8]) -> ArraySlice<UInt8> {
    guard let range = ranges[value], range.upperBound <= line.count,
      line[range].allSatisfy({ $0 &- 0x30 < 10 })
    else { return [] }
    return line[range]
  }

  /// Returns a value as a number; nil where it is missing.
  func number(_ value: Value, in line: [UInt8]) -> Double? {
    IGCFix.number(digits(value, in: line)).map(Double.init)
  }

  /// Returns a value as the decimals of a number below 1; nil where it is missing.
  func fraction(_ value: Value, in line: [UInt8]) -> Double? {
    let found = digits(value, in: line)
    return number(value, in: line).map { number in found.reduce(number) { result, _ in result / 10 } }
  }
}

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
