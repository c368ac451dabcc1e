import SkiBase
import SkiGraph

/// A position on a street at which the graph has a node.
struct StreetNode: Sendable {
  var position: LinePosition
  var node: Int
}

/// The graph of the streets around a group: lines, and the nodes where they meet.
///
/// A mutable value. Two streets meet only at a common vertex, on the same layer or where one of them ends (a bridge
/// begins where the road before it ends); other crossings in plan are over- or underpasses.
struct StreetGraph: Sendable {
  /// The lines, whose `feature` is the index of the street.
  let lines: [ProjectedLine]
  /// The nodes of each line in line order: ends and common vertices first, others as they are added.
  private(set) var stops: [[StreetNode]]
  /// The coordinate of each node.
  private(set) var places: [FixedCoordinate] = []
  private var nodeAt: [Vertex: Int] = [:]
  private var uses: [FixedCoordinate: VertexUse] = [:]

  private struct Vertex: Hashable {
    var place: FixedCoordinate
    var layer: Int
  }

  /// The vertices at one place.
  private struct VertexUse {
    var count = 0
    var layer: Int
    var hasSeveralLayers = false
    var hasEnd = false
  }

  /// Creates the graph of lines that meet at common vertices. Complexity: O(*v*) expected in vertices.
  init(_ lines: [ProjectedLine]) {
    self.lines = lines
    stops = Array(repeating: [], count: lines.count)
    for line in lines {
      for (vertex, place) in line.places.enumerated() {
        var use = uses[place] ?? VertexUse(layer: line.layer)
        use.count += 1
        use.hasSeveralLayers = use.hasSeveralLayers || use.layer != line.layer
        use.hasEnd = use.hasEnd || vertex == 0 || vertex == line.places.count - 1
        uses[place] = use
      }
    }
    for (index, line) in lines.enumerated() {
      for (vertex, place) in line.places.enumerated() {
        let isEnd = vertex == 0 || vertex == line.places.count - 1
        guard isEnd || uses[place].map({ $0.count > 1 }) ?? false else { continue }
        let position = LinePosition(segment: vertex, fraction: 0)
        stops[index].append(StreetNode(position: position, node: node(at: place, layer: line.layer)))
      }
    }
  }

  /// Returns whether a street has a vertex at a place that a line on a layer may meet there.
  /// - Parameter isEnd: `true` if that line begins or ends there.
  func hasVertex(_ place: FixedCoordinate, layer: Int, isEnd: Bool) -> Bool {
    guard let use = uses[place] else { return false }
    return isEnd || use.hasEnd || use.layer == layer || use.hasSeveralLayers
  }

  /// Returns whether two lines have a common node. Complexity: O(*s*) in their nodes.
  func meet(_ a: Int, _ b: Int) -> Bool {
    let nodes = Set(stops[a].map(\.node))
    return stops[b].contains { nodes.contains($0.node) }
  }

  private mutating func node(at place: FixedCoordinate, layer: Int) -> Int {
    let isSplit = uses[place].map { $0.hasSeveralLayers && !$0.hasEnd } ?? false
    let vertex = Vertex(place: place, layer: isSplit ? layer : 0)
    if let known = nodeAt[vertex] { return known }
    places.append(place)
    nodeAt[vertex] = places.count - 1
    return places.count - 1
  }

  /// Returns the node at a position of a line, added when there is none.
  /// - Complexity: O(log *s*) in the nodes of the line where there is a node, else O(*s*).
  mutating func cut(_ index: Int, at position: LinePosition) -> Int {
    let at = stops[index].partitioningIndex { $0.position >= position }
    if at < stops[index].count, stops[index][at].position == position { return stops[index][at].node }
    let line = lines[index]
    // The coordinate may round to that of an existing node, which is then used.
    let node = node(at: line.place(position), layer: line.layer)
    stops[index].insert(StreetNode(position: position, node: node), at: at)
    return node
  }

  /// Returns a node within some metres along a line, or adds one.
  mutating func cut(_ index: Int, at position: LinePosition, within metres: Double) -> Int {
    nearestStop(index, position, within: metres)?.node ?? cut(index, at: position)
  }

  /// Returns the coordinate of the node that ``cut(_:at:within:)`` returns.
  func place(near position: LinePosition, of index: Int, within metres: Double) -> FixedCoordinate {
    nearestStop(index, position, within: metres).map { places[$0.node] } ?? lines[index].place(position)
  }

  private func nearestStop(_ index: Int, _ position: LinePosition, within metres: Double) -> StreetNode? {
    let line = lines[index]
    let offset = Double(line.offset(position))
    var best: (distance: Double, stop: StreetNode)?
    for stop in stops[index] {
      let distance = abs(Double(line.offset(stop.position)) - offset) / 100
      if distance <= metres, distance < best?.distance ?? .infinity { best = (distance, stop) }
    }
    return best?.stop
  }

  /// Returns the distance of each node along streets from the nearest anchor in metres, and the anchor; infinite and −1
  /// beyond the limit.
  ///
  /// - Complexity: O(*m* log *m*) in edges.
  ///
  /// **Source:** Dijkstra 1959, "A note on two problems in connexion with graphs".
  func nearest(_ entries: [Int: StreetEntry], within limit: Double) -> (metres: [Double], anchors: [Int]) {
    var near: [[(node: Int, metres: Double)]] = Array(repeating: [], count: places.count)
    for (line, stops) in stops.enumerated() {
      for (a, b) in zip(stops, stops.dropFirst()) {
        let metres = Double(lines[line].offset(b.position) - lines[line].offset(a.position)) / 100
        near[a.node].append((b.node, metres))
        near[b.node].append((a.node, metres))
      }
    }
    var search = DistanceSearch([Double](repeating: .infinity, count: places.count))
    var anchors = [Int](repeating: -1, count: places.count)
    for (node, entry) in entries where entry.metres <= limit {
      search.relax(node, at: entry.metres)
      anchors[node] = entry.anchor
    }
    while let (node, metres) = search.settle() {
      for next in near[node] where metres + next.metres <= limit {
        if search.relax(next.node, at: metres + next.metres) { anchors[next.node] = anchors[node] }
      }
    }
    return (search.costs, anchors)
  }
}
