import Foundation
import SkiGeo
import SkiGraph
import SkiReports
import SkiTracks

/// A recording that was read and judged, with what is odd about it.
struct RecordedDay: Sendable {
  let name: String?
  let fixes: [LocationFix]
  /// What was left out, in lines for standard error.
  let notes: [String]

  /// Reads a recording and refuses the fixes that can't be.
  /// - Throws: ``SkiError`` as reading does; `.emptyInput` when no fix is left.
  init(path: String, offset: UTCOffset) throws {
    var options = TrackOptions()
    options.offsetWithoutZone = offset
    let file = try TrackReader.read(path: path, options: options)
    let segments = file.segments.sorted { a, b in
      (a.first?.time.secondsSince1970 ?? 0) < (b.first?.time.secondsSince1970 ?? 0)
    }
    var filter = FixFilter()
    fixes = filter.accepted(of: segments.joined())
    name = file.name
    guard !fixes.isEmpty else {
      throw SkiError(
        .emptyInput, "track has no fix that can be believed: \(Self.words(filter)); record it again",
        subject: path)
    }
    notes = filter.refusedCounts.isEmpty ? [] : ["left out of the track: \(Self.words(filter))"]
  }

  private static func words(_ filter: FixFilter) -> String {
    filter.refusedCounts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
  }

  /// Returns the day it tells of on a map.
  /// - Throws: ``SkiError`` as matching does.
  func document(on map: SkiMap, offset: UTCOffset, file: String) throws -> DayDocument {
    let matched = try TrackMatcher(map: map).match(fixes)
    let title = name ?? URL(filePath: file).deletingPathExtension().lastPathComponent
    return DayDocument(
      day: try SkiDay.make(from: matched, map: map), track: matched, title: title, offset: offset,
      sources: map.sources)
  }
}
