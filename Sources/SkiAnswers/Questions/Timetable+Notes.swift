import SkiBase
import SkiGraph
import SkiRouting

extension MapRouter {
  /// Notes the parts of the schedule that do not apply in a region.
  /// - Throws: As ``router(for:)``.
  func noteCoverage(in region: RegionIndex) throws { try withDay(in: region) { $0.timetable.noteCoverage() } }
}

extension Timetable {
  /// Notes the parts of a status that do not apply.
  fileprivate func noteCoverage() {
    noteMapHours()
    if coverage.isOfAnotherDay {
      AnswerNotes.add("the status is of another day; its hours and usual waits do not count")
    }
    if coverage.staleCount > 0 {
      AnswerNotes.add("\(coverage.staleCount) states of the status are too old to count")
    }
    for key in coverage.unknown.prefix(5) {
      let name =
        switch key {
        case .id(let id): id.rawValue
        case .name(let name): name
        }
      AnswerNotes.add("the status names \(name), which is not in this ski area")
    }
    if coverage.unknown.count > 5 {
      AnswerNotes.add("and \(coverage.unknown.count - 5) more that are not in this ski area")
    }
  }

  /// Notes the opening hours of the map that do not apply.
  private func noteMapHours() {
    if mapHours.unreadCount > 0 {
      AnswerNotes.add(
        "opening hours of \(mapHours.unreadCount) lifts and runs can't be read; they do not count")
    }
    if mapHours.withoutCalendarCount > 0 {
      AnswerNotes.add(
        "opening hours of \(mapHours.withoutCalendarCount) lifts and runs refer to holidays, of which none are given"
      )
    }
    if mapHours.uncertainCount > 0 {
      AnswerNotes.add(
        "opening hours of \(mapHours.uncertainCount) lifts and runs depend on more than the clock")
    }
  }
}
