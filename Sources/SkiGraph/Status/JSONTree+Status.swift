import SkiBase

extension JSONTree {
  func text(_ what: String) throws(StatusFault) -> String {
    guard case .string(let text) = self, !text.isEmpty else { throw StatusFault("\(what) must be a text") }
    return text
  }

  func elements(_ what: String) throws(StatusFault) -> [JSONTree] {
    guard case .array(let elements) = self else { throw StatusFault("\(what) must be a list") }
    return elements
  }

  /// Returns minutes of waiting, 0...360, in milliseconds.
  func waitMilliseconds(_ what: String) throws(StatusFault) -> Int {
    guard let minutes = nearestDouble, (0...360).contains(minutes) else {
      throw StatusFault("\(what) must be 0 to 360 minutes")
    }
    return Int((minutes * 60_000).rounded())
  }

  func day() throws(StatusFault) -> CalendarDay? {
    guard let text = try member("day")?.text("day") else { return nil }
    guard let day = try? CalendarDay(text) else {
      throw StatusFault("day \(text) can't be read; write it as 2026-01-31")
    }
    return day
  }

  private func moment(_ name: String) throws(StatusFault) -> DayTime {
    guard let text = try member(name)?.text(name) else { throw StatusFault("\(name) is missing") }
    guard let time = try? DayTime(text) else {
      throw StatusFault("\(name) \(text) can't be read; write it as 16:30")
    }
    return time
  }

  /// Returns hours from `opens` to `closes`; a closing time before the opening time is on the following day.
  func hours() throws(StatusFault) -> OpenHours {
    let (opens, closes) = (try moment("opens"), try moment("closes"))
    return OpenHours(
      opens: opens, closes: closes < opens ? closes.advanced(byMilliseconds: 86_400_000) : closes)
  }

  /// Returns the status of one lift or run.
  func status() throws(StatusFault) -> FeatureStatus {
    guard case .object = self else { throw StatusFault("an object is expected") }
    var status = FeatureStatus(key: try key())
    if let word = try member("state")?.text("state") {
      guard let state = OperatingState(rawValue: word) else {
        throw StatusFault("state \(word) is unknown; write open, hold, closed or scheduled")
      }
      status.state = state
    }
    status.waitMilliseconds = try member("waitMinutes").map { value throws(StatusFault) in
      try value.waitMilliseconds("waitMinutes")
    }
    if let text = try member("observedAt")?.text("observedAt") {
      guard let time = ParsedTime(iso8601: text.utf8), time.hasZone else {
        throw StatusFault(
          "observedAt \(text) can't be read; write it with its zone, as 2026-01-31T10:15:00+01:00")
      }
      status.observedAt = time.time
    }
    status.source = try member("source")?.text("source")
    for hours in try (member("hours") ?? .array([])).elements("hours") {
      status.hours.append(try hours.hours())
    }
    for wait in try (member("usualWaits") ?? .array([])).elements("usualWaits") {
      guard let minutes = wait.member("minutes") else {
        throw StatusFault("minutes of a usual wait are missing")
      }
      status.typicalWaits.append(
        TypicalWait(at: try wait.moment("at"), milliseconds: try minutes.waitMilliseconds("minutes")))
    }
    return status
  }

  private func key() throws(StatusFault) -> FeatureStatus.Key {
    if let id = try member("id")?.text("id") { return .id(SourceID(id)) }
    guard let name = try member("name")?.text("name") else { throw StatusFault("id and name are missing") }
    return .name(name)
  }
}
