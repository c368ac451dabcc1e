import SkiBase
import SkiGraph

/// Times the nearest edge within 150 m to many places of a whole map, as of positions of receivers, without the clock
/// between them.
///
/// Places lie up to 20 m beside points of all regions, in proportion to their points, in random order.
struct NearestBenchmark {
  private let graphs: [RoutingGraph]
  private let places: [(graph: Int, coordinate: Coordinate)]
  private static let placeCount = 200_000
  private static let rounds = 7

  /// Opens a map and draws the places.
  /// - Throws: ``SkiError`` when the file is no map, ``BenchError`` when it has no link.
  init(path: String) throws {
    let map = try SkiMap.open(path: path)
    let graphs = try map.regions.map { try map.graph($0) }.filter { $0.linkCount > 0 }
    guard !graphs.isEmpty else { throw BenchError("the map has no network") }
    self.graphs = graphs
    let sizes = graphs.map { $0.pointRange(LinkIndex($0.linkCount - 1)).upperBound }
    let all = sizes.reduce(0, +)
    var random = SplitMix(state: 3)
    var places: [(graph: Int, coordinate: Coordinate)] = []
    for (number, graph) in graphs.enumerated() {
      for _ in 0..<Self.placeCount * sizes[number] / all {
        places.append((number, Self.place(in: graph, &random)))
      }
    }
    self.places = places.shuffled(using: &random)
  }

  private static func place(in graph: RoutingGraph, _ random: inout SplitMix) -> Coordinate {
    let points = graph.pointRange(LinkIndex(Int.random(in: 0..<graph.linkCount, using: &random)))
    let at = graph.linkPoint(Int.random(in: points, using: &random)).coordinate
    return Coordinate(
      latitude: at.latitude + Double.random(in: -0.00018...0.00018, using: &random),
      longitude: at.longitude + Double.random(in: -0.00018...0.00018, using: &random))
  }

  /// Prints a line with the places a second of the median round.
  func run() {
    var found = 0
    // The first round makes the indexes.
    let times = Timing.of(Self.rounds + 1) {
      found = 0
      for (number, place) in places {
        found += graphs[number].nearestSnap(to: place, withinMetres: 150) == nil ? 0 : 1
      }
    }.dropFirst().sorted()
    let segments = graphs.reduce(0) {
      $0 + $1.pointRange(LinkIndex($1.linkCount - 1)).upperBound - $1.linkCount
    }
    print(
      JSONText.object([
        ("what", .text("nearest edges of a map")), ("places", .number(Double(places.count))),
        ("found", .number(Double(found))), ("segments", .number(Double(segments))),
        ("perSecond", .number(Double(places.count) / times[times.count / 2] * 1e6)),
      ]))
  }
}
