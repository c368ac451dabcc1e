package import SkiBase
package import SkiGraph

/// The graphs of a map as two tables of text, for comparison with other routers on the same graph.
///
/// `nodes.csv`: `node,lat,lon,elevation` (degrees; metres, empty when unknown). `edges.csv`: one row per directed edge
/// in map order; nodes and edges are numbered across regions. Costs are those of an intermediate skier on every grade
/// of the scale, waits included; an edge closed to them has an empty cost.
package struct GraphTables: Sendable {
  private let map: SkiMap

  /// Creates the tables of a map.
  package init(map: SkiMap) { self.map = map }

  /// Calls a closure with the header and a row for each node, without line ends.
  /// - Throws: ``SkiError`` with code `.malformedData` for a corrupted region, and the errors of the closure.
  package func forEachNodeRow(_ body: (CSVRow) throws -> Void) throws {
    try body(CSVRow(header: ["node", "lat", "lon", "elevation"]))
    var first = 0
    for region in map.regions {
      let graph = try map.graph(region)
      for position in 0..<graph.nodeCount {
        let point = graph.point(NodeIndex(position))
        try body(
          CSVRow([
            .integer(first + position), .decimal(point.coordinate.latitude, places: 7),
            .decimal(point.coordinate.longitude, places: 7), metres(point.elevationMetres),
          ]))
      }
      first += graph.nodeCount
    }
  }

  /// Calls a closure with the header and a row for each directed edge, without line ends.
  /// - Throws: As ``forEachNodeRow(_:)``.
  package func forEachEdgeRow(_ body: (CSVRow) throws -> Void) throws {
    try body(
      CSVRow(header: [
        "edge", "from", "to", "kind", "source_id", "name", "difficulty", "lift_type", "length_m", "ascent_m",
        "descent_m", "cost_ms",
      ]))
    var (firstEdge, firstNode) = (0, 0)
    for region in map.regions {
      let graph = try map.graph(region)
      let costs = CostModel(graph: graph, profile: .anyGrade).edgeCosts()
      for position in 0..<graph.edgeCount {
        let edge = EdgeIndex(position)
        let ends = [graph.tail(edge), graph.head(edge)].map { CSVRow.Field.integer(firstNode + $0.position) }
        try body(CSVRow([.integer(firstEdge + position)] + ends + facts(edge, graph, cost: costs[edge])))
      }
      firstEdge += graph.edgeCount
      firstNode += graph.nodeCount
    }
  }

  /// Returns the fields of an edge after its number and ends.
  private func facts(_ edge: EdgeIndex, _ graph: RoutingGraph, cost: UInt32?) -> [CSVRow.Field] {
    let link = graph.link(graph.link(of: edge))
    let feature = link.feature.map(graph.feature)
    let shape = Self.measure(link, reversed: graph.isReversed(edge))
    let isLift = link.kind == .lift
    return [
      .text(link.kind.rawValue), .text(feature?.id.rawValue ?? ""), .text(feature?.name ?? ""),
      .text(link.difficulty?.rawValue ?? ""), .text(isLift ? feature?.liftKind.rawValue ?? "" : ""),
      metres(shape.length), metres(shape.ascent), metres(shape.descent),
      cost.map { .integer(Int($0)) } ?? .empty,
    ]
  }

  /// Returns the length along the surface, and the ascent and descent where elevations are known, all in metres.
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

  private func metres(_ value: Double?) -> CSVRow.Field {
    value.map { .decimal($0, places: 2) } ?? .empty
  }
}
