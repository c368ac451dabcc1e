import SkiGraph

/// The repairs of the order and the times of a recording, each counted in the report; see Data/Formats/tracks.md.
///
/// Kinds of tracks are repaired apart. Fixes move in time only by multiples of 1,024 weeks, never in space.
struct TrackRepair {
  var tracks: [CollectedTrack]
  private(set) var report: ImportReport
  private let positionUnit: String

  init(_ tracks: [CollectedTrack], _ report: ImportReport, positionUnit: String) {
    (self.tracks, self.report, self.positionUnit) = (tracks, report, positionUnit)
  }

  /// Repairs all tracks. Complexity: O(*n* log *n*) in fixes.
  mutating func repairAll() {
    for kind in RecordedTrack.Kind.allCases {
      let indices = tracks.indices.filter { tracks[$0].kind == kind }
      repairJumps(ofTracks: indices)
      for index in indices {
        for segment in tracks[index].segments.indices { repairOrder(index, segment) }
      }
      repairOverlaps(ofTracks: indices)
    }
  }

  /// Counts an event of a fix in the report.
  mutating func note(
    _ code: TrackCollector.Code, _ outcome: ImportReport.Outcome, at position: Int, _ detail: String = ""
  ) {
    report.count(code.rawValue, outcome, id: "\(positionUnit) \(position)", detail: detail)
  }

  /// Turns a segment that is newest first, sorts its fixes by time and removes duplicates.
  private mutating func repairOrder(_ track: Int, _ segment: Int) {
    // Taken out, so that the fixes are not copied.
    var fixes = tracks[track].segments[segment]
    tracks[track].segments[segment] = []
    if Self.isNewestFirst(fixes) {
      fixes.reverse()
      note(.newestFirst, .mended, at: fixes[fixes.count - 1].position, "\(fixes.count) fixes")
    }
    sort(&fixes)
    removeDuplicates(&fixes)
    tracks[track].segments[segment] = fixes
  }

  /// Returns whether nine of ten steps in time lead back.
  private static func isNewestFirst(_ fixes: [CollectedFix]) -> Bool {
    guard fixes.count > 2 else { return false }
    var (back, ahead) = (0, 0)
    for (a, b) in zip(fixes, fixes.dropFirst()) {
      if b.seconds < a.seconds { back += 1 }
      if b.seconds > a.seconds { ahead += 1 }
    }
    return back > 0 && back >= 9 * ahead
  }

  private mutating func sort(_ fixes: inout [CollectedFix]) {
    var latest = -Double.infinity
    var isSorted = true
    for fix in fixes {
      if fix.seconds < latest {
        isSorted = false
        note(.outOfOrder, .mended, at: fix.position)
      }
      latest = max(latest, fix.seconds)
    }
    if !isSorted { fixes = Self.sorted(fixes) }
  }

  /// Removes each fix that is the same as the one before.
  mutating func removeDuplicates(_ fixes: inout [CollectedFix]) {
    guard zip(fixes, fixes.dropFirst()).contains(where: { $1.isDuplicate(of: $0) }) else { return }
    var kept: [CollectedFix] = []
    kept.reserveCapacity(fixes.count)
    for fix in fixes {
      if let last = kept.last, fix.isDuplicate(of: last) {
        note(.duplicate, .leftOut, at: fix.position)
      } else {
        kept.append(fix)
      }
    }
    fixes = kept
  }
}
