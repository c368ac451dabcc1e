import SkiBase
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

/// The repair of times that jump: those of clocks not set yet, of receivers that count weeks modulo 1,024, and of single
/// fixes.
extension TrackRepair {
  /// The longest step in time between fixes of one run, in seconds; longer ones are jumps or pauses over night.
  private static let stepSeconds = 43_200.0
  /// The greatest number of fixes that are left out as a jump between others.
  private static let jumpCount = 3
  /// 1,024 weeks, after which the week numbers of GPS begin again.
  private static let rolloverSeconds = 1024.0 * 7 * 86_400
  /// The times that clocks have before they are set: the days from the epochs of Unix, GPS and many devices, in seconds
  /// since 1970.
  private static let unsetSeconds: [Range<Double>] = [
    // 1970-01-01, 1980-01-01 and the first week of GPS, 1999-08-22 (GPS week 0 again), 2000-01-01.
    -86_400..<7 * 86_400, 315_532_800..<315_532_800 + 13 * 86_400, 935_280_000..<935_280_000 + 86_400,
    946_684_800..<946_684_800 + 86_400,
  ]

  /// Repairs the times of the tracks, whose fixes are taken in the order of the file.
  mutating func repairJumps(ofTracks indices: [Int]) {
    guard hasJump(ofTracks: indices) else { return }
    var line = FixLine(tracks, indices)
    removeUnset(&line)
    shiftRollovers(&line)
    removeJumps(&line)
    guard line.hasChanged else { return }
    line.write(to: &tracks)
  }

  /// Returns whether a step in time, ahead or back, is longer than those of a run.
  private func hasJump(ofTracks indices: [Int]) -> Bool {
    var last: Double?
    for track in indices {
      for fix in tracks[track].segments.joined() {
        if let last, abs(fix.seconds - last) > Self.stepSeconds { return true }
        last = fix.seconds
      }
    }
    return false
  }

  /// Leaves out the fixes of a clock that was not set, unless most have such a time.
  private mutating func removeUnset(_ line: inout FixLine) {
    let unset = line.places.indices.filter { index in
      Self.unsetSeconds.contains { $0.contains(line.seconds(index)) }
    }
    guard !unset.isEmpty, 2 * unset.count < line.places.count else { return }
    drop(unset, &line)
  }

  /// Moves runs of fixes by a multiple of 1,024 weeks where that puts them beside the longest run.
  private mutating func shiftRollovers(_ line: inout FixLine) {
    let runs = line.runs(stepSeconds: Self.stepSeconds)
    guard runs.count > 1, let longest = runs.max(by: { $0.count < $1.count }) else { return }
    let times = longest.map { line.seconds($0) }
    guard let first = times.min(), let last = times.max() else { return }
    for run in runs where run != longest {
      let weeks = ((first - line.seconds(run.lowerBound)) / Self.rolloverSeconds).rounded()
      let shift = weeks * Self.rolloverSeconds
      let fits = run.allSatisfy {
        (first - Self.stepSeconds...last + Self.stepSeconds).contains(line.seconds($0) + shift)
      }
      guard weeks != 0, fits else { continue }
      for index in run {
        line.shift(index, bySeconds: shift)
        note(.weekRollover, .mended, at: line.position(index), "\(Int(weeks) * 1024) weeks")
      }
    }
  }

  /// Leaves out up to three fixes between others, far in time from both that belong together.
  private mutating func removeJumps(_ line: inout FixLine) {
    let runs = line.runs(stepSeconds: Self.stepSeconds)
    guard runs.count > 2 else { return }
    var dropped: [Int] = []
    var before = runs[0]
    for (run, after) in zip(runs.dropFirst(), runs.dropFirst(2)) {
      let step = abs(line.seconds(after.lowerBound) - line.seconds(before.upperBound - 1))
      if run.count <= Self.jumpCount, step <= Self.stepSeconds {
        dropped += run
      } else {
        before = run
      }
    }
    drop(dropped, &line)
  }

  private mutating func drop(_ indices: [Int], _ line: inout FixLine) {
    for index in indices {
      let day = UniversalTime(secondsSince1970: line.seconds(index)).clock().day
      note(.timeJump, .leftOut, at: line.position(index), "\(day)")
    }
    line.drop(indices)
  }
}

/// The fixes of some tracks in the order of the file.
private struct FixLine {
  /// A fix with its place in the tracks.
  struct Place {
    let track: Int
    let segment: Int
    var fix: CollectedFix
  }

  private(set) var places: [Place] = []
  private(set) var hasChanged = false
  private let indices: [Int]

  init(_ tracks: [CollectedTrack], _ indices: [Int]) {
    self.indices = indices
    for track in indices {
      for (segment, fixes) in tracks[track].segments.enumerated() {
        for fix in fixes { places.append(Place(track: track, segment: segment, fix: fix)) }
      }
    }
  }

  func seconds(_ index: Int) -> Double { places[index].fix.seconds }

  func position(_ index: Int) -> Int { places[index].fix.position }

  /// Returns the ranges of fixes whose steps in time, ahead or back, are no longer than a limit.
  func runs(stepSeconds: Double) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for index in places.indices.dropFirst() where abs(seconds(index) - seconds(index - 1)) > stepSeconds {
      runs.append(start..<index)
      start = index
    }
    return places.isEmpty ? [] : runs + [start..<places.count]
  }

  mutating func shift(_ index: Int, bySeconds shift: Double) {
    places[index].fix.fix.time = places[index].fix.fix.time.advanced(bySeconds: shift)
    hasChanged = true
  }

  /// Removes fixes, given in ascending order of their indices.
  mutating func drop(_ indices: [Int]) {
    guard !indices.isEmpty else { return }
    hasChanged = true
    var next = indices[...]
    var kept: [Place] = []
    kept.reserveCapacity(places.count - indices.count)
    for (index, place) in places.enumerated() {
      if next.first == index { next.removeFirst() } else { kept.append(place) }
    }
    places = kept
  }

  /// Replaces the fixes of the tracks; segments may become empty.
  func write(to tracks: inout [CollectedTrack]) {
    for track in indices {
      for segment in tracks[track].segments.indices { tracks[track].segments[segment] = [] }
    }
    for place in places { tracks[place.track].segments[place.segment].append(place.fix) }
  }
}
