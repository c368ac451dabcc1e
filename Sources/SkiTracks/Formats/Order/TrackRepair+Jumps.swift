import SkiBase
import SkiGraph

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
