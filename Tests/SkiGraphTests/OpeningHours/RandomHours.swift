import SkiTestSupport

/// Values of `opening_hours` generated from its grammar.
///
/// Omits only forms that the reference library can't read or reads against the specification without a remedy by
/// rewriting; OpeningHoursTests has those.
struct RandomHours {
  private var random: SeededGenerator
  /// Indicates whether the last rule had times.
  private var hasTimes = false
  private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns one to four rules, sometimes followed by a fallback rule.
  mutating func value() -> String {
    if happens(0.03) {
      return pick(["24/7", "24/7; Tu off", "24/7 unknown", "off", "unknown", "24/7; Dec 24-26 off"])
    }
    var text = rule(isFirst: true)
    for _ in 0..<pick([0, 0, 0, 1, 1, 2, 3]) {
      // After days alone a comma would continue their list.
      text += happens(0.7) || !hasTimes ? "; " + rule() : ", " + rule(needsDays: true)
    }
    if happens(0.08) { text += " || " + rule() }
    return text
  }

  private mutating func rule(isFirst: Bool = false, needsDays: Bool = false) -> String {
    var parts: [String] = []
    if happens(isFirst ? 0.5 : 0.4) { parts.append(wide()) }
    // `Dec 1-31,Sep Su[-1]` may be the last Sunday of September alone.
    let isList = parts.first?.contains(",") ?? false
    if needsDays || happens(0.7) { parts.append(days(mayCount: !isList)) }
    hasTimes = happens(0.9)
    if hasTimes { parts.append(times()) }
    if happens(isFirst ? 0.05 : 0.25) || parts.isEmpty { parts.append(state()) }
    return parts.joined(separator: " ")
  }

  private mutating func wide() -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return pick(["2025", "2026", "2025-2026", "2024-2030/2", "2026+", "2024,2026"])
    case 1: return "week " + pick(["1-9", "2-20/2", "50-52", "5,7", "1,10-12", "40-53"])
    case 2: return pick(["2025", "2026"]) + " " + date()
    case 3: return pick(["2025-2026 ", "2024+ "]) + pick(Self.months)
    case 4: return "\(pick(["2025 Dec 15-2026 Apr 10", "2026 Jan 2-2026 Jan 20", "2024 Nov 30-2025 May 1"]))"
    case 5: return pick(Self.months) + ":"
    case 6: return dates() + " week " + pick(["1-26", "10-52/3"])
    default: return dates()
    }
  }

  private mutating func dates() -> String {
    var text = date()
    if happens(0.2) { text += "," + date() }
    return text
  }

  private mutating func date() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return pick(Self.months)
    case 1, 2: return pick(["Dec-Apr", "Nov-Mar", "Jan-Mar", "Jun-Sep", "Oct-May", "Dec-Mar"])
    case 3, 4: return "\(day())-\(day())"
    case 5: return day()
    case 6:
      return
        "\(pick(Self.months)) \(Int.random(in: 1...9, using: &random))-\(Int.random(in: 10...28, using: &random))"
    case 7:
      return pick([
        "easter", "easter -2 days", "easter +1 day", "easter -2 days-easter +1 day", "Dec 20-easter",
      ])
    case 8: return day() + pick([" +1 day", " -2 days", "+Su", "-Mo"])
    default:
      return pick(["Dec 15-Apr 15", "Dec 01-Apr 20", "Dec 20-Jan 06", "Feb 29", "Feb 29-Mar 10", "Oct 26+"])
    }
  }

  private mutating func day() -> String { "\(pick(Self.months)) \(Int.random(in: 1...28, using: &random))" }

  private mutating func days(mayCount: Bool) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 2 where !mayCount: return pick(Self.weekdays)
    case 0: return pick(["PH", "SH", "PH,SH", "PH +1 day", "PH -1 day"])
    case 1: return pick(["Mo-Fr,PH", "PH,Sa-Su", "Sa,PH", "SH,PH,Mo", "Su,SH"])
    case 2:
      return pick(Self.weekdays)
        + pick(["[1]", "[-1]", "[2,4]", "[1-3]", "[5]", "[1,-1]", "[2] +1 day", "[-1] -2 days"])
    case 3: return "\(pick(Self.weekdays)),\(pick(Self.weekdays))"
    case 4: return pick(Self.weekdays)
    case 5: return "Mo-We,Fr"
    default: return "\(pick(Self.weekdays))-\(pick(Self.weekdays))"
    }
  }

  private mutating func times() -> String {
    var text = span()
    if happens(0.2) { text += "," + span() }
    return text
  }

  private mutating func span() -> String {
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      return pick([
        "sunrise-sunset", "dawn-dusk", "(sunrise+01:00)-(sunset-00:30)", "09:00-sunset", "sunrise-15:30",
        "12:00-dusk",
      ])
    case 1:
      return pick(["22:00-02:00", "20:00-26:00", "18:30-01:15", "sunset-23:00", "00:00-24:00", "21:00-09:00"])
    case 2: return pick(["09:00+", "18:00+", "10:00-12:00+"])
    case 3: return pick(["09:00-16:00/02:00", "08:30-17:00/30"])
    default:
      let first = Int.random(in: 14...80, using: &random) * 10
      let last = first + Int.random(in: 1...60, using: &random) * 10
      return "\(clock(first))-\(clock(last))"
    }
  }

  private func clock(_ minutes: Int) -> String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  private mutating func state() -> String {
    pick(["off", "off", "closed", "open", "unknown", "\"when it snows\"", "off \"wind\"", "open \"shuttle\""])
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func happens(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
}
