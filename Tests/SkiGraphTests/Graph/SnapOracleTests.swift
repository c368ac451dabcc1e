import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

/// Compares snapping with an exhaustive search of all segments, number by number.
struct SnapOracleTests {
  /// Centres of worlds: those of ``SnapTests``, the poles, and near them.
  static let centres =
    SnapTests.centres + [89.9, -89.99, 90, -90].map { Coordinate(latitude: $0, longitude: 12) }

  @Test(arguments: 0..<10, UInt64(1)...8)
  func `snaps equal those of an exhaustive search, the order and each bit`(
    place: Int, seed: UInt64
  ) throws {
    var map = RandomMap(
      seed: seed + 100 * UInt64(place), centre: Self.centres[place], spanDegrees: 0.01, nodes: 15,
      features: Int(seed) * 4)
    let graph = try map.builder.build()
    for _ in 0..<320 { compare(graph, map.point().coordinate, &map.random, "place \(place), seed \(seed)") }
  }

  @Test(arguments: 0..<10)
  func `snaps in an index of several levels equal those of an exhaustive search`(place: Int) throws {
    var map = RandomMap(
      seed: UInt64(place), centre: Self.centres[place], spanDegrees: 0.3, nodes: 300, features: 500)
    let graph = try map.builder.build()
    for _ in 0..<20 { compare(graph, map.point().coordinate, &map.random, "place \(place)") }
    for node in 0..<10 {
      compare(graph, graph.point(NodeIndex(node)).coordinate, &map.random, "place \(place), node \(node)")
    }
  }

  @Test func `snaps of a network around the Earth equal those of an exhaustive search`() throws {
    var map = RandomMap(
      seed: 5, centre: Coordinate(latitude: 3, longitude: 20), spanDegrees: 85, nodes: 40, features: 40)
    let graph = try map.builder.build()
    for _ in 0..<100 {
      let anywhere = Coordinate(
        latitude: .random(in: -90...90, using: &map.random),
        longitude: .random(in: -180...180, using: &map.random))
      compare(graph, anywhere, &map.random, "around the Earth")
    }
  }

  @Test func `snaps to the places of vertices keep the order of links at equal distances`() throws {
    var map = RandomMap(seed: 9, spanDegrees: 0.0001, nodes: 6, features: 60)
    let graph = try map.builder.build()
    for point in 0..<graph.storage.pointLatitude.count {
      compare(graph, graph.linkPoint(point).coordinate, &map.random, "vertex \(point)")
    }
  }

  @Test func `the index takes up to 18 bytes a segment in a large network`() throws {
    let graph = try RandomMap(seed: 4, spanDegrees: 0.3, nodes: 300, features: 1500).builder.build()
    let index = graph.storage.segmentIndex()
    #expect(index.count == graph.storage.treeItemLink.count)
    #expect(index.byteCount <= 18 * index.count + 4096)
  }

  /// Compares five queries from one coordinate.
  private func compare(
    _ graph: RoutingGraph, _ from: Coordinate, _ random: inout SeededGenerator, _ text: String
  ) {
    let plain = PlainSnaps(graph, from)
    let text = "\(text), from \(from)"
    let share = Int.random(in: 1...4, using: &random)
    let isWanted = { (link: LinkIndex) in link.position % share == 0 }
    let exponent = Double.random(in: 0...5, using: &random)
    for metres in [150, Double.random(in: 0...600, using: &random), pow(10, exponent)] {
      #expect(
        graph.snaps(near: from, withinMetres: metres, limit: 1, where: isWanted)
          == plain.snaps(metres, 1, isWanted), "\(text), \(metres) m")
    }
    let metres = Double.random(in: 0...900, using: &random)
    let limit = Int.random(in: 2...20, using: &random)
    #expect(
      graph.snaps(near: from, withinMetres: metres, limit: limit, where: isWanted)
        == plain.snaps(metres, limit, isWanted), "\(text), \(metres) m, limit \(limit)")
    for room in [Double.random(in: 0...200, using: &random), .infinity] {
      #expect(
        graph.positions(near: from, withinMetres: metres, beyondNearestMetres: room, where: isWanted)
          == plain.positions(metres, room, isWanted), "\(text), \(metres) m, \(room) m beyond the nearest")
    }
  }

  private func pow(_ base: Double, _ exponent: Double) -> Double {
    (0..<Int(exponent)).reduce(1) { power, _ in power * base } * (1 + exponent - exponent.rounded(.down))
  }
}

/// The distances from a coordinate to all segments and stations.
private struct PlainSnaps {
  private struct Hit {
    var box: TreeBox
    var snap: NetworkSnap
  }

