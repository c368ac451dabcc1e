import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

struct SnapTests {
  /// Centres of worlds: the Alps, both sides of the antimeridian, Svalbard, the equator, Antarctica.
  static let centres = [
    Coordinate(latitude: 46.5, longitude: 7.5), Coordinate(latitude: 51.9, longitude: 179.999),
    Coordinate(latitude: -16.8, longitude: -179.999), Coordinate(latitude: 78.2, longitude: 15.6),
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: -77.8, longitude: 166.7),
  ]

  @Test(arguments: 0..<6, UInt64(1)...12)
  func `snaps equal those of an exhaustive search of every segment`(place: Int, seed: UInt64) throws {
    let centre = Self.centres[place]
    var map = RandomMap(seed: seed, centre: centre, spanDegrees: 0.01, nodes: 25, features: Int(seed) * 5)
    let graph = try map.builder.build()
    for _ in 0..<20 {
      let from = map.point().coordinate
      let metres = Double.random(in: 0...600, using: &map.random)
      let wanted = Int.random(in: 1...4, using: &map.random)
      let isWanted = { (link: LinkIndex) in link.position % wanted == 0 }
      let found = graph.snaps(near: from, withinMetres: metres, limit: 10_000, where: isWanted)
      let slow = slowSnaps(graph, from, metres, isWanted)
      let text = "place \(place), seed \(seed), from \(from), \(metres) m"
      #expect(Dictionary(grouping: found, by: Target.init).values.allSatisfy { $0.count == 1 }, "\(text)")
      #expect(Set(found.map(Target.init)) == Set(slow.keys), "\(text)")
      for snap in found {
        let best = try #require(slow[Target(snap)])
        #expect(abs(snap.distanceMetres - best) < 1e-6, "\(text)")
        check(snap, from, graph, text)
      }
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.distanceMetres <= $1.distanceMetres }, "\(text)")
      let few = graph.snaps(near: from, withinMetres: metres, limit: 3, where: isWanted)
      #expect(few == Array(found.prefix(3)), "\(text)")
    }
  }

  @Test(arguments: 0..<6, UInt64(1)...8)
  func `links that intersect a box equal those of an exhaustive search of every segment`(
    place: Int, seed: UInt64
  ) throws {
    var map = RandomMap(seed: seed, centre: Self.centres[place], spanDegrees: 0.01, features: Int(seed) * 8)
    let graph = try map.builder.build()
    for _ in 0..<20 {
      let (a, b) = (map.point().coordinate, map.point().coordinate)
      let box = BoundingBox(
        south: min(a.latitude, b.latitude), west: min(a.longitude, b.longitude),
        north: max(a.latitude, b.latitude), east: max(a.longitude, b.longitude))
      let slow = (0..<graph.linkCount).map { LinkIndex($0) }.filter { touches(graph.link($0), box) }
      #expect(graph.links(intersecting: box) == slow, "place \(place), seed \(seed), \(box)")
    }
  }

  @Test func `a box that excludes the antimeridian finds no link that crosses it`() throws {
    let graph = try RandomMap(seed: 3, centre: Self.centres[1], features: 60).builder.build()
    let box = BoundingBox(south: -90, west: -170, north: 90, east: 170)
    #expect(graph.links(intersecting: box).isEmpty)
    #expect(!graph.links(intersecting: BoundingBox(south: -90, west: -180, north: 90, east: 180)).isEmpty)
  }

  @Test func `inverted, invalid and NaN boxes do not trap, and invalid ones hold no link`() throws {
    let graph = try RandomMap(seed: 3).builder.build()
    for box in [
      BoundingBox(south: 95, west: 0, north: 99, east: 1),
      BoundingBox(south: 47, west: 7, north: 46, east: 8),
      BoundingBox(south: 0, west: 200, north: 1, east: 300),
      BoundingBox(south: 46, west: 8, north: 47, east: 7),
    ] {
      #expect(graph.links(intersecting: box).isEmpty)
    }
    _ = graph.links(intersecting: BoundingBox(south: .nan, west: .nan, north: .nan, east: .nan))
    let all = BoundingBox(south: -.infinity, west: -.infinity, north: .infinity, east: .infinity)
    #expect(!graph.links(intersecting: all).isEmpty)
  }

  @Test func `an invalid place, radius or limit gives no snaps`() throws {
    let graph = try RandomMap(seed: 3).builder.build()
    let here = Coordinate(latitude: 46.5, longitude: 7.5)
    #expect(graph.snaps(near: here, withinMetres: -1, limit: 5).isEmpty)
    #expect(graph.snaps(near: here, withinMetres: .nan, limit: 5).isEmpty)
    #expect(graph.snaps(near: here, withinMetres: 1000, limit: 0).isEmpty)
    #expect(graph.snaps(near: here, withinMetres: 1000, limit: -1).isEmpty)
    for bad in [Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 91, longitude: 0)] {
      #expect(graph.snaps(near: bad, withinMetres: 1000, limit: 5).isEmpty)
    }
  }

  @Test(arguments: [90.0, -90, 89.9999999, 89.99])
  func `snaps near the poles are valid and within the radius`(latitude: Double) throws {
    let centre = Coordinate(latitude: latitude, longitude: 10)
    var map = RandomMap(seed: 8, centre: centre, spanDegrees: 0.001, features: 60)
    let graph = try map.builder.build()
    for _ in 0..<50 {
      let from = map.point().coordinate
      for metres in [0, 1, 150, 1e5, 1e9, .infinity] {
        for snap in graph.snaps(near: from, withinMetres: metres, limit: 100) {
          #expect(snap.distanceMetres <= metres && snap.point.coordinate.isValid)
        }
      }
    }
    let pole = Coordinate(latitude: latitude > 0 ? 90 : -90, longitude: 0)
    #expect(!graph.snaps(near: pole, withinMetres: 5000, limit: 5).isEmpty)
  }

  @Test func `lifts are snapped to at their ends only, connectors never`() throws {
    let graph = try RandomMap(seed: 11, features: 80).builder.build()
    let all = graph.snaps(near: Coordinate(latitude: 46.5, longitude: 7.5), withinMetres: 1e5, limit: .max)
    let kinds = Set(all.compactMap { $0.link.map { graph.link($0).kind } })
    #expect(kinds == [.run, .walk])
    let ends = (0..<graph.linkCount).map { graph.link(LinkIndex($0)) }.filter { $0.kind == .lift }
      .flatMap { [$0.tail, $0.head] }
    #expect(Set(all.compactMap(\.node)) == Set(ends))
  }

  /// The link or node snapped to.
  private struct Target: Hashable {
    var link: LinkIndex?
    var node: NodeIndex?

    init(_ snap: NetworkSnap) { (link, node) = (snap.link, snap.node) }
    init(link: LinkIndex? = nil, node: NodeIndex? = nil) { (self.link, self.node) = (link, node) }
  }

  /// The least distance to each target within the radius, metres, by a search of every link.
  private func slowSnaps(
    _ graph: RoutingGraph, _ from: Coordinate, _ metres: Double, _ isWanted: (LinkIndex) -> Bool
  ) -> [Target: Double] {
    var best: [Target: Double] = [:]
    func offer(_ target: Target, _ distance: Double) {
      if distance <= metres { best[target] = min(best[target] ?? .infinity, distance) }
    }
    for position in 0..<graph.linkCount {
      let index = LinkIndex(position)
      let link = graph.link(index)
      switch link.kind {
      case .lift:
        for node in [link.tail, link.head] {
          let place = flat(graph.point(node).coordinate, from)
          offer(Target(node: node), (place.x * place.x + place.y * place.y).squareRoot())
        }
      case .run, .walk:
        guard isWanted(index) else { continue }
        for (a, b) in zip(link.points, link.points.dropFirst()) {
          offer(Target(link: index), gap(flat(a.coordinate, from), flat(b.coordinate, from)))
        }
      default: break
      }
    }
    return best
  }

  private func flat(_ place: Coordinate, _ from: Coordinate) -> (x: Double, y: Double) {
    let scale = LocalScale(latitude: from.latitude)
    var east = place.longitude - from.longitude
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    return (
      east * scale.metresPerDegreeLongitude, (place.latitude - from.latitude) * scale.metresPerDegreeLatitude
    )
  }

  /// The distance from the origin to a segment, by ternary search rather than by a formula.
  private func gap(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
    func distance(_ share: Double) -> Double {
      let (x, y) = (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
      return (x * x + y * y).squareRoot()
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<100 {
      let third = (high - low) / 3
      if distance(low + third) < distance(high - third) { high -= third } else { low += third }
    }
    return min(distance(0), distance(1), distance((low + high) / 2))
  }

  /// Checks that a snap's point agrees with its distance and its offset.
  private func check(_ snap: NetworkSnap, _ from: Coordinate, _ graph: RoutingGraph, _ text: String) {
    let scale = LocalScale(latitude: from.latitude)
    #expect(abs(scale.distanceMetres(from, snap.point.coordinate) - snap.distanceMetres) < 0.03, "\(text)")
    guard case .onLink(let index, let offset) = snap.position else {
      #expect(snap.node.map(graph.point) == snap.point, "\(text)")
      return
    }
    let link = graph.link(index)
    let fits = link.points.indices.dropLast().contains { position in
      let (low, high) = (link.distancesCentimetres[position], link.distancesCentimetres[position + 1])
      guard offset >= low, offset <= high else { return false }
      let share = high > low ? Double(offset - low) / Double(high - low) : 0
      let (a, b) = (link.points[position], link.points[position + 1])
      let along = scale.distanceMetres(a.coordinate, b.coordinate)
      // Any place between two points of equal distance is right; elsewhere half a centimetre of the offset.
      let slack = high > low ? along * 0.51 / Double(high - low) + 0.05 : along + 0.05
      return abs(scale.distanceMetres(a.coordinate, snap.point.coordinate) - along * share) < slack
    }
    #expect(fits, "\(text): \(snap)")
  }

  private func touches(_ link: GraphLink, _ box: BoundingBox) -> Bool {
    guard link.kind == .run || link.kind == .walk else { return false }
    return zip(link.points, link.points.dropFirst()).contains { a, b in
      let (first, second) = (a.coordinate, b.coordinate)
      let (south, north) = (min(first.latitude, second.latitude), max(first.latitude, second.latitude))
      let (west, east) = (min(first.longitude, second.longitude), max(first.longitude, second.longitude))
      guard south <= box.north, north >= box.south else { return false }
      return east - west > 180 ? box.west <= west || box.east >= east : west <= box.east && east >= box.west
    }
  }
}
