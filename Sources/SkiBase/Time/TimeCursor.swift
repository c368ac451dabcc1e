/// A parser of the fields of a time in ISO 8601.
struct TimeCursor<Bytes: Collection<UInt8>> {
  private let bytes: Bytes
  private var position: Bytes.Index
  /// Indicates whether a zone began and was malformed.
  private(set) var hasFailed = false

  init(_ bytes: Bytes) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  /// Consumes the next byte when it is one of a set; returns whether it did.
  mutating func takesOne(of allowed: StaticString) -> Bool {
    guard !isAtEnd else { return false }
    let next = bytes[position]
    for index in 0..<allowed.utf8CodeUnitCount where allowed.utf8Start[index] == next {
      position = bytes.index(after: position)
      return true
    }
    return false
  }

  /// Consumes a number of digits; nil where there are fewer.
  private mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard !isAtEnd, bytes[position] &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(bytes[position] - 0x30)
      position = bytes.index(after: position)
    }
    return value
  }

  /// Consumes a day in the form `2026-02-01`.
  mutating func day() -> CalendarDay? {
    guard let year = digits(4), takesOne(of: "-"), let month = digits(2), takesOne(of: "-"),
      let day = digits(2)
    else { return nil }
    return try? CalendarDay(year: year, month: month, day: day)
  }

  /// Consumes a time of day in the form `09:30`, `09:30:15` or `09:30:15.25`.
  mutating func secondsOfDay() -> Double? {
    guard let hour = digits(2), takesOne(of: ":"), let minute = digits(2), minute < 60 else { return nil }
    var seconds = 0.0
    if takesOne(of: ":") {
      guard let whole = digits(2), whole <= 60 else { return nil }
      seconds = Double(whole)
      if takesOne(of: ".,") {
        guard let fraction = fraction() else { return nil }
        seconds += fraction
      }
    }
    seconds += Double(hour * 3600 + minute * 60)
    return hour < 24 || seconds == 86_400 ? seconds : nil
  }

  /// Consumes the digits of a fraction, one or more; those after the fifteenth are ignored.
  private mutating func fraction() -> Double? {
    var (value, scale, count) = (0.0, 1.0, 0)
    while let digit = digits(1) {
      count += 1
      guard count <= 15 else { continue }
      value = value * 10 + Double(digit)
      scale *= 10
    }
    return count > 0 ? value / scale : nil
  }

  /// Consumes a zone in the form `Z`, `+01:00`, `+0100` or `+01`; nil at the end, and where it is malformed
  /// (``hasFailed``).
  mutating func zone() -> UTCOffset? {
    if isAtEnd { return nil }
    if takesOne(of: "Zz") { return .zero }
    let isWest = takesOne(of: "-")
    hasFailed = true
    guard isWest || takesOne(of: "+"), let hours = digits(2) else { return nil }
    let minutes = takesOne(of: ":") || !isAtEnd ? digits(2) : 0
    guard let minutes, minutes < 60,
      let offset = try? UTCOffset(minutes: (isWest ? -1 : 1) * (hours * 60 + minutes))
    else { return nil }
    hasFailed = false
    return offset
  }
}
