package import SkiGeo

extension RoutingGraph {
  /// Returns the nearest positions on runs, streets and lift stations, nearest first.
  ///
  /// Each link appears at most once, with its nearest point, and each station once; lift spans and connectors never do.
  /// Distances are horizontal, in the tangent plane at the coordinate. Equal distances keep graph order; on one link
  /// the position nearer its tail comes first.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate to snap, in WGS 84 degrees.
  ///   - metres: The search radius in metres; a few kilometres at most, since the plane is flat.
  ///   - limit: The maximum number of results.
  ///   - isWanted: Returns whether a link may be returned; stations always may.
  /// - Complexity: O(log *n* + *k*) expected, in all segments *n* and those within the radius *k*.
  package func snaps(
    near coordinate: Coordinate, withinMetres metres: Double, limit: Int,
    where isWanted: (LinkIndex) -> Bool = { _ in true }
  ) -> [NetworkSnap] {
    guard coordinate.isValid, metres >= 0, limit > 0 else { return [] }
    var search = SnapSearch(graph: self, coordinate: coordinate, withinMetres: metres)
    search.run(where: isWanted)
    return search.nearest(limit)
  }

  /// Returns the runs and streets with a segment whose bounding box intersects a box, in graph order without
  /// duplicates.
  ///
  /// It serves drawing and matching, which test the geometry themselves. An inverted box gives no links.
  /// - Complexity: O(log *n* + *k* log *k*) expected, in all segments *n* and those found *k*.
  package func links(intersecting box: BoundingBox) -> [LinkIndex] {
    let south = max(-90, box.south)
    let (west, north, east) = (max(-180, box.west), min(90, box.north), min(180, box.east))
    guard south <= north, west <= east else { return [] }
    let low = FixedCoordinate(Coordinate(latitude: south, longitude: west))
    let high = FixedCoordinate(Coordinate(latitude: north, longitude: east))
    let wanted = TreeBox(
      south: low.latitudeE7, west: low.longitudeE7, north: high.latitudeE7, east: high.longitudeE7)
    var found = Set<UInt32>()
    PackedTree(itemCount: storage.treeItemLink.count)
      .visit {
        storage.treeBox[$0].intersects(wanted)
      } leaf: {
        if storage.treeItemLink[$0] != .max { found.insert(storage.treeItemLink[$0]) }
      }
    return found.sorted().map { LinkIndex($0) }
  }
}

/// A search for the nearest links and stations.
private struct SnapSearch {
  let graph: RoutingGraph
  let plane: LocalPlane
  let withinMetres: Double
  /// The nearest position on each link.
  private var links: [UInt32: NetworkSnap] = [:]
  /// The position of each station, by node.
  private var stations: [UInt32: NetworkSnap] = [:]

  init(graph: RoutingGraph, coordinate: Coordinate, withinMetres: Double) {
    self.graph = graph
    plane = LocalPlane(at: coordinate)
    self.withinMetres = withinMetres
  }

  mutating func run(where isWanted: (LinkIndex) -> Bool) {
    let storage = graph.storage
    let boxes = searchBoxes()
    var leaves: [Int] = []
    PackedTree(itemCount: storage.treeItemLink.count)
      .visit { position in
        let box = storage.treeBox[position]
        return boxes.contains { $0.intersects(box) }
      } leaf: {
        leaves.append($0)
      }
    for leaf in leaves {
      let link = storage.treeItemLink[leaf]
      let point = Int(storage.treeItemPoint[leaf])
      if link == .max {
        addStation(point)
      } else if isWanted(LinkIndex(link)) {
        addSegment(link, point)
      }
    }
  }

  func nearest(_ limit: Int) -> [NetworkSnap] {
    let all = Array(links.values) + Array(stations.values)
    let sorted = all.sorted { a, b in
      (a.distanceMetres, a.link?.rawValue ?? .max, a.node?.rawValue ?? 0)
        < (b.distanceMetres, b.link?.rawValue ?? .max, b.node?.rawValue ?? 0)
    }
    return Array(sorted.prefix(limit))
  }

  /// The boxes that contain the search radius: one, or more at the antimeridian.
  private func searchBoxes() -> [TreeBox] {
    func fixed(_ value: Double) -> Int32 { Int32((value * 1e7).rounded()) }
    return BoundingBox(plane.origin).grown(
      north: withinMetres / plane.scale.metresPerDegreeLatitude * 1.001 + 1e-6,
      east: min(180, withinMetres / plane.scale.metresPerDegreeLongitude * 1.001 + 1e-6)
    ).map {
      TreeBox(south: fixed($0.south), west: fixed($0.west), north: fixed($0.north), east: fixed($0.east))
    }
  }

  private mutating func addStation(_ node: Int) {
    let point = graph.point(NodeIndex(node))
    let place = plane.metres(point.coordinate)
    let distance = (place * place).sum().squareRoot()
    guard distance <= withinMetres else { return }
    stations[UInt32(node)] = NetworkSnap(.atNode(NodeIndex(node)), point: point, distanceMetres: distance)
  }

  private mutating func addSegment(_ link: UInt32, _ first: Int) {
    let (a, b) = (graph.linkPoint(first), graph.linkPoint(first + 1))
    let line = Segment(plane.metres(a.coordinate), plane.metres(b.coordinate))
    let share = line.fractionNearest(to: .zero)
    let place = line.place(at: share)
    let distance = (place * place).sum().squareRoot()
    guard distance <= withinMetres else { return }
    let (from, to) = (graph.storage.pointDistance[first], graph.storage.pointDistance[first + 1])
    let offset = from + UInt32((Double(to - from) * share).rounded())
    if let best = links[link], case .onLink(_, let known) = best.position,
      (best.distanceMetres, known) <= (distance, offset)
    {
      return
    }
    links[link] = NetworkSnap(
      .onLink(LinkIndex(link), offsetCentimetres: offset), point: GraphPoint.between(a, b, share),
      distanceMetres: distance)
  }
}