  private let plane: LocalPlane
  private var hits: [Hit] = []

  init(_ graph: RoutingGraph, _ from: Coordinate) {
    plane = LocalPlane(at: from)
    let storage = graph.storage
    for leaf in storage.treeItemLink.indices {
      let (link, first) = (storage.treeItemLink[leaf], Int(storage.treeItemPoint[leaf]))
      let snap = link == .max ? station(graph, first) : onLink(graph, link, first)
      hits.append(Hit(box: storage.treeBox[leaf], snap: snap))
    }
  }

  private func station(_ graph: RoutingGraph, _ node: Int) -> NetworkSnap {
    let point = graph.point(NodeIndex(node))
    let place = plane.metres(point.coordinate)
    return NetworkSnap(
      .atNode(NodeIndex(node)), point: point, distanceMetres: (place * place).sum().squareRoot())
  }

  private func onLink(_ graph: RoutingGraph, _ link: UInt32, _ first: Int) -> NetworkSnap {
    let (a, b) = (graph.linkPoint(first), graph.linkPoint(first + 1))
    let line = Segment(plane.metres(a.coordinate), plane.metres(b.coordinate))
    let share = line.fractionNearest(to: .zero)
    let place = line.place(at: share)
    let (from, to) = (graph.storage.pointDistance[first], graph.storage.pointDistance[first + 1])
    return NetworkSnap(
      .onLink(
        LinkIndex(link), offsetCentimetres: from + UInt32((Double(to - from) * share).rounded())),
      point: GraphPoint.between(a, b, share), distanceMetres: (place * place).sum().squareRoot())
  }

  /// Returns the nearest position of each link and station whose box is within a radius, in the order of results.
  func snaps(_ metres: Double, _ limit: Int, _ isWanted: (LinkIndex) -> Bool) -> [NetworkSnap] {
    let boxes = searchBoxes(metres)
    var best: [NetworkSnap.Key: NetworkSnap] = [:]
    for hit in hits where hit.snap.distanceMetres <= metres && boxes.contains(where: hit.box.intersects) {
      if let link = hit.snap.link, !isWanted(link) { continue }
      if let known = best[hit.snap.key],
        (known.distanceMetres, known.offsetCentimetres)
          <= (hit.snap.distanceMetres, hit.snap.offsetCentimetres)
      {
        continue
      }
      best[hit.snap.key] = hit.snap
    }
    let sorted = best.values.sorted {
      ($0.distanceMetres, $0.key.link, $0.key.node) < ($1.distanceMetres, $1.key.link, $1.key.node)
    }
    return Array(sorted.prefix(limit))
  }

  /// Returns the nearest position of each segment and station, each position once, by link and offset.
  func positions(_ metres: Double, _ room: Double, _ isWanted: (LinkIndex) -> Bool) -> [NetworkSnap] {
    guard let nearest = snaps(metres, 1, isWanted).first?.distanceMetres else { return [] }
    let reach = min(metres, nearest + room)
    let boxes = searchBoxes(reach)
    var best: [NetworkSnap.Position: NetworkSnap] = [:]
    for hit in hits where hit.snap.distanceMetres <= reach && boxes.contains(where: hit.box.intersects) {
      if let link = hit.snap.link, !isWanted(link) { continue }
      if let known = best[hit.snap.position], known.distanceMetres <= hit.snap.distanceMetres { continue }
      best[hit.snap.position] = hit.snap
    }
    return best.values.sorted {
      ($0.key.link, $0.offsetCentimetres, $0.key.node) < ($1.key.link, $1.offsetCentimetres, $1.key.node)
    }
  }

  private func searchBoxes(_ metres: Double) -> [TreeBox] {
    func fixed(_ value: Double) -> Int32 { Int32((value * 1e7).rounded()) }
    return BoundingBox(plane.origin).grown(
      north: metres / plane.scale.metresPerDegreeLatitude * 1.001 + 1e-6,
      east: min(180, metres / plane.scale.metresPerDegreeLongitude * 1.001 + 1e-6)
    ).map {
      TreeBox(south: fixed($0.south), west: fixed($0.west), north: fixed($0.north), east: fixed($0.east))
    }
  }
}

extension NetworkSnap {
  /// The link, or the greatest number, and the node.
  fileprivate struct Key: Hashable {
    var link: UInt32
    var node: UInt32
  }

  fileprivate var key: Key { Key(link: link?.rawValue ?? .max, node: node?.rawValue ?? 0) }

  fileprivate var offsetCentimetres: UInt32 {
    if case .onLink(_, let offset) = position { offset } else { 0 }
  }
}
