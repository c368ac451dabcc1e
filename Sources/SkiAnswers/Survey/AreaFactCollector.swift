import SkiBase
import SkiGraph

/// Computes the statistics of each area of a region, and of the features outside areas.
struct AreaFactCollector {
  private let graph: RoutingGraph
  private let reachability: LiftReachability
  /// The area of the features at each node; `areaCount` outside areas.
  private let areaOfNode: [Int]

  /// Creates the computation. Complexity: O(*n* + *m*) in the region.
  init(_ graph: RoutingGraph, _ reachability: LiftReachability) {
    self.graph = graph
    self.reachability = reachability
    var areas = [Int](repeating: graph.areaCount, count: graph.nodeCount)
    for position in 0..<graph.linkCount where graph.storage.linkFeature[position] != .max {
      let area = graph.storage.featureRecord[Int(graph.storage.linkFeature[position])].area
      guard area != .max else { continue }
      areas[Int(graph.storage.linkTail[position])] = Int(area)
      areas[Int(graph.storage.linkHead[position])] = Int(area)
    }
    areaOfNode = areas
  }

  /// Returns the statistics in the order of the areas, those outside areas last.
  /// - Complexity: O(*n* + *m* log *m*) in the region.
  func facts() -> [AreaFacts] {
    var facts = [AreaFacts](repeating: AreaFacts(), count: graph.areaCount + 1)
    addConnectors(to: &facts)
    for position in 0..<graph.nodeCount {
      let cause = graph.junction(NodeIndex(position)).cause
      if cause != .alone { facts[areaOfNode[position]].junctions[cause, default: 0] += 1 }
    }
    for position in 0..<graph.featureCount where graph.kindCode(of: position) == FeatureKind.run.code {
      let run = graph.feature(FeatureIndex(position))
      guard run.status == .operating else { continue }
      add(run, FeatureIndex(position), to: &facts[run.area?.position ?? graph.areaCount])
    }
    return facts
  }

  private func addConnectors(to facts: inout [AreaFacts]) {
    var lengths: [[LinkCause: [UInt32]]] = Array(repeating: [:], count: facts.count)
    for position in 0..<graph.linkCount where graph.storage.linkKind[position] == LinkKind.connector.code {
      let index = LinkIndex(position)
      let tail = areaOfNode[Int(graph.storage.linkTail[position])]
      let area = tail < graph.areaCount ? tail : areaOfNode[Int(graph.storage.linkHead[position])]
      let cause = LinkCause(code: graph.storage.linkCause[position]) ?? .source
      let length = graph.storage.pointDistance[graph.pointRange(index).upperBound - 1]
      lengths[area][cause, default: []].append(length)
      let confidence = graph.storage.linkConfidence[position]
      guard confidence < AreaFacts.unsureBelowPercent else { continue }
      facts[area].unsureConnectors.append(
        AreaFacts.UnsureConnector(
          cause: cause, confidencePercent: confidence, mapLengthMetres: Double(length) / 100,
          line: graph.pointRange(index).map { graph.linkPoint($0).coordinate }))
    }
    for area in facts.indices {
      for (cause, lengths) in lengths[area] { facts[area].add(connectorsOf: cause, lengths: lengths) }
    }
  }

  private func add(_ run: GraphFeature, _ index: FeatureIndex, to facts: inout AreaFacts) {
    let isSkiedDown = run.uses.isEmpty || !run.uses.isDisjoint(with: [.downhill, .connection])
    guard isSkiedDown else { return }
    facts.runCount += 1
    if run.difficulty == nil { facts.ungradedRunCount += 1 }
    if run.difficulty == nil, run.estimatedDifficulty != nil { facts.estimatedRunCount += 1 }
    func add(_ problem: AreaFacts.RunFinding.Problem, at point: GraphPoint) {
      facts.runFindings.append(
        AreaFacts.RunFinding(id: run.id, name: run.name, problem: problem, place: point.coordinate))
    }
    guard let start = run.startNode, let end = run.endNode else {
      // Runs mapped as areas may be represented by a mapped line.
      if !run.isArea { add(.touchesNothing, at: run.start) }
      return
    }
    if !reachability.isEntered(start) { add(.nothingLeadsTo, at: run.start) }
    if !reachability.isLeft(end) { add(.nothingLeadsOn, at: run.end) }
  }
}
