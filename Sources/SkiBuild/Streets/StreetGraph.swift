import SkiGeo
import SkiGraph

/// A place on a street where the graph has a node.
struct StreetStop: Sendable {
  var position: LinePosition
  var node: Int
}

/// The streets around a group while they are joined with it: lines, and the nodes where they meet.
///
/// A mutable value. Two streets meet only at a vertex they share, on the same level or where one of them ends (a bridge
/// begins where the road before it ends); what merely crosses in the plan passes over or under.
struct StreetGraph: Sendable {
  /// The lines; a line's `feature` is the position of its street.
  let lines: [TrackLine]
  /// The stops of each line in line order; ends and shared vertices from the start, others as they are cut.
  private(set) var stops: [[StreetStop]]
  /// Where each node is.
  private(set) var places: [FixedCoordinate] = []
  private var nodeAt: [Vertex: Int] = [:]
  private var uses: [FixedCoordinate: VertexUse] = [:]

  private struct Vertex: Hashable {
    var place: FixedCoordinate
    var layer: Int
  }

  /// What comes through one place.
  private struct VertexUse {
    var count = 0
    var layer: Int
    var hasSeveralLayers = false
    var hasEnd = false
  }

  /// Finds where the lines meet. Complexity: O(*v*) expected in vertices.
  init(_ lines: [TrackLine]) {
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
        stops[index].append(StreetStop(position: position, node: node(at: place, layer: line.layer)))
      }
    }
  }

  /// Whether some street has a vertex at a place that a line on some level may meet there.
  /// - Parameter isEnd: Whether that line begins or ends there.
  func hasVertex(_ place: FixedCoordinate, layer: Int, isEnd: Bool) -> Bool {
    guard let use = uses[place] else { return false }
    return isEnd || use.hasEnd || use.layer == layer || use.hasSeveralLayers
  }

  /// Whether two lines have a node in common. Complexity: O(*s*) in their stops.
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

  /// Returns the node at a position of a line, making it when there is none.
  /// - Complexity: O(log *s*) in the stops of the line where there is a node, else O(*s*).
  mutating func cut(_ index: Int, at position: LinePosition) -> Int {
    let at = stops[index].partitioningIndex { $0.position >= position }
    if at < stops[index].count, stops[index][at].position == position { return stops[index][at].node }
    let line = lines[index]
    // The place may round to one that has a node already: then the line comes by there, and that node is meant.
    let node = node(at: line.place(position), layer: line.layer)
    stops[index].insert(StreetStop(position: position, node: node), at: at)
    return node
  }

  /// Returns a node near a position of a line: a stop within some metres along it, else a new one.
  mutating func cut(_ index: Int, at position: LinePosition, within metres: Double) -> Int {
    nearestStop(index, position, within: metres)?.node ?? cut(index, at: position)
  }

  /// Returns where ``cut(_:at:within:)`` has its node.
  func place(near position: LinePosition, of index: Int, within metres: Double) -> FixedCoordinate {
    nearestStop(index, position, within: metres).map { places[$0.node] } ?? lines[index].place(position)
  }

  private func nearestStop(_ index: Int, _ position: LinePosition, within metres: Double) -> StreetStop? {
    let line = lines[index]
    let offset = Double(line.offset(position))
    var best: (distance: Double, stop: StreetStop)?
    for stop in stops[index] {
      let distance = abs(Double(line.offset(stop.position)) - offset) / 100
      if distance <= metres, distance < best?.distance ?? .infinity { best = (distance, stop) }
    }
    return best?.stop
  }

  /// Returns for each node the metres along streets from the nearest place to walk to, and which it is; infinite and −1
  /// beyond reach.
  ///
  /// - Complexity: O(*m* log *m*) in pieces.
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
      search.offer(node, at: entry.metres)
      anchors[node] = entry.anchor
    }
    while let (node, metres) = search.settle() {
      for next in near[node] where metres + next.metres <= limit {
        if search.offer(next.node, at: metres + next.metres) { anchors[next.node] = anchors[node] }
      }
    }
    return (search.prices, anchors)
  }
}
