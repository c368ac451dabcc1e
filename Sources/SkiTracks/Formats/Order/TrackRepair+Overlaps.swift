import SkiBase
import SkiGraph

/// The repair of segments that overlap in time: of two recorders of one traveller they are merged, of two travellers the
/// track with fewer fixes gives way.
extension TrackRepair {
  /// A segment with its place in the tracks.
  private struct Piece {
    let track: Int
    let segment: Int
    var first: Double
    var last: Double
  }

  /// The greatest median distance of two recorders of one traveller, in metres.
  private static let sameTravellerMetres = 50.0
  /// The longest gap over which a place is interpolated, in seconds, and the speed by which the distance may grow with
  /// the time to the nearer fix, in metres per second.
  private static let gap = (seconds: 120.0, metresPerSecond: 10.0)

  /// Sorts the segments of each track by time, and repairs overlaps of all of them.
  mutating func repairOverlaps(ofTracks indices: [Int]) {
    var pieces: [Piece] = []
    for track in indices {
      for segment in tracks[track].segments.indices {
        guard let first = tracks[track].segments[segment].first,
          let last = tracks[track].segments[segment].last
        else { continue }
        if let before = pieces.last, first.seconds < before.first {
          note(.segmentOutOfOrder, .mended, at: first.position)
        }
        pieces.append(Piece(track: track, segment: segment, first: first.seconds, last: last.seconds))
      }
    }
    let counts = tracks.map { $0.segments.reduce(0) { $0 + $1.count } }
    pieces.sort { ($0.first, $0.track, $0.segment) < ($1.first, $1.track, $1.segment) }
    var start = 0
    while start < pieces.count {
      var (end, last) = (start + 1, pieces[start].last)
      while end < pieces.count, pieces[end].first < last {
        last = max(last, pieces[end].last)
        end += 1
      }
      if end - start > 1 { join(pieces[start..<end], counts) }
      start = end
    }
    for track in indices {
      tracks[track].segments = tracks[track].segments.filter { !$0.isEmpty }
        .sorted { $0[0].seconds < $1[0].seconds }
    }
  }

  /// Merges segments that overlap into one of the track with most fixes, without those of other travellers.
  private mutating func join(_ pieces: ArraySlice<Piece>, _ counts: [Int]) {
    guard let base = pieces.map(\.track).max(by: { (counts[$0], $1) < (counts[$1], $0) }),
      let target = pieces.first(where: { $0.track == base })
    else { return }
    let own = Self.sorted(
      pieces.filter { $0.track == base }.flatMap { tracks[$0.track].segments[$0.segment] })
    var merged: [CollectedFix] = []
    for piece in pieces {
      let fixes = tracks[piece.track].segments[piece.segment]
      tracks[piece.track].segments[piece.segment] = []
      if piece.track != base, !Self.isSameTraveller(own, fixes) {
        for fix in fixes { note(.otherTraveller, .leftOut, at: fix.position) }
      } else {
        if !merged.isEmpty { for fix in fixes { note(.overlapMerged, .mended, at: fix.position) } }
        merged += fixes
      }
    }
    merged = Self.sorted(merged)
    removeDuplicates(&merged)
    tracks[target.track].segments[target.segment] = merged
  }

  /// Returns fixes in order of time; those of one time keep their order.
  static func sorted(_ fixes: [CollectedFix]) -> [CollectedFix] {
    let order = fixes.indices.sorted { (fixes[$0].seconds, $0) < (fixes[$1].seconds, $1) }
    return order.map { fixes[$0] }
  }

  /// Returns whether half of the fixes of the second list that can be compared lie where the first list says; true
  /// where none can.
  private static func isSameTraveller(_ a: [CollectedFix], _ b: [CollectedFix]) -> Bool {
    var excess: [Double] = []
    var next = a.partitioningIndex { $0.seconds >= b.first?.seconds ?? 0 }
    for fix in b {
      while next < a.count, a[next].seconds < fix.seconds { next += 1 }
      guard next > 0, next < a.count else { continue }
      let (before, after) = (a[next - 1], a[next])
      let gapSeconds = after.seconds - before.seconds
      guard gapSeconds <= gap.seconds else { continue }
      let share = gapSeconds > 0 ? (fix.seconds - before.seconds) / gapSeconds : 0
      let (from, to) = (before.fix.coordinate, after.fix.coordinate)
      let place = Coordinate(
        latitude: from.latitude + (to.latitude - from.latitude) * share,
        longitude: from.longitude + (to.longitude - from.longitude) * share)
      let nearestSeconds = min(fix.seconds - before.seconds, after.seconds - fix.seconds)
      excess.append(place.distanceMetres(to: fix.fix.coordinate) - gap.metresPerSecond * nearestSeconds)
    }
    guard !excess.isEmpty else { return true }
    excess.sort()
    return excess[excess.count / 2] <= sameTravellerMetres
  }
}
