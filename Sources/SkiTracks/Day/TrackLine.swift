import SkiBase
import SkiGraph

/// The measures of a sequence of unmatched fixes, with jitter, spikes and the drift of stops left out.
struct TrackLine {
  /// The least step in metres; shorter ones are jitter.
  private static let stepMetres = 15.0
  /// The number of standard deviations of the receiver by which elevations must differ to count.
  private static let elevationDeviations = 2.0
  /// The greatest ascent and descent for each metre of the way: a slope of 50°.
  private static let greatestSlope = 1.2
  /// The least detour of a spike in metres: to the fix and on, more than twice the way past it.
  private static let spikeMetres = 40.0
  /// The longest time between the fixes around a spike, in seconds.
  private static let spikeSeconds = 20.0

  /// The length along the fixes, in metres on the map.
  private(set) var mapLengthMetres = 0.0
  /// The distance from the first fix to the farthest, in metres.
  private(set) var extentMetres = 0.0
  /// The ascent in metres; nil without two elevations, and where they change by more than the way allows.
  private(set) var ascentMetres: Double?
  /// The descent in metres; nil as ``ascentMetres``.
  private(set) var descentMetres: Double?

  /// Measures fixes of a track; those of a stop count as one place.
  /// - Parameters:
  ///   - fixes: The fixes, as positions in `track`.
  ///   - track: The fixes of the track.
  ///   - stops: The stops of the track in order.
  /// - Complexity: O(*n* + *s*) in fixes and stops.
  init(_ fixes: Range<Int>, of track: [MatchedFix], stops: [Stay] = []) {
    var places: [LinePlace] = []
    var jumped = 0.0
    var stop = stops.partitioningIndex { $0.fixes.upperBound > fixes.lowerBound }
    for position in fixes where track[position].fix.coordinate.isValid {
      jumped += Double(track[position].elevation?.jumpMetres ?? 0)
      while stop < stops.count, stops[stop].fixes.upperBound <= position { stop += 1 }
      let isStanding = stop < stops.count && stops[stop].fixes.contains(position)
      if isStanding, position > fixes.lowerBound, position > stops[stop].fixes.lowerBound { continue }
      var place = LinePlace(track[position], jumpedMetres: jumped)
      if isStanding { place.coordinate = stops[stop].centre }
      places.append(place)
    }
    self.init(Self.withoutSpikes(places))
  }

  /// Returns fixes without those far from both neighbours, which are near each other.
  private static func withoutSpikes(_ fixes: [LinePlace]) -> [LinePlace] {
    guard fixes.count > 2 else { return fixes }
    var kept = [fixes[0]]
    for position in 1..<fixes.count - 1 {
      let (last, here, next) = (
        kept[kept.count - 1].coordinate, fixes[position].coordinate, fixes[position + 1]
      )
      let past = last.distanceMetres(to: next.coordinate)
      let detour = last.distanceMetres(to: here) + here.distanceMetres(to: next.coordinate)
      let seconds = next.seconds - kept[kept.count - 1].seconds
      if seconds <= spikeSeconds, detour > 2 * past + spikeMetres { continue }
      kept.append(fixes[position])
    }
    return kept + [fixes[fixes.count - 1]]
  }

  private init(_ fixes: [LinePlace]) {
    var anchor: Coordinate?
    var first: Coordinate?
    var heights = ElevationSteps()
    for fix in fixes {
      if let metres = fix.elevationMetres {
        heights.add(metres, stepMetres: Self.elevationDeviations * fix.deviationMetres)
      }
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
    guard heights.count > 1, heights.up + heights.down <= Self.greatestSlope * mapLengthMetres else { return }
    (ascentMetres, descentMetres) = (heights.up, heights.down)
  }
}

/// A place of a line with its elevation.
private struct LinePlace {
  var coordinate: Coordinate
  /// The time in seconds since 1970.
  var seconds: Double
  /// The elevation in metres, without the jumps of the receiver; nil when it is unknown or can't be trusted.
  var elevationMetres: Double?
  /// The standard deviation of the elevation, in metres.
  var deviationMetres: Double

  init(_ fix: MatchedFix, jumpedMetres: Double) {
    (coordinate, seconds) = (fix.fix.coordinate, fix.fix.time.secondsSince1970)
    elevationMetres = fix.elevation.map { $0.metres - jumpedMetres }
    deviationMetres = Double(fix.elevation?.deviationMetres ?? ReceiverElevation.usualDeviationMetres)
  }
}

/// Accumulates ascent and descent of noisy elevations with a threshold: smaller changes are not counted.
private struct ElevationSteps {
  /// The number of elevations.
  private(set) var count = 0
  /// The ascent in metres.
  private(set) var up = 0.0
  /// The descent in metres.
  private(set) var down = 0.0
  /// The last elevation that was counted.
  private var reached = 0.0

  mutating func add(_ metres: Double, stepMetres: Double) {
    count += 1
    guard count > 1 else {
      reached = metres
      return
    }
    guard abs(metres - reached) >= stepMetres else { return }
    if metres > reached { up += metres - reached } else { down += reached - metres }
    reached = metres
  }
}
