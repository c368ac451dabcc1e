import SkiBase

/// The values of all NMEA sentences with one time.
struct NMEAEpoch {
  /// The line of the first sentence.
  let line: Int
  /// The time in seconds since midnight, UTC.
  let secondsOfDay: Double
  /// The date, where a sentence contains it.
  private(set) var day: CalendarDay?
  /// The position and its properties.
  private(set) var draft = TrackDraft()
  /// Indicates whether a sentence reports an invalid position.
  private(set) var isInvalid = false

  /// Indicates whether a sentence reports a position, valid or not.
  var hasPosition: Bool { draft.hasPlace || isInvalid }

  init(line: Int, secondsOfDay: Double) {
    self.line = line
    self.secondsOfDay = secondsOfDay
    draft.position = line
  }

  /// Returns the field with the time of a kind of sentence; nil for kinds without one and unsupported kinds.
  static func timeField(of kind: String) -> Int? {
    switch kind {
    case "GGA", "RMC", "GNS", "GST", "ZDA": 1
    case "GLL": 5
    default: nil
    }
  }

  /// Adds the values of a sentence.
  mutating func take(_ sentence: NMEASentence) {
    switch sentence.kind {
    case "GGA": takeGGA(sentence)
    case "GNS": takeGNS(sentence)
    case "RMC": takeRMC(sentence)
    case "GLL": takePlace(sentence, at: 1, isValid: sentence.letter(6) != UInt8(ascii: "V"))
    case "VTG": takeVTG(sentence)
    case "GSA": draft.verticalAccuracyMetres = draft.verticalAccuracyMetres ?? metres(sentence.number(17))
    case "GST": takeGST(sentence)
    case "ZDA": takeZDA(sentence)
    default: break
    }
  }

  private mutating func takePlace(_ sentence: NMEASentence, at field: Int, isValid: Bool) {
    guard isValid else {
      isInvalid = true
      return
    }
    draft.hasPlace = true
    draft.latitude =
      sentence.degrees(field, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S")) ?? draft.latitude
    draft.longitude =
      sentence.degrees(field + 2, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W")) ?? draft.longitude
  }

  private mutating func takeGGA(_ sentence: NMEASentence) {
    let quality = sentence.letter(6)
    takePlace(sentence, at: 2, isValid: quality.map { (0x31...0x39).contains($0) } ?? false)
    draft.elevationMetres = sentence.number(9) ?? draft.elevationMetres
    draft.horizontalAccuracyMetres = draft.horizontalAccuracyMetres ?? metres(sentence.number(8))
  }

  private mutating func takeGNS(_ sentence: NMEASentence) {
    takePlace(sentence, at: 2, isValid: sentence[6].contains { $0 != UInt8(ascii: "N") })
    draft.elevationMetres = draft.elevationMetres ?? sentence.number(9)
    draft.horizontalAccuracyMetres = draft.horizontalAccuracyMetres ?? metres(sentence.number(8))
  }

  private mutating func takeRMC(_ sentence: NMEASentence) {
    takePlace(sentence, at: 3, isValid: sentence.letter(2) == UInt8(ascii: "A"))
    draft.speedMetresPerSecond =
      sentence.number(7).map { $0 * Self.metresPerSecondOfKnot } ?? draft.speedMetresPerSecond
    draft.courseDegrees = sentence.number(8) ?? draft.courseDegrees
    guard let date = sentence.number(9), date >= 0, date < 320_000, sentence[9].count == 6 else { return }
    let number = Int(date)
    // Dates have two digits of the year; GPS began in 1980.
    let year = number % 100
    day = try? CalendarDay(
      year: year < 80 ? 2000 + year : 1900 + year, month: number / 100 % 100, day: number / 10_000)
  }

  private mutating func takeVTG(_ sentence: NMEASentence) {
    if sentence.letter(2) == UInt8(ascii: "T") {
      draft.courseDegrees = draft.courseDegrees ?? sentence.number(1)
    }
    guard draft.speedMetresPerSecond == nil, sentence.letter(8) == UInt8(ascii: "K") else { return }
    draft.speedMetresPerSecond = sentence.number(7).map { $0 / 3.6 }
  }

  /// Adds error estimates of the receiver, which replace those from dilutions.
  private mutating func takeGST(_ sentence: NMEASentence) {
    if let north = sentence.number(6), let east = sentence.number(7) {
      draft.horizontalAccuracyMetres = (north * north + east * east).squareRoot()
    }
    draft.verticalAccuracyMetres = sentence.number(8) ?? draft.verticalAccuracyMetres
  }

  private mutating func takeZDA(_ sentence: NMEASentence) {
    guard let date = sentence.number(2), let month = sentence.number(3), let year = sentence.number(4),
      (1...31).contains(date), (1...12).contains(month), (1980...2099).contains(year)
    else { return }
    day = try? CalendarDay(year: Int(year), month: Int(month), day: Int(date))
  }

  private func metres(_ dilution: Double?) -> Double? {
    dilution.flatMap { $0 > 0 && $0 < 99 ? $0 * GPXConventions.metresPerDilution : nil }
  }

  private static let metresPerSecondOfKnot = 1852.0 / 3600
}
