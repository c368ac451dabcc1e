import SkiBase

/// A search for the positions on runs, streets and lift stations nearest to a coordinate.
struct SnapSearch {
  private let graph: RoutingGraph
  private let plane: LocalPlane
  /// The coordinate, rounded.
  private let place: FixedCoordinate
  /// The index for searches nearest first; nil where longitudes may differ by more than half a turn.
  private let index: SegmentIndex?

  @inline(__always)
  init(graph: RoutingGraph, coordinate: Coordinate) {
    self.graph = graph
    plane = LocalPlane(at: coordinate)
    place = FixedCoordinate(coordinate)
    let index = graph.storage.segmentIndex()
    self.index = index.covers(place) ? index : nil
  }

  /// Returns the nearest position within a distance.
  @inline(__always)
  func nearest(withinMetres metres: Double, where isWanted: (LinkIndex) -> Bool) -> NetworkSnap? {
    var nearest = NearestSnap(storage: graph.storage, plane: plane, boundMetres: metres)
    visit(withinMetres: metres, &nearest, where: isWanted)
    guard let hit = nearest.hit else { return nil }
    return snap(hit)
  }

  /// Returns the nearest position on each link and each station within a distance, nearest first.
  func all(withinMetres metres: Double, limit: Int, where isWanted: (LinkIndex) -> Bool) -> [NetworkSnap] {
    var all = AllSnaps(storage: graph.storage, plane: plane, boundMetres: metres)
    visit(withinMetres: metres, &all, where: isWanted)
    return all.nearest(limit).map(snap)
  }

  /// Returns the nearest position on each segment and each station within a distance and up to an additional distance
  /// beyond the nearest; each position once, by link and offset, then the stations.
  func each(
    withinMetres metres: Double, beyondNearestMetres room: Double, where isWanted: (LinkIndex) -> Bool
  ) -> [NetworkSnap] {
    var reach = metres
    if index == nil {
      guard let nearest = nearest(withinMetres: metres, where: isWanted) else { return [] }
      reach = min(metres, nearest.distanceMetres + room)
    }
    var all = AllSnaps(storage: graph.storage, plane: plane, boundMetres: reach, roomMetres: room)
    visit(withinMetres: reach, &all, where: isWanted)
    return all.each().map(snap)
  }

  /// Visits the segments and stations within a distance.
  @inline(__always)
  private func visit(
    withinMetres metres: Double, _ visitor: inout some SegmentVisitor, where isWanted: (LinkIndex) -> Bool
  ) {
    if let index {
      index.search(from: place, plane.scale, &visitor, where: isWanted)
    } else {
      visitBoxes(withinMetres: metres, &visitor, where: isWanted)
    }
  }

  /// Visits the segments and stations whose boxes intersect those of the search radius, on both sides of the
  /// antimeridian.
  private func visitBoxes(
    withinMetres metres: Double, _ visitor: inout some SegmentVisitor, where isWanted: (LinkIndex) -> Bool
  ) {
    let storage = graph.storage
    let boxes = searchBoxes(withinMetres: metres)
    var leaves: [Int] = []
    PackedTree(itemCount: storage.treeItemLink.count)
      .visit { position in
        let box = storage.treeBox[position]
        return boxes.contains { $0.intersects(box) }
      } leaf: {
        leaves.append($0)
      }
    for leaf in leaves {
      let (start, end) = storage.ends(leaf)
      visitor.visit(leaf, start, end, where: isWanted)
    }
  }

  /// The boxes that contain the search radius: one, or more at the antimeridian.
  private func searchBoxes(withinMetres metres: Double) -> [TreeBox] {
    func fixed(_ value: Double) -> Int32 { Int32((value * 1e7).rounded()) }
    return BoundingBox(plane.origin).grown(
      north: metres / plane.scale.metresPerDegreeLatitude * 1.001 + 1e-6,
      east: min(180, metres / plane.scale.metresPerDegreeLongitude * 1.001 + 1e-6)
    ).map {
      TreeBox(south: fixed($0.south), west: fixed($0.west), north: fixed($0.north), east: fixed($0.east))
    }
  }

  private func snap(_ hit: SnapHit) -> NetworkSnap {
    let storage = graph.storage
    let (link, first) = (storage.treeItemLink[hit.leaf], Int(storage.treeItemPoint[hit.leaf]))
    guard link != .max else {
      let node = NodeIndex(first)
      return NetworkSnap(.atNode(node), point: graph.point(node), distanceMetres: hit.distanceMetres)
    }
    // The ends are those of the points, whose memory is elsewhere.
    let (start, end) = index?.ends(hit.leaf) ?? storage.ends(hit.leaf)
    let a = GraphPoint(
      position: start, elevationCentimetres: RoutingGraph.optional(storage.pointElevation[first]))
    let b = GraphPoint(
      position: end, elevationCentimetres: RoutingGraph.optional(storage.pointElevation[first + 1]))
    return NetworkSnap(
      .onLink(LinkIndex(link), offsetCentimetres: hit.offset(in: storage)),
      point: GraphPoint.between(a, b, hit.share), distanceMetres: hit.distanceMetres)
  }
}

/// The nearest position on one segment, or a station.
struct SnapHit: BitwiseCopyable {
  /// The leaf of the spatial index.
  var leaf: Int
  var distanceMetres: Double
  /// The fraction of the segment, 0...1.
  var share: Double

  @inline(__always)
  init(_ leaf: Int, _ start: FixedCoordinate, _ end: FixedCoordinate, _ plane: LocalPlane) {
    let line = Segment(plane.metres(start.coordinate), plane.metres(end.coordinate))
    let share = line.fractionNearest(to: .zero)
    let place = line.place(at: share)
    (self.leaf, self.share) = (leaf, share)
    distanceMetres = (place * place).sum().squareRoot()
  }

