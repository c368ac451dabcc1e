import SkiBase
import SkiGraph

/// Finds the stays of a track from its fixes alone, matched or not.
struct StayFinder {
  let track: MatchedTrack
  let options: SkiDayOptions

  /// The longest time between two stays that are one, in seconds.
  private static let shuffleSeconds = 60.0

  /// Returns the stays in order of time, those close to each other in place and time joined.
  /// - Complexity: O(*n* log *n*) in fixes.
  func stays() -> [Stay] {
    let all = (stops() + gaps()).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    var joined: [Stay] = []
    for stay in all {
      if let last = joined.last,
        stay.start.secondsSince1970 - last.end.secondsSince1970 <= Self.shuffleSeconds,
        last.centre.distanceMetres(to: stay.centre) <= SkiDayOptions.stopExtentMetres
      {
        joined[joined.count - 1].end = max(last.end, stay.end)
        joined[joined.count - 1].fixes =
          last.fixes.lowerBound..<max(last.fixes.upperBound, stay.fixes.upperBound)
      } else {
        joined.append(stay)
      }
    }
    return joined
  }

  /// Returns the stops, see ``StopFinder``, as ranges of positions in the track.
  func stops() -> [Stay] {
    guard let first = track.fixes.first(where: { $0.fix.coordinate.isValid })?.fix.coordinate else {
      return []
    }
    let plane = LocalPlane(at: first)
    var observations: [Observation] = []
    var positions: [Int] = []
    for (position, fix) in track.fixes.enumerated() {
      guard
        let observation = Observation(
          fix.fix, after: observations.last?.observed, plane: plane,
          noiseMetres: MatchingOptions.usualNoiseMetres)
      else { continue }
      observations.append(observation)
      positions.append(position)
    }
    return StopFinder(observations).stops().map { stop in
      var middle = SIMD2<Float>(0, 0)
      for index in stop { middle += observations[index].place / Float(stop.count) }
      let fixes = positions[stop.lowerBound]..<positions[stop.upperBound - 1] + 1
      return Stay(
        start: track.fixes[fixes.lowerBound].fix.time, end: track.fixes[fixes.upperBound - 1].fix.time,
        centre: plane.coordinate(SIMD2<Double>(middle)), fixes: fixes)
    }
  }

  /// Returns the gaps with the same place at both ends.
  private func gaps() -> [Stay] {
    track.fixes.indices.dropFirst().compactMap { position in
      let (from, to) = (track.fixes[position - 1].fix, track.fixes[position].fix)
      guard to.time.secondsSince1970 - from.time.secondsSince1970 > options.gapSeconds,
        from.coordinate.isValid,
        to.coordinate.isValid,
        from.coordinate.distanceMetres(to: to.coordinate) <= SkiDayOptions.stopExtentMetres
      else { return nil }
      return Stay(start: from.time, end: to.time, centre: to.coordinate, fixes: position - 1..<position + 1)
    }
  }
}

/// A time without movement: a stop of the traveller, or a gap in the fixes with the same place at both ends.
struct Stay {
  var start: UniversalTime
  var end: UniversalTime
  /// The mean coordinate of the fixes.
  var centre: Coordinate
  /// The fixes of the stop, as positions in the track; the two around it for a gap.
  var fixes: Range<Int>

  var durationSeconds: Double { end.secondsSince1970 - start.secondsSince1970 }
}
