import SkiGeo
import SkiGraph
import SkiModel

/// A graph as two tables of text, so that anyone can check or time others on the very same graph.
///
/// `nodes.csv`: `node,lat,lon,elevation` (degrees; metres, empty when unknown). `edges.csv`: one row a directed edge in
/// graph order. Costs are those of the default profile, waits included; an edge closed to it has an empty cost.
public struct GraphTables: Sendable {
  private let graph: RoutingGraph
  private let costs: EdgeCosts

  /// Prepares the tables of a graph. Complexity: O(*m*) in edges.
  public init(graph: RoutingGraph) {
    self.graph = graph
    costs = CostModel(graph: graph, profile: SkierProfile()).edgeCosts()
  }

  /// Hands over the header and a row for each node, without line ends.
  public func forEachNodeRow(_ body: (String) throws -> Void) rethrows {
    try body("node,lat,lon,elevation")
    for position in 0..<graph.nodeCount {
      let point = graph.point(NodeIndex(position))
      try body("\(position),\(degrees(point.coordinate)),\(metres(point.elevationMetres))")
    }
  }

  /// Hands over the header and a row for each directed edge, without line ends.
  public func forEachEdgeRow(_ body: (String) throws -> Void) rethrows {
    try body(
      "edge,from,to,kind,source_id,name,difficulty,lift_type,length_m,ascent_m,descent_m,cost_ms")
    for position in 0..<graph.edgeCount { try body(row(EdgeIndex(position))) }
  }

  private func row(_ edge: EdgeIndex) -> String {
    let link = graph.link(graph.link(of: edge))
    let feature = link.feature.map(graph.feature)
    let shape = Self.measure(link, reversed: graph.isReversed(edge))
    let isLift = link.kind == .lift
    let cost = costs[edge]
    let fields = [
      String(edge.position), String(graph.tail(edge).position), String(graph.head(edge).position),
      link.kind.rawValue, feature?.id.rawValue ?? "", feature?.name ?? "", link.difficulty?.rawValue ?? "",
      isLift ? feature?.liftKind.rawValue ?? "" : "", metres(shape.length),
      metres(shape.ascent), metres(shape.descent), cost.map(String.init) ?? "",
    ]
    return fields.map { $0.csvField() }.joined(separator: ",")
  }

  /// Returns the length along the surface, and the ascent and descent where heights are known, all in metres.
  private static func measure(
    _ link: GraphLink, reversed: Bool
  ) -> (length: Double, ascent: Double?, descent: Double?) {
    var (length, up, down, isKnown) = (0.0, 0.0, 0.0, true)
    for index in link.points.indices.dropFirst() {
      let run = Double(link.distancesCentimetres[index] - link.distancesCentimetres[index - 1]) / 100
      var rise = 0.0
      if let low = link.points[index - 1].elevationMetres, let high = link.points[index].elevationMetres {
        rise = high - low
      } else {
        isKnown = false
      }
      length += (run * run + rise * rise).squareRoot()
      up += max(0, rise)
      down += max(0, -rise)
    }
    if link.kind == .lift { (up, down) = (max(0, up - down), max(0, down - up)) }
    guard isKnown else { return (length, nil, nil) }
    return reversed ? (length, down, up) : (length, up, down)
  }

  private func degrees(_ place: Coordinate) -> String {
    "\(decimalText(place.latitude, places: 7) ?? ""),\(decimalText(place.longitude, places: 7) ?? "")"
  }

  private func metres(_ value: Double?) -> String {
    value.flatMap { decimalText($0, places: 2) } ?? ""
  }
}
