import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport

@testable import SkiNavigation
@testable import SkiTracks

/// A random world with huts, and random places of people on it and beside it.
struct NearbyWorld {
  var world: RandomWorld
  let graph: RoutingGraph
  var random: SeededGenerator

  init(seed: UInt64) throws {
    world = try RandomWorld(seed: seed)
    random = SeededGenerator(seed: seed &* 7919)
    var builder = world.builder
    for number in 0..<3 {
      let node = builder.nodes[Int.random(in: 0..<builder.nodes.count, using: &random)].position
      let place = GraphPoint(
        position: FixedCoordinate(
          latitudeE7: node.latitudeE7 + Int32.random(in: -15_000...15_000, using: &random),
          longitudeE7: node.longitudeE7), elevationCentimetres: nil)
      builder.addFeature(
        GraphFeature(
          kind: .hut, id: SourceID("hut/\(number)"), name: "Hut \(number)", start: place, end: place))
    }
    graph = try builder.build()
  }

  mutating func options() -> NearbyOptions {
    var options = NearbyOptions()
    options.listsNamelessRuns = random.happens(0.8)
    options.measure = random.pick(NearbyMeasure.allCases)
    options.unreachable = random.pick(UnreachablePolicy.allCases)
    options.pinsFavourites = random.happens(0.5)
    options.limit = random.pick([0, 5, 100, 100])
    if random.happens(0.3) { options.greatestMinutes = Double.random(in: 0...20, using: &random) }
    if random.happens(0.3) { options.greatestMetres = Double.random(in: 0...2000, using: &random) }
    if random.happens(0.3) { options.kinds = Set(NearbyKind.allCases.filter { _ in random.happens(0.6) }) }
    return options
  }

  /// A random position on an edge, beside the network, or far away.
  mutating func spot() -> NearbyPosition {
    guard graph.edgeCount > 0, random.happens(0.6) else {
      guard case .coordinate(let place) = world.endpoint() else {
        return NearbyPosition(place: nil, coordinate: Coordinate(latitude: 47, longitude: 8))
      }
      return NearbyPosition(place: nil, coordinate: place)
    }
    let edge = EdgeIndex(Int.random(in: 0..<graph.edgeCount, using: &random))
    let length = Double(graph.link(graph.link(of: edge)).distancesCentimetres.last ?? 0) / 100
    return NearbyPosition(
      place: EdgePlace(edge: edge, metresAlong: Double.random(in: 0...1, using: &random) * length),
      coordinate: graph.point(graph.head(edge)).coordinate, isWaiting: random.happens(0.3))
  }

  mutating func favourites() -> Set<NearbyID> {
    let features = (0..<graph.featureCount).map { NearbyID.place(FeatureIndex($0)) }
    let people = (0..<4).map { NearbyID.person(TravellerID("p\($0)")) }
    return Set((features + people).filter { _ in random.happens(0.2) })
  }
}
