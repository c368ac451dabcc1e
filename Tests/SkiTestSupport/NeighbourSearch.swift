import SkiBase
import SkiGraph
import SkiTracks

/// Proximity queries on a graph, in both directions of every link, for the tolerances and error causes of scoring.
struct NeighbourSearch {
  private let graph: RoutingGraph
  /// The links that meet at each node.
  private let linksAt: [[LinkIndex]]
  private let stations: [Coordinate]

  init(_ graph: RoutingGraph) {
    self.graph = graph
    var linksAt = [[LinkIndex]](repeating: [], count: graph.nodeCount)
    var stations: [Coordinate] = []
    for position in 0..<graph.linkCount {
      let link = LinkIndex(position)
      let (tail, head) = (Int(graph.storage.linkTail[position]), Int(graph.storage.linkHead[position]))
      linksAt[tail].append(link)
      if head != tail { linksAt[head].append(link) }
      if graph.storage.linkKind[position] == LinkKind.lift.code {
        stations += [graph.point(NodeIndex(tail)).coordinate, graph.point(NodeIndex(head)).coordinate]
      }
    }
    (self.linksAt, self.stations) = (linksAt, stations)
  }

  /// Returns whether two places lie within some metres of a node both can be reached from on links, each within those
  /// metres.
  func share(_ a: EdgePlace, _ b: EdgePlace, within metres: Double) -> Bool {
    let near = nodes(around: a, within: metres)
    return ends(of: b).contains { node, far in far <= metres && near[node.position] != nil }
  }

  /// Returns the nodes within some metres of a place, with their distances.
  private func nodes(around place: EdgePlace, within metres: Double) -> [Int: Double] {
    var near: [Int: Double] = [:]
    var open = ends(of: place).filter { $0.metres <= metres }
    while let (node, far) = open.popLast() {
      if let known = near[node.position], known <= far { continue }
      near[node.position] = far
      for link in linksAt[node.position] {
        let next = far + length(link)
        guard next <= metres else { continue }
        let (tail, head) = (graph.storage.linkTail[link.position], graph.storage.linkHead[link.position])
        open.append((NodeIndex(node.rawValue == tail ? head : tail), next))
      }
    }
    return near
  }

  private func ends(of place: EdgePlace) -> [(node: NodeIndex, metres: Double)] {
    let whole = length(graph.link(of: place.edge))
    return [
      (graph.tail(place.edge), max(0, place.metresAlong)),
      (graph.head(place.edge), max(0, whole - place.metresAlong)),
    ]
  }

  private func length(_ link: LinkIndex) -> Double {
    Double(graph.storage.pointDistance[graph.pointRange(link).upperBound - 1]) / 100
  }

  /// Returns the coordinate of a place on an edge.
  func coordinate(of place: EdgePlace) -> Coordinate {
    let link = graph.link(graph.link(of: place.edge))
    let whole = Double(link.distancesCentimetres.last ?? 0) / 100
    let along = graph.isReversed(place.edge) ? whole - place.metresAlong : place.metresAlong
    for index in link.points.indices.dropFirst() {
      let (low, high) = (
        Double(link.distancesCentimetres[index - 1]) / 100, Double(link.distancesCentimetres[index]) / 100
      )
      guard along <= high || index == link.points.count - 1 else { continue }
      let share = high > low ? max(0, min(1, (along - low) / (high - low))) : 0
      let (a, b) = (link.points[index - 1].coordinate, link.points[index].coordinate)
      return Coordinate(
        latitude: a.latitude + (b.latitude - a.latitude) * share,
        longitude: a.longitude + shortestLongitudeDifference(a.longitude, b.longitude) * share)
    }
    return link.points[0].coordinate
  }

  /// Returns the distance of a place from a link's line, in metres.
  func metres(from place: Coordinate, to link: GraphLink) -> Double {
    let scale = LocalScale(latitude: place.latitude)
    let points = link.points.map { point in
      SIMD2(
        shortestLongitudeDifference(place.longitude, point.coordinate.longitude)
          * scale.metresPerDegreeLongitude,
        (point.coordinate.latitude - place.latitude) * scale.metresPerDegreeLatitude)
    }
    return zip(points, points.dropFirst()).map { a, b in
      let along = b - a
      let squared = (along * along).sum()
      let share = squared > 0 ? max(0, min(1, -(a * along).sum() / squared)) : 0
      let nearest = a + along * share
      return (nearest * nearest).sum().squareRoot()
    }
    .min() ?? .infinity
  }

  /// Returns whether two runs lie within 8 m of each other for 30 m around a place of the first; false for lifts.
  func shareSnow(_ place: EdgePlace, _ other: EdgePlace?) -> Bool {
    guard let other else { return false }
    let (link, wrong) = (graph.link(graph.link(of: place.edge)), graph.link(graph.link(of: other.edge)))
    guard link.kind == .run, wrong.kind == .run else { return false }
    let whole = Double(link.distancesCentimetres.last ?? 0) / 100
    let middle = max(15, min(whole - 15, place.metresAlong))
    return [middle - 15, middle, middle + 15]
      .allSatisfy { along in
        let at = EdgePlace(region: place.region, edge: place.edge, metresAlong: max(0, min(whole, along)))
        return metres(from: coordinate(of: at), to: wrong) <= 8
      }
  }

  /// Returns whether a lift's end lies within 60 m.
  func isNearStation(_ place: Coordinate) -> Bool {
    stations.contains { $0.distanceMetres(to: place) <= 60 }
  }
}
