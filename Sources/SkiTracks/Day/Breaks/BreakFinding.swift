import SkiBase
import SkiGraph

/// Finds the breaks among the stays of a day, with the huts near them.
struct BreakFinding {
  /// The greatest distance of a hut from a break, in metres.
  private static let hutMetres = 80.0

  /// A stay long enough, with the distance to its hut in metres.
  private struct LongStay {
    var pause: DayBreak
    var hutMetres: Double?
  }

  private let breaks: [LongStay]

  /// Looks up the huts near stays long enough.
  /// - Complexity: O(*s* · *h* + *f*) in stays, huts and the features of the regions travelled.
  init(_ stays: [Stay], edges: TravelledEdges, options: SkiDayOptions) {
    let long = stays.filter { $0.durationSeconds >= options.breakSeconds }
    let huts = long.isEmpty ? [] : edges.travelledGraphs.flatMap(Self.huts)
    breaks = long.map { stay in
      let near = huts.map { (hut: $0, metres: $0.start.coordinate.distanceMetres(to: stay.centre)) }
        .filter { $0.metres <= Self.hutMetres }.min { $0.metres < $1.metres }
      let pause = DayBreak(
        start: stay.start, end: stay.end, coordinate: stay.centre, hut: near?.hut.name, hutID: near?.hut.id)
      return LongStay(pause: pause, hutMetres: near?.metres)
    }
  }

  private static func huts(of graph: RoutingGraph) -> [GraphFeature] {
    (0..<graph.featureCount).filter { FeatureKind(code: graph.kindCode(of: $0)) == .hut }
      .map { graph.feature(FeatureIndex($0)) }
  }

  /// Returns a wait before a lift without the break at a hut in it; nil when nothing is left.
  ///
  /// Standing near both is a break when the hut is nearer than the place of boarding.
  func wait(_ wait: ClosedRange<UniversalTime>, boardingAt place: Coordinate?) -> ClosedRange<UniversalTime>?
  {
    guard let place else { return wait }
    let last = breaks.last { stay in
      guard let hutMetres = stay.hutMetres else { return false }
      return stay.pause.start < wait.upperBound && stay.pause.end > wait.lowerBound
        && hutMetres < place.distanceMetres(to: stay.pause.coordinate)
    }
    guard let last else { return wait }
    let end = max(last.pause.end, wait.lowerBound)
    return end < wait.upperBound ? end...wait.upperBound : nil
  }

  /// Returns the breaks outside lift rides and waits, each without those at its ends.
  func breaks(outside laps: [Lap], waits: [ClosedRange<UniversalTime>?], options: SkiDayOptions) -> [DayBreak]
  {
    let taken =
      laps.filter { $0.kind == .lift }.map { ($0.start, $0.end) }
      + waits.compactMap { $0.map { ($0.lowerBound, $0.upperBound) } }
    return breaks.compactMap { stay in
      var pause = stay.pause
      for (start, end) in taken where start < pause.end && end > pause.start {
        // The longer part before or after what is taken.
        let (before, after) = (
          start.secondsSince1970 - pause.start.secondsSince1970,
          pause.end.secondsSince1970 - end.secondsSince1970
        )
        if before >= after { pause.end = start } else { pause.start = end }
      }
      return pause.end.secondsSince1970 - pause.start.secondsSince1970 >= options.breakSeconds ? pause : nil
    }
  }
}
