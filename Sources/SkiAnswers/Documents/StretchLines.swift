import SkiBase
import SkiGraph
import SkiRouting

/// The lines of the parts of edges within reach.
struct StretchLines {
  /// A part of a link, whichever way it is travelled.
  private struct Part: Hashable {
    var link: LinkIndex
    var low: UInt32
    var high: UInt32
  }

  private let graph: RoutingGraph
  private var known: Set<Part> = []
  /// The lines added so far; one for a part of a link that is travelled both ways.
  private(set) var distinct: [[Coordinate]] = []

  init(_ graph: RoutingGraph) { self.graph = graph }

  /// Adds a stretch, and returns its points in the direction of travel. Complexity: O(*p*).
  mutating func add(_ stretch: Reach.Stretch) -> [GraphPoint] {
    let link = graph.link(of: stretch.edge)
    let isReversed = graph.isReversed(stretch.edge)
    let range = graph.pointRange(link)
    let length = range.isEmpty ? 0 : graph.storage.pointDistance[range.upperBound - 1]
    let low = isReversed ? length - stretch.endCentimetres : stretch.startCentimetres
    let high = isReversed ? length - stretch.startCentimetres : stretch.endCentimetres
    var line = LinkSection(graph, range).points(low, high)
    if isReversed { line.reverse() }
    if known.insert(Part(link: link, low: low, high: high)).inserted {
      distinct.append(line.map(\.coordinate))
    }
    return line
  }
}

/// The extraction of a section of a link.
///
/// No `piece(at:)`: positions are whole centimetres, as searches count, and of points at the same distance the first
/// counts.
private struct LinkSection {
  private let graph: RoutingGraph
  /// The positions of the link's points.
  private let range: Range<Int>

  init(_ graph: RoutingGraph, _ range: Range<Int>) { (self.graph, self.range) = (graph, range) }

  /// Returns the points between two distances along the link, in centimetres, both ends included. Complexity: O(*p*).
  func points(_ low: UInt32, _ high: UInt32) -> [GraphPoint] {
    let distances = graph.storage.pointDistance
    var part: [GraphPoint] = []
    part.reserveCapacity(range.count + 2)
    part.append(place(low))
    for point in range {
      let distance = distances[point]
      if distance >= high { break }
      if distance > low { part.append(graph.linkPoint(point)) }
    }
    part.append(place(high))
    return part
  }

  private func place(_ at: UInt32) -> GraphPoint {
    let distances = graph.storage.pointDistance
    guard let after = range.first(where: { distances[$0] >= at }) else {
      return graph.linkPoint(range.upperBound - 1)
    }
    if after == range.lowerBound || distances[after] == at { return graph.linkPoint(after) }
    let share = Double(at - distances[after - 1]) / Double(distances[after] - distances[after - 1])
    return GraphPoint.between(graph.linkPoint(after - 1), graph.linkPoint(after), share)
  }
}
