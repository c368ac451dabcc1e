import SkiBase
import SkiGraph
package import SkiTracks

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
