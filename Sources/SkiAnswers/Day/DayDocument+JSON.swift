public import SkiAPI
public import SkiBase
import SkiGraph
import SkiTracks

extension DayDocument {
  /// Returns the day as a plain document. Complexity: O(*l* · *a*) in laps and ski areas, and O(*s*) in unmatched stretches.
  public func answer() -> DayAnswer {
    var answer = DayAnswer()
    (answer.day, answer.totals) = (head(), DayAnswer.Totals(day.totals))
    answer.laps = day.laps.map { DayAnswer.Lap($0, of: day) }
    answer.unmatched = day.unmatched.map { DayAnswer.Stretch($0) }
    answer.areas = day.areas.indices.map(area)
    answer.achievements = achievements.map { DayAnswer.Feat($0) }
    answer.descents = day.descents.map { DayAnswer.Descent($0) }
    answer.breaks = day.breaks.map { DayAnswer.Break($0) }
    return answer
  }

  /// Returns the day as one JSON object: `version`, `day`, `laps`, `unmatched`, `totals`, `areas`, `achievements`,
  /// `descents`, `breaks`.
  ///
  /// The object is one line; see Data/Formats/day.md.
  /// - Complexity: O(*l* · *a*) in laps and ski areas, and O(*s*) in unmatched stretches.
  public func json() -> TerminalText { answer().line() }

  func head() -> DayAnswer.Head {
    var head = DayAnswer.Head()
    (head.title, head.start, head.end) = (title, day.start, day.end)
    (head.zone, head.offset, head.fixCount) = (zone, offset, day.points.count)
    (head.attribution, head.licence) = (attributions.credit, licences.credit)
    return head
  }

  private func area(_ index: Int) -> DayAnswer.Area {
    var area = DayAnswer.Area()
    (area.id, area.name) = (day.areas[index].id, day.areas[index].name)
    area.liftCount = day.areas[index].operatingLiftCount
    area.riddenLiftCount = Set(day.laps.filter { $0.kind == .lift && $0.area == index }.map(\.feature)).count
    return area
  }
}

extension DayAnswer.Span {
  fileprivate init(_ start: UniversalTime, _ end: UniversalTime, _ durationSeconds: Double) {
    self.init()
    (self.start, self.end, self.durationSeconds) = (start, end, durationSeconds)
  }
}

extension DayAnswer.Lap {
  /// Creates the lap of an answer.
  init(_ lap: SkiTracks.Lap, of day: SkiDay) {
    self.init()
    (kind, id, name, refs) = (lap.kind.rawValue, lap.id, lap.name, lap.refs)
    area = lap.area.flatMap { day.areas[$0].name }
    (difficulty, isDifficultyEstimated) = (lap.difficulty, lap.isDifficultyEstimated)
    (colour, liftKind, seats) = (lap.colour, lap.liftKind, lap.seats)
    span = .init(lap.start, lap.end, lap.durationSeconds)
    (waitSeconds, stoppedSeconds) = (lap.waitSeconds, lap.stoppedSeconds)
    (unrecordedSeconds, bridgedSeconds) = (lap.unrecordedSeconds, lap.bridgedSeconds)
    (verticalMetres, lengthMetres, bridgedMetres) = (lap.verticalMetres, lap.lengthMetres, lap.bridgedMetres)
    (ascentMetres, descentMetres) = (lap.ascentMetres, lap.descentMetres)
    (startElevationMetres, endElevationMetres) = (lap.startElevationMetres, lap.endElevationMetres)
    elevationOrigin = lap.elevationOrigin?.rawValue
    averageSpeedMetresPerSecond = lap.averageSpeedMetresPerSecond
    (topSpeedMetresPerSecond, confidence) = (lap.topSpeedMetresPerSecond, lap.confidence)
  }
}

extension DayAnswer.Stretch {
  /// Creates the unmatched stretch of an answer.
  init(_ stretch: UnmatchedStretch) {
    self.init()
    reason = stretch.reason.rawValue
    span = .init(stretch.start, stretch.end, stretch.durationSeconds)
    lengthMetres = stretch.mapLengthMetres
    (ascentMetres, descentMetres) = (stretch.ascentMetres, stretch.descentMetres)
  }
}

extension DayAnswer.Feat {
  fileprivate init(_ achievement: Achievement) {
    self.init()
    (kind, value, unit) = (achievement.kind.rawValue, achievement.value, achievement.unit)
    (name, lap) = (achievement.name, achievement.lap)
  }
}

extension DayAnswer.Descent {
  fileprivate init(_ descent: SkiTracks.Descent) {
    self.init()
    span = .init(descent.start, descent.end, descent.durationSeconds)
    (descentMetres, lengthMetres) = (descent.descentMetres, descent.lengthMetres)
    (offMapMetres, offMapDescentMetres) = (descent.offMapMetres, descent.offMapDescentMetres)
    (bridgedMetres, stopCount) = (descent.bridgedMetres, descent.stopCount)
    (stoppedSeconds, laps) = (descent.stoppedSeconds, Array(descent.laps))
    (startsAfterGap, endsBeforeGap) = (descent.startsAfterGap, descent.endsBeforeGap)
  }
}

extension DayAnswer.Break {
  fileprivate init(_ pause: DayBreak) {
    self.init()
    span = .init(pause.start, pause.end, pause.durationSeconds)
    (hut, hutID, coordinate) = (pause.hut, pause.hutID, pause.coordinate)
  }
}

extension DayAnswer.Totals {
  /// Creates the sums of an answer.
  init(_ totals: DayTotals) {
    self.init()
    (liftRideCount, liftCount, runCount) = (totals.liftRideCount, totals.liftCount, totals.runCount)
    (runsByColour, runMetresByColour) = (totals.runsByColour, totals.runMetresByColour)
    (liftAscentMetres, liftDescentMetres) = (totals.liftAscentMetres, totals.liftDescentMetres)
    (runDescentMetres, liftMetres, runMetres) = (totals.runDescentMetres, totals.liftMetres, totals.runMetres)
    unmatchedMetres = totals.unmatchedMetres
    unmatchedAscentMetres = totals.unmatchedAscentMetres
    unmatchedDescentMetres = totals.unmatchedDescentMetres
    (totalSeconds, rideSeconds, skiSeconds) = (totals.totalSeconds, totals.rideSeconds, totals.skiSeconds)
    (waitSeconds, stoppedSeconds) = (totals.waitSeconds, totals.stoppedSeconds)
    (walkSeconds, unmatchedSeconds) = (totals.walkSeconds, totals.unmatchedSeconds)
    (unrecordedSeconds, bridgedSeconds) = (totals.unrecordedSeconds, totals.bridgedSeconds)
    (bridgedMetres, topSpeedMetresPerSecond) = (totals.bridgedMetres, totals.topSpeedMetresPerSecond)
  }
}
