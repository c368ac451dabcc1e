import Foundation
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// The two tables of the graph, compared with the graph and the routes.
struct ExportTests {
  private struct Edge {
    var from: Int
    var to: Int
    var kind: String
    var id: String
    var cost: Int?
  }

  private let scratch = ScratchFolder()

  private func rows(_ name: String, header: String) throws -> [[String]] {
    let text = try String(contentsOfFile: scratch.path + "/out/" + name, encoding: .utf8)
    #expect(text.hasSuffix("\n"))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    #expect(lines.removeFirst() == header)
    return lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Exports the sample map and reads both tables; no name in it holds a comma or a quote.
  private func export() throws -> (nodes: [[String]], edges: [Edge]) {
    let outcome = try skiroute("export", "--output", scratch.path + "/out")
    #expect(outcome.exitCode == 0 && outcome.standardOutput.isEmpty, "\(outcome)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out").count == 2)
    let nodes = try rows("nodes.csv", header: "node,lat,lon,elevation")
    #expect(outcome.errorText.contains("/out: \(nodes.count) nodes in nodes.csv, "), "\(outcome)")
    let edges = try rows(
      "edges.csv",
      header: "edge,from,to,kind,source_id,name,difficulty,lift_type,length_m,ascent_m,descent_m,cost_ms"
    ).enumerated().map { number, row in
      #expect(row.count == 12 && row[0] == String(number), "\(row)")
      return try Edge(
        from: #require(Int(row[1])), to: #require(Int(row[2])), kind: row[3], id: row[4], cost: Int(row[11]))
    }
    return (nodes, edges)
  }

  @Test func `the tables have as many rows as check counts, and edges between nodes`() throws {
    let (nodes, edges) = try export()
    let counts = try #require(
      try skiroute("check").text.firstMatch(of: /^([0-9]+) nodes, ([0-9]+) directed edges/))
    #expect(nodes.count == Int(counts.1) && edges.count == Int(counts.2))
    for (number, node) in nodes.enumerated() {
      #expect(node.count == 4 && node[0] == String(number))
      #expect(abs(Double(node[1]) ?? .nan) <= 90 && abs(Double(node[2]) ?? .nan) <= 180)
    }
    #expect(edges.allSatisfy { nodes.indices.contains($0.from) && nodes.indices.contains($0.to) })
    #expect(zip(edges, edges.dropFirst()).allSatisfy { $0.from <= $1.from })
  }

  @Test func `the costs equal those of the library's cost model`() throws {
    let (nodes, edges) = try export()
    let graph = try SkiMap.open(path: SharedSample.files().map).graph(at: 0)
    let costs = CostModel(graph: graph, profile: .anyGrade).edgeCosts()
    #expect(nodes.count == graph.nodeCount)
    for (number, edge) in edges.enumerated() {
      let index = EdgeIndex(number)
      #expect(costs[index].map(Int.init) == edge.cost, "edge \(number)")
      #expect(graph.tail(index).position == edge.from && graph.head(index).position == edge.to)
      let feature = graph.link(graph.link(of: index)).feature.map { graph.feature($0).id.rawValue }
      #expect(feature ?? "" == edge.id, "edge \(number)")
    }
  }

  @Test func `routes cost as much as a Bellman-Ford search on the tables`() throws {
    let (_, edges) = try export()
    let map = try SkiMap.open(path: SharedSample.files().map)
    let graph = try map.graph(at: 0)
    let finder = PlaceFinder(map: map)
    let names = ["Montsoleil", "Crête", "Vallon Perdu", "Aurore", "Funiculaire du Village", "Grand Soleil"]
    for from in names {
      let start = try #require(try node(of: "lift:" + from, finder, graph))
      let distances = shortest(edges, count: graph.nodeCount, from: start)
      for to in names {
        let end = try #require(try node(of: "lift:" + to, finder, graph))
        let outcome = try skiroute(
          "lift:" + from, "lift:" + to, "--max-difficulty", "expert", "--fastest", "--format", "json")
        let route = try #require(try jsonObject(outcome.standardOutput)["route"] as? [String: Any])
        let milliseconds = (route["seconds"] as? Double).map { Int(($0 * 1000).rounded()) }
        #expect(milliseconds == distances[end], "\(from) → \(to)")
      }
    }
  }

  /// The node where a lift is boarded.
  private func node(of name: String, _ finder: PlaceFinder, _ graph: RoutingGraph) throws -> Int? {
    let place = try finder.place(name)
    return graph.feature(place.feature).startNode?.position
  }

  /// The Bellman-Ford algorithm, independent of the searches of the library.
  private func shortest(_ edges: [Edge], count: Int, from start: Int) -> [Int?] {
    var distances = [Int?](repeating: nil, count: count)
    distances[start] = 0
    var isChanged = true
    while isChanged {
      isChanged = false
      for edge in edges {
        guard let reached = distances[edge.from], let cost = edge.cost else { continue }
        if distances[edge.to].map({ reached + cost < $0 }) ?? true {
          distances[edge.to] = reached + cost
          isChanged = true
        }
      }
    }
    return distances
  }

  @Test func `a second export writes the same tables and no other file`() throws {
    _ = try export()
    let before = try Data(contentsOf: URL(filePath: scratch.path + "/out/edges.csv"))
    _ = try export()
    #expect(try Data(contentsOf: URL(filePath: scratch.path + "/out/edges.csv")) == before)
  }
}