  /// Returns the offset from the tail of the link in centimetres; 0 for a station.
  func offset(in storage: GraphStorage) -> UInt32 {
    guard storage.treeItemLink[leaf] != .max else { return 0 }
    let first = Int(storage.treeItemPoint[leaf])
    let (from, to) = (storage.pointDistance[first], storage.pointDistance[first + 1])
    return from + UInt32((Double(to - from) * share).rounded())
  }

  /// Returns the link, or the greatest number, and the node of a station.
  func target(in storage: GraphStorage) -> (link: UInt32, node: UInt32) {
    let link = storage.treeItemLink[leaf]
    return (link, link == .max ? storage.treeItemPoint[leaf] : 0)
  }

  /// Returns whether this position comes before another in the order of results: nearer, or on an earlier link, or
  /// nearer its tail.
  func precedes(_ other: SnapHit, in storage: GraphStorage) -> Bool {
    if distanceMetres != other.distanceMetres { return distanceMetres < other.distanceMetres }
    let (own, others) = (target(in: storage), other.target(in: storage))
    if own != others { return own < others }
    return (offset(in: storage), leaf) < (other.offset(in: storage), other.leaf)
  }
}

/// The nearest of the visited positions.
private struct NearestSnap: SegmentVisitor {
  let storage: GraphStorage
  let plane: LocalPlane
  var boundMetres: Double
  private(set) var hit: SnapHit?

  init(storage: GraphStorage, plane: LocalPlane, boundMetres: Double) {
    (self.storage, self.plane, self.boundMetres) = (storage, plane, boundMetres)
  }

  @inline(__always)
  mutating func visit(
    _ segment: Int, _ start: FixedCoordinate, _ end: FixedCoordinate, where isWanted: (LinkIndex) -> Bool
  ) {
    let found = SnapHit(segment, start, end, plane)
    guard found.distanceMetres <= boundMetres else { return }
    let link = storage.treeItemLink[segment]
    guard link == .max || isWanted(LinkIndex(link)) else { return }
    if found.distanceMetres == boundMetres, let hit, !found.precedes(hit, in: storage) { return }
    hit = found
    boundMetres = found.distanceMetres
    storage.askForPoints(of: segment)
  }
}

/// All visited positions within a distance, which may depend on the nearest.
private struct AllSnaps: SegmentVisitor {
  let storage: GraphStorage
  let plane: LocalPlane
  private(set) var boundMetres: Double
  /// The additional distance of positions beyond the nearest.
  private let roomMetres: Double
  private var hits: [SnapHit] = []

  init(
    storage: GraphStorage, plane: LocalPlane, boundMetres: Double, roomMetres: Double = .infinity
  ) {
    (self.storage, self.plane, self.boundMetres, self.roomMetres) = (storage, plane, boundMetres, roomMetres)
    hits.reserveCapacity(64)
  }

  @inline(__always)
  mutating func visit(
    _ segment: Int, _ start: FixedCoordinate, _ end: FixedCoordinate, where isWanted: (LinkIndex) -> Bool
  ) {
    let found = SnapHit(segment, start, end, plane)
    guard found.distanceMetres <= boundMetres else { return }
    let link = storage.treeItemLink[segment]
    guard link == .max || isWanted(LinkIndex(link)) else { return }
    hits.append(found)
    boundMetres = min(boundMetres, found.distanceMetres + roomMetres)
  }

  /// Returns the nearest position on each segment and each station, each position once, by link and offset.
  /// - Complexity: O(*k* log *k*) in the visited positions.
  consuming func each() -> [SnapHit] {
    let bound = boundMetres
    var keyed: [(key: UInt64, hit: SnapHit)] = []
    keyed.reserveCapacity(hits.count)
    for hit in hits where hit.distanceMetres <= bound {
      let (link, node) = hit.target(in: storage)
      keyed.append((UInt64(link) << 32 | UInt64(link == .max ? node : hit.offset(in: storage)), hit))
    }
    keyed.sort { ($0.key, $0.hit.distanceMetres, $0.hit.leaf) < ($1.key, $1.hit.distanceMetres, $1.hit.leaf) }
    var last: UInt64?
    return keyed.compactMap { key, hit in
      if key == last { return nil }
      last = key
      return hit
    }
  }

  /// Returns the nearest position of each link and each station, nearest first.
  /// - Complexity: O(*k* log *k*) in the visited positions.
  consuming func nearest(_ limit: Int) -> [SnapHit] {
    let (storage, bound) = (storage, boundMetres)
    var hits = hits
    hits.removeAll { $0.distanceMetres > bound }
    if hits.count > 1 { hits.sort { $0.precedes($1, in: storage) } }
    Self.keepFirst(&hits, limit, in: storage)
    return hits
  }

  /// Keeps the first position of each link and each station up to a number, in order.
  private static func keepFirst(_ hits: inout [SnapHit], _ limit: Int, in storage: GraphStorage) {
    // Few positions are compared with each other sooner than hashed.
    var seen: Set<UInt64>? = hits.count > 32 ? [] : nil
    var count = 0
    for index in hits.indices where count < limit {
      let hit = hits[index]
      let (link, node) = hit.target(in: storage)
      let isNew =
        seen?.insert(UInt64(link) << 32 | UInt64(node)).inserted
        ?? !hits[..<count].contains { $0.target(in: storage) == (link, node) }
      guard isNew else { continue }
      hits[count] = hit
      count += 1
    }
    hits.removeSubrange(count...)
  }
}
