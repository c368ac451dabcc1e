import SkiGeo

/// The measures of a sequence of unmatched fixes, with jitter, spikes and the drift of stops left out.
struct TrackLine {
  /// The least step in metres; shorter ones are jitter.
  private static let stepMetres = 15.0
  /// The least difference of elevation in metres that counts.
  private static let elevationStepMetres = 8.0
  /// The least detour of a spike in metres: to the fix and on, more than twice the way past it.
  private static let spikeMetres = 40.0
  /// The longest time between the fixes around a spike, in seconds.
  private static let spikeSeconds = 20.0

  /// The length along the fixes, in metres on the map.
  private(set) var mapLengthMetres = 0.0
  /// The distance from the first fix to the farthest, in metres.
  private(set) var extentMetres = 0.0
  /// The ascent in metres; nil without elevations.
  private(set) var ascentMetres: Double?
  /// The descent in metres; nil without elevations.
  private(set) var descentMetres: Double?

  /// Measures fixes of a track; those of a stop count as one place.
  /// - Parameters:
  ///   - fixes: The fixes, as positions in `track`.
  ///   - track: The fixes of the track.
  ///   - stops: The stops of the track in order.
  /// - Complexity: O(*n* + *s*) in fixes and stops.
  init(_ fixes: Range<Int>, of track: [MatchedFix], stops: [Stay] = []) {
    var places: [LocationFix] = []
    var stop = stops.partitioningIndex { $0.fixes.upperBound > fixes.lowerBound }
    for position in fixes where track[position].fix.coordinate.isValid {
      while stop < stops.count, stops[stop].fixes.upperBound <= position { stop += 1 }
      let isStanding = stop < stops.count && stops[stop].fixes.contains(position)
      if isStanding, position > fixes.lowerBound, position > stops[stop].fixes.lowerBound { continue }
      var fix = track[position].fix
      if isStanding { fix.coordinate = stops[stop].centre }
      places.append(fix)
    }
    self.init(Self.withoutSpikes(places))
  }

  /// Returns fixes without those far from both neighbours, which are near each other.
  private static func withoutSpikes(_ fixes: [LocationFix]) -> [LocationFix] {
    guard fixes.count > 2 else { return fixes }
    var kept = [fixes[0]]
    for position in 1..<fixes.count - 1 {
      let (last, here, next) = (
        kept[kept.count - 1].coordinate, fixes[position].coordinate, fixes[position + 1]
      )
      let past = last.distanceMetres(to: next.coordinate)
      let detour = last.distanceMetres(to: here) + here.distanceMetres(to: next.coordinate)
      let seconds = next.time.secondsSince1970 - kept[kept.count - 1].time.secondsSince1970
      if seconds <= spikeSeconds, detour > 2 * past + spikeMetres { continue }
      kept.append(fixes[position])
    }
    return kept + [fixes[fixes.count - 1]]
  }

  private init(_ fixes: [LocationFix]) {
    var anchor: Coordinate?
    var first: Coordinate?
    var heights = ElevationSteps(stepMetres: Self.elevationStepMetres)
    for fix in fixes {
      if let height = fix.elevationMetres, height.isFinite { heights.add(height) }
      guard let last = anchor, let start = first else {
        (anchor, first) = (fix.coordinate, fix.coordinate)
        continue
      }
      extentMetres = max(extentMetres, start.distanceMetres(to: fix.coordinate))
      let step = last.distanceMetres(to: fix.coordinate)
      guard step >= Self.stepMetres else { continue }
      mapLengthMetres += step
      anchor = fix.coordinate
    }
    mapLengthMetres = max(mapLengthMetres, extentMetres)
    (ascentMetres, descentMetres) = (heights.ascent, heights.descent)
  }
}

/// Accumulates ascent and descent of noisy elevations with a threshold: smaller changes are not counted.
private struct ElevationSteps {
  let stepMetres: Double
  /// The last elevation that was counted.
  private var counted: Double?
  private var up = 0.0
  private var down = 0.0

  init(stepMetres: Double) { self.stepMetres = stepMetres }

  mutating func add(_ height: Double) {
    guard let reached = counted else {
      counted = height
      return
    }
    guard abs(height - reached) >= stepMetres else { return }
    if height > reached { up += height - reached } else { down += reached - height }
    counted = height
  }

  var ascent: Double? { counted == nil ? nil : up }
  var descent: Double? { counted == nil ? nil : down }
}
