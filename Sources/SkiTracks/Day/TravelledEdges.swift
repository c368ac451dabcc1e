import SkiBase
import SkiGraph

/// A directed edge with its geometry in the direction of travel.
struct TravelledEdge {
  let kind: LinkKind
  let feature: FeatureIndex?
  let difficulty: Difficulty?
  let isDifficultyEstimated: Bool
  let tail: NodeIndex
  let head: NodeIndex
  let link: LinkIndex
  /// The points in the direction of travel; at least two.
  let points: [GraphPoint]
  /// The distance from the start to each point in metres on the map; starts with 0, ascending.
  let metres: [Double]

  init(_ edge: EdgeIndex, in graph: RoutingGraph) {
    link = graph.link(of: edge)
    let facts = graph.link(link)
    let isReversed = graph.isReversed(edge)
    (kind, feature, difficulty) = (facts.kind, facts.feature, facts.difficulty)
    isDifficultyEstimated = facts.flags.contains(.difficultyEstimated)
    (tail, head) = isReversed ? (facts.head, facts.tail) : (facts.tail, facts.head)
    let total = facts.distancesCentimetres.last ?? 0
    points = isReversed ? facts.points.reversed() : facts.points
    metres =
      isReversed
      ? facts.distancesCentimetres.reversed().map { Double(total - $0) / 100 }
      : facts.distancesCentimetres.map { Double($0) / 100 }
  }

  /// The length from end to end, in metres on the map.
  var mapLengthMetres: Double { metres.last ?? 0 }

  /// Returns the point at a distance along the edge in metres, its elevation interpolated. Complexity: O(log *p*).
  func point(at place: Double) -> GraphPoint {
    let place = place.isFinite ? min(max(0, place), mapLengthMetres) : 0
    let (piece, share) = metres.segmentFraction(at: place)
    return GraphPoint.between(points[piece], points[piece + 1], share)
  }

  /// Returns the line between two distances along the edge, both ends included. Complexity: O(*p*).
  ///
  /// Places are any metres; of points at the same distance the last counts, as for `piece(at:)`.
  func line(from start: Double, to end: Double) -> [GraphPoint] {
    guard end > start else { return [point(at: start)] }
    var line = [point(at: start)]
    for index in points.indices where metres[index] > start && metres[index] < end {
      line.append(points[index])
    }
    return line + [point(at: end)]
  }
}

/// The edges travelled by a track and their graphs, each read from the map once.
struct TravelledEdges {
  private struct Key: Hashable {
    var region: RegionIndex
    var edge: EdgeIndex
  }

  private var edges: [Key: TravelledEdge] = [:]
  private var graphs: [RegionIndex: RoutingGraph] = [:]

  /// Looks up all edges of a track. Complexity: O(passages + fixes + points of the edges).
  init(_ track: MatchedTrack, graph: (RegionIndex) throws -> RoutingGraph) rethrows {
    for passage in track.passages { try add(passage.region, passage.edge, graph) }
    for fix in track.fixes {
      if let place = fix.place { try add(place.region, place.edge, graph) }
    }
  }

  init(_ track: MatchedTrack, _ graph: RoutingGraph) { self.init(track) { _ in graph } }

  /// Returns the edges with those of passages in the same regions added. Complexity: O(points of the new edges).
  func adding(_ passages: [EdgePassage]) -> TravelledEdges {
    var all = self
    for passage in passages { all.add(passage.region, passage.edge, graph) }
    return all
  }

  private mutating func add(
    _ region: RegionIndex, _ edge: EdgeIndex, _ open: (RegionIndex) throws -> RoutingGraph
  ) rethrows {
    let key = Key(region: region, edge: edge)
    guard edges[key] == nil else { return }
    let graph = try graphs[region] ?? open(region)
    precondition(edge.position < graph.edgeCount, "edge \(edge.rawValue) is not one of the map's")
    graphs[region] = graph
    edges[key] = TravelledEdge(edge, in: graph)
  }

  /// Returns an edge of the track.
  func edge(_ region: RegionIndex, _ edge: EdgeIndex) -> TravelledEdge {
    guard let travelled = edges[Key(region: region, edge: edge)] else {
      preconditionFailure("edge \(edge.rawValue) is not one of the track's")
    }
    return travelled
  }

  /// Returns the edge of a passage.
  func edge(of passage: EdgePassage) -> TravelledEdge { edge(passage.region, passage.edge) }

  /// Returns the graph of a region the track touches.
  func graph(_ region: RegionIndex) -> RoutingGraph {
    guard let graph = graphs[region] else {
      preconditionFailure("region \(region.rawValue) is not one of the track's")
    }
    return graph
  }

  /// The graphs of the regions the track touches, in order of the regions.
  var travelledGraphs: [RoutingGraph] { graphs.sorted { $0.key < $1.key }.map(\.value) }

  /// Returns the length of a passage in metres on the map; never negative.
  func metres(of passage: EdgePassage) -> Double {
    let length = edge(of: passage).mapLengthMetres
    let (entered, left) = (clamp(passage.enteredMetres, length), clamp(passage.leftMetres, length))
    return max(0, left - entered)
  }

  private func clamp(_ metres: Double, _ length: Double) -> Double {
    metres.isFinite ? min(max(0, metres), length) : 0
  }
}
