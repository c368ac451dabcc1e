import SkiBase
package import SkiGraph

/// A comparison of two graphs by the pairs of lifts of which one leads to the other, in one ski area.
package struct LiftPairs: Sendable {
  /// The ids of the operating lifts, in order.
  package var lifts: [String] = []
  package var names: [String: String] = [:]
  /// The number of lifts that all reach each other, in the permissive graph and in the built one.
  package var permissiveCount = 0
  package var builtCount = 0
  /// The ordered pairs that only the permissive graph joins, and those that only the built one joins.
  package var missing: [(from: String, to: String)] = []
  package var additional: [(from: String, to: String)] = []
  /// A smallest set of lifts that contains one of every missing pair.
  package var culprits: [String] = []

  /// The figures on one line.
  package var summary: String {
    "\(lifts.count) lifts, \(permissiveCount) mutual in the permissive graph, \(builtCount) in the built one, "
      + "\(missing.count) pairs missing, \(additional.count) more"
      + (culprits.isEmpty ? "" : "; without " + culprits.map(named).joined(separator: ", "))
  }

  /// The missing pairs and those that only the built graph has, a line each.
  package var details: String {
    ([summary] + missing.map { "missing: \(named($0.from)) → \(named($0.to))" }
      + additional.map { "more: \(named($0.from)) → \(named($0.to))" }).joined(separator: "\n")
  }

  private func named(_ id: String) -> String { names[id].map { "\($0) [\(id)]" } ?? id }
}

extension PermissiveGraph {
  /// Compares a graph with this one, ski area by ski area, largest first.
  /// - Complexity: O(*l* · (*n* + *m*)) in lifts and both graphs.
  package func compare(with graph: RoutingGraph) -> [LiftPairs] {
    let ids = lifts.keys.sorted()
    let built = BuiltLifts(graph)
    var clusters: [Int: [String]] = [:]
    for id in ids { if let cluster = lifts[id]?.cluster { clusters[cluster, default: []].append(id) } }
    return clusters.values.filter { $0.count > 1 }
      .sorted { ($0.count, $1[0]) > ($1.count, $0[0]) }
      .map { pairs(of: $0, built) }
  }

  private func pairs(of ids: [String], _ built: BuiltLifts) -> LiftPairs {
    var pairs = LiftPairs(lifts: ids)
    var (permissive, own): (Set<[String]>, Set<[String]>) = ([], [])
    for id in ids {
      pairs.names[id] = lifts[id]?.name
      let reached = reached(from: lifts[id]?.alights ?? [])
      let reachedInBuilt = built.reached(from: id)
      for other in ids where other != id {
        let joins = lifts[other]?.boards.contains { reached[$0] } ?? false
        if joins { permissive.insert([id, other]) }
        if reachedInBuilt.contains(other) { own.insert([id, other]) }
      }
    }
    pairs.permissiveCount = Self.largestMutual(ids, permissive)
    pairs.builtCount = Self.largestMutual(ids, own)
    pairs.missing = permissive.subtracting(own).sorted { $0.lexicographicallyPrecedes($1) }.map {
      ($0[0], $0[1])
    }
    pairs.additional = own.subtracting(permissive).sorted { $0.lexicographicallyPrecedes($1) }.map {
      ($0[0], $0[1])
    }
    pairs.culprits = LiftCover.smallest(of: pairs.missing)
    return pairs
  }

  /// Returns the size of the largest set of lifts that all lead to each other.
  private static func largestMutual(_ ids: [String], _ pairs: Set<[String]>) -> Int {
    ids.map { id in
      1 + ids.count { $0 != id && pairs.contains([id, $0]) && pairs.contains([$0, id]) }
    }.max() ?? 0
  }
}

/// The pairs of lifts of which one leads to the other in a built graph, without features that need opting in to.
private struct BuiltLifts {
  let graph: RoutingGraph
  private var boards: [String: Set<Int>] = [:]
  private var alights: [String: [Int]] = [:]

  init(_ graph: RoutingGraph) {
    self.graph = graph
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      let link = graph.link(graph.link(of: edge))
      guard link.kind == .lift, let feature = link.feature else { continue }
      let id = graph.feature(feature).id.rawValue
      boards[id, default: []].insert(graph.tail(edge).position)
      alights[id, default: []].append(graph.head(edge).position)
    }
  }

  func reached(from lift: String) -> Set<String> {
    var reached = [Bool](repeating: false, count: graph.nodeCount)
    var open = alights[lift] ?? []
    for node in open { reached[node] = true }
    while let node = open.popLast() {
      for position in graph.edges(from: NodeIndex(node)) {
        let edge = EdgeIndex(position)
        let head = graph.head(edge).position
        if reached[head] || graph.link(graph.link(of: edge)).flags.contains(.optIn) { continue }
        reached[head] = true
        open.append(head)
      }
    }
    return Set(boards.lazy.filter { $0.value.contains { reached[$0] } }.map(\.key))
  }
}

/// Finds a small set of lifts that contains one of every missing pair (a vertex cover).
enum LiftCover {
  /// The size of a set beyond which the search is greedy.
  private static let exactLimit = 8

  /// Returns a smallest set; beyond the limit, one found by repeatedly taking the lift in most pairs.
  static func smallest(of pairs: [(from: String, to: String)]) -> [String] {
    for size in 0...exactLimit {
      if let cover = cover(pairs, size) { return cover.sorted() }
    }
    var (left, taken) = (pairs, [String]())
    while let most = busiest(left) {
      taken.append(most)
      left.removeAll { $0.from == most || $0.to == most }
    }
    return taken.sorted()
  }

  private static func cover(_ pairs: [(from: String, to: String)], _ size: Int) -> [String]? {
    guard let most = busiest(pairs) else { return [] }
    guard size > 0, let first = pairs.first(where: { $0.from == most || $0.to == most }) else { return nil }
    let other = first.from == most ? first.to : first.from
    for lift in [most, other] {
      let left = pairs.filter { $0.from != lift && $0.to != lift }
      if let rest = cover(left, size - 1) { return rest + [lift] }
    }
    return nil
  }

  /// Returns the lift in most pairs, the first by id of equals; nil when there are no pairs.
  private static func busiest(_ pairs: [(from: String, to: String)]) -> String? {
    var counts: [String: Int] = [:]
    for pair in pairs {
      counts[pair.from, default: 0] += 1
      counts[pair.to, default: 0] += 1
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
