import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiNavigation
@testable import SkiTracks

/// A map of the same random mountain several times, far from each other, and fixes of people on it.
struct LiveWorld {
  let map: SkiMap
  let graphs: [RoutingGraph]
  var random: SeededGenerator

  init(seed: UInt64, eastDegrees: [Double] = [0, 5, 172]) throws {
    // A mountain with at least three runs and walks: most have them.
    var seed = seed
    var builder = try RandomWorld(seed: seed).builder
    while builder.links.count(where: { $0.kind == .run || $0.kind == .walk }) < 3 {
      seed += 1_000_000
      builder = try RandomWorld(seed: seed).builder
    }
    let mountain = builder
    let map = try MapContents(regions: eastDegrees.map { mountain.moved(eastDegrees: $0) }).map()
    self.map = map
    graphs = try map.regions.map { try map.graph($0) }
    random = SeededGenerator(seed: seed)
  }

  /// A place on a run or walk of a region, up to about a metre off.
  mutating func place(_ region: Int) -> Coordinate {
    let graph = graphs[region]
    let links = (0..<graph.linkCount).map { graph.link(LinkIndex($0)) }
      .filter { $0.kind == .run || $0.kind == .walk }
    let points = random.pick(links).points
    let (a, b) = (points[0].coordinate, points[1].coordinate)
    let share = Double.random(in: 0...1, using: &random)
    return Coordinate(
      latitude: a.latitude + (b.latitude - a.latitude) * share
        + Double.random(in: -1e-5...1e-5, using: &random),
      longitude: a.longitude + (b.longitude - a.longitude) * share)
  }
}

/// The time at a second of the test.
func second(_ seconds: Double) -> UniversalTime { UniversalTime(secondsSince1970: 1.7e9 + seconds) }

/// A report of a traveller at a place and a second of the test.
func report(_ traveller: String, _ place: Coordinate, at seconds: Double, sequence: UInt64? = nil)
  -> TravellerReport
{
  var fix = LocationFix(place, time: second(seconds), horizontalAccuracyMetres: 5)
  fix.sequence = sequence
  return TravellerReport(TravellerID(traveller), fix)
}
