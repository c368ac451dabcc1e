import SkiBase
import SkiGraph

/// Reads NMEA 0183 sentences; those of one time form one fix. See Data/Formats/tracks.md.
struct NMEAReader {
  private var epoch: NMEAEpoch?
  private var days: NMEADateResolver

  private init(_ options: TrackOptions) { days = NMEADateResolver(day: options.day) }

  /// Reads a whole log.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more points than the limit, and the errors of the
  ///   input.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    var reader = NMEAReader(tracks.options)
    var line: [UInt8] = []
    var number = input.line
    while try input.readLine(into: &line, atMostBytes: 1024) {
      try reader.take(line, number: number, &tracks)
      number = input.line
    }
    try reader.finishEpoch(&tracks)
    try reader.days.finish(&tracks)
  }

  private mutating func take(_ line: [UInt8], number: Int, _ tracks: inout TrackCollector) throws(SkiError) {
    switch NMEASentence.find(in: line) {
    case .none: break
    case .checksumMissing: tracks.note(.checksumMissing, .leftOut, at: number)
    case .checksumInvalid: tracks.note(.checksumInvalid, .leftOut, at: number)
    case .sentence(let sentence): try take(sentence, line: number, &tracks)
    }
  }

  private mutating func take(_ sentence: NMEASentence, line: Int, _ tracks: inout TrackCollector)
    throws(SkiError)
  {
    if let field = NMEAEpoch.timeField(of: sentence.kind) {
      guard let seconds = sentence.secondsOfDay(field) else {
        // Receivers leave the time empty without a fix.
        if !sentence[field].isEmpty { tracks.note(.timeInvalid, .leftOut, at: line) }
        return
      }
      if seconds != epoch?.secondsOfDay {
        try finishEpoch(&tracks)
        epoch = NMEAEpoch(line: line, secondsOfDay: seconds)
      }
    }
    epoch?.take(sentence)
  }

  private mutating func finishEpoch(_ tracks: inout TrackCollector) throws(SkiError) {
    guard let finished = epoch else { return }
    epoch = nil
    // Epochs without a position may have the date.
    try days.take(finished, &tracks)
  }
}

/// Assigns dates to epochs, which carry them rarely, late or never.
///
/// A time of day that falls by more than twelve hours is past midnight. Epochs before the first date are buffered until
/// it is known.
struct NMEADateResolver {
  /// The date of recordings without one.
  private let fallback: CalendarDay?
  /// The date and the seconds of the day of the previous epoch.
  private var last: (day: CalendarDay, secondsOfDay: Double)?
  /// The epochs before the first date.
  private var early: [NMEAEpoch] = []

  init(day: CalendarDay?) { fallback = day }

  /// Adds an epoch to the tracks, now or when its date is known.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more points than the limit.
  mutating func take(_ epoch: NMEAEpoch, _ tracks: inout TrackCollector) throws(SkiError) {
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

  /// Adds the buffered epochs with the fallback date; without one they are left out.
  mutating func finish(_ tracks: inout TrackCollector) throws(SkiError) {
    var place = fallback.map { (day: $0, secondsOfDay: early.first?.secondsOfDay ?? 0) }
    for epoch in early {
      guard let before = place else {
        if epoch.hasPosition { try tracks.leaveOut(.dateMissing, at: epoch.line) }
        continue
      }
      place = (Self.day(after: before, epoch.secondsOfDay), epoch.secondsOfDay)
      if let day = place?.day { try add(epoch, day, &tracks) }
    }
    early.removeAll()
  }

  /// Adds the buffered epochs, with dates counted back over midnights from the first known date.
  private mutating func addEarly(before day: CalendarDay, _ seconds: Double, _ tracks: inout TrackCollector)
    throws(SkiError)
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

  private func add(_ epoch: NMEAEpoch, _ day: CalendarDay, _ tracks: inout TrackCollector) throws(SkiError) {
    guard epoch.hasPosition else { return }
    guard !epoch.isInvalid else { return try tracks.leaveOut(.positionInvalid, at: epoch.line) }
    var draft = epoch.draft
    draft.time = ParsedTime(time: UniversalTime(day, secondsOfDay: epoch.secondsOfDay), hasZone: true)
    try tracks.add(draft)
  }
}
