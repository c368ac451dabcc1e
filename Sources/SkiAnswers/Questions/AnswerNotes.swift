package import SkiAPI
package import SkiBase
import SkiGraph
package import SkiRouting
package import SkiTracks

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

extension DayLog {
  /// Returns notes on an unusual recording and on the days it was matched to.
  package func notes() -> [String] {
    let left =
      Self.notes(report)
      + (refusedCounts.isEmpty ? [] : ["left out of the track: \(refusedCounts.words)"])
      + days.flatMap(\.track.quality.notes)
    guard days.allSatisfy({ $0.day.laps.isEmpty }) else { return left }
    return left
      + (days.allSatisfy { $0.day.points.allSatisfy { $0.state == .offMap } }
        ? ["the track is nowhere near a lift or run of the map: all of it is unmatched"]
        : ["no lift was ridden and no run skied on this map"])
  }

  /// Returns notes on what reading left out and repaired, by the codes of Data/Formats/tracks.md.
  private static func notes(_ report: ImportReport) -> [String] {
    let words = [
      ("left out while reading", ImportReport.Outcome.leftOut), ("repaired while reading", .mended),
    ]
    return words.compactMap { words, outcome in
      let counts = report.entries.filter { $0.outcome == outcome }.map { "\($0.count) \($0.code)" }
      return counts.isEmpty ? nil : "\(words): \(counts.joined(separator: ", "))"
    }
  }
}

extension DayLog.Options {
  /// Sets the offset or the zone of local time from text; an offset also counts for times without a zone.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for text that can't be read, and for both at once.
  package mutating func take(utcOffset: String?, zone: String?) throws {
    offset = try utcOffset.map { try UTCOffset($0) }
    reading.offsetWithoutZone = offset ?? .zero
    guard let zone else { return }
    try SkiError.require(utcOffset == nil, "utcOffset and zone contradict each other; leave one out")
    try UTCOffset.requireZone(zone)
    self.zone = zone
  }
}

/// The notes of the current work on what its answer leaves out or assumes.
package enum AnswerNotes {
  /// The receiver of the notes; nil for none.
  ///
  /// An object, since a task-local closure crashes in optimised builds (Swift 6.3).
  @TaskLocal private static var receiver: NoteReceiver?

  /// Adds a note, which names keys of the question.
  package static func add(_ text: KeyedText) { receiver?.receive(text) }

  /// Calls a closure whose notes a function receives, and returns its result.
  /// - Throws: The errors of `body`.
  package static func received<Result>(
    by receive: @escaping @Sendable (KeyedText) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    try $receiver.withValue(NoteReceiver(receive: receive), operation: body)
  }

  /// A function that receives notes.
  private final class NoteReceiver: Sendable {
    let receive: @Sendable (KeyedText) -> Void
    init(receive: @escaping @Sendable (KeyedText) -> Void) { self.receive = receive }
  }
}

/// The notes of one piece of work, collected for its answer.
package final class NoteList: Sendable {
  private let lines = Locked<[String]>([])

  /// Creates an empty list.
  package init() {}

  /// Adds a note, with the names of the keys.
  package func append(_ text: KeyedText) { lines.withLock { $0.append(text.text.terminalSafe()) } }

  /// Returns the notes in the order in which they were added.
  package func all() -> [String] { lines.withLock { $0 } }
}

/// An error that ends a question without a document: there is no answer, for a reason.
package struct NoAnswerError: Error {
  /// The reason.
  package let reason: NoAnswer

  /// Creates the error of a reason.
  package init(reason: NoAnswer) { self.reason = reason }

  /// The reason as a document.
  package var answer: MissingAnswer { MissingAnswer(AnswerMissingRoute(reason)) }

  /// Adds a note with the snap distance that suffices for a coordinate beyond the limit.
  package static func noteSnap(_ reason: NoAnswer) {
    guard reason.reason == .notNearAnything, let metres = reason.nearestMetres else { return }
    let limit = ((metres / 10).rounded(.down) + 1) * 10
    guard limit <= SnapLimit.greatestMetres else { return }
    AnswerNotes.add("\(key: "snap") \(Int(limit)) reaches that far")
  }
}
