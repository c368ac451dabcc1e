import SkiGeo

/// Gives moments of a day their day: sentences tell it seldom, late or never.
///
/// A time of day that falls by more than half a day is past midnight. Moments before the first date wait for it.
struct NMEADays {
  /// The day of recordings that never tell theirs.
  private let fallback: CalendarDay?
  /// The day of the moment before, and its seconds.
  private var last: (day: CalendarDay, secondsOfDay: Double)?
  /// What was met before any date.
  private var early: [NMEAEpoch] = []

  init(day: CalendarDay?) { fallback = day }

  /// Adds a moment to the tracks, now or when its day is known.
  /// - Throws: ``SkiError`` with code `.limitExceeded`.
  mutating func take(_ epoch: NMEAEpoch, _ tracks: inout TrackCollector) throws {
    if let told = epoch.day {
      try addEarly(before: told, epoch.secondsOfDay, &tracks)
      last = (told, epoch.secondsOfDay)
    } else if let before = last {
      last = (Self.day(after: before, epoch.secondsOfDay), epoch.secondsOfDay)
    }
    guard let day = last?.day else {
      guard early.count < tracks.options.pointLimit else { throw tracks.tooMany() }
      return early.append(epoch)
    }
    try add(epoch, day, &tracks)
  }

  /// Adds what still waits, by the fallback; without one it is left out.
  mutating func finish(_ tracks: inout TrackCollector) throws {
    var place = fallback.map { (day: $0, secondsOfDay: early.first?.secondsOfDay ?? 0) }
    for epoch in early {
      guard let before = place else {
        if epoch.hasPosition { try tracks.leaveOut(.dateMissing, line: epoch.line) }
        continue
      }
      place = (Self.day(after: before, epoch.secondsOfDay), epoch.secondsOfDay)
      if let day = place?.day { try add(epoch, day, &tracks) }
    }
    early.removeAll()
  }

  /// Adds what waited for a date, counting midnights back from it.
  private mutating func addEarly(before day: CalendarDay, _ seconds: Double, _ tracks: inout TrackCollector)
    throws
  {
    var days: [CalendarDay] = []
    var later = (day: day, secondsOfDay: seconds)
    for epoch in early.reversed() {
      let isBeforeMidnight = epoch.secondsOfDay > later.secondsOfDay + 43_200
      later = (
        CalendarDay(daysSince1970: later.day.daysSince1970 - (isBeforeMidnight ? 1 : 0)), epoch.secondsOfDay
      )
      days.append(later.day)
    }
    for (epoch, day) in zip(early, days.reversed()) { try add(epoch, day, &tracks) }
    early.removeAll()
  }

  private static func day(after before: (day: CalendarDay, secondsOfDay: Double), _ seconds: Double)
    -> CalendarDay
  {
    let isPastMidnight = seconds < before.secondsOfDay - 43_200
    return CalendarDay(daysSince1970: before.day.daysSince1970 + (isPastMidnight ? 1 : 0))
  }

  private func add(_ epoch: NMEAEpoch, _ day: CalendarDay, _ tracks: inout TrackCollector) throws {
    guard epoch.hasPosition else { return }
    guard !epoch.isInvalid else { return try tracks.leaveOut(.positionInvalid, line: epoch.line) }
    var draft = epoch.draft
    draft.time = WrittenTime(time: UniversalTime(day, secondsOfDay: epoch.secondsOfDay), hasZone: true)
    try tracks.add(draft)
  }
}
