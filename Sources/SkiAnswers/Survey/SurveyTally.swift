import SkiGraph

/// The counts of a survey, accumulated over regions.
struct SurveyTally {
  private(set) var nodeCount = 0
  private(set) var edgeCount = 0
  private(set) var linkCount = 0
  private(set) var features = FeatureKind.allCases.map {
    MapSurvey.FeatureCount(kind: $0, inNetwork: 0, inAll: 0)
  }
  private(set) var links: [[MapSurvey.LinkCount]] = LinkKind.allCases.map { kind in
    LinkCause.allCases.map { MapSurvey.LinkCount(kind: kind, cause: $0, count: 0, mapLengthMetres: 0) }
  }
  private var groups: [LiftGroup] = []

  /// Adds a region. Complexity: O(*n* + *m*) in its nodes and edges.
  mutating func add(_ graph: RoutingGraph) {
    nodeCount += graph.nodeCount
    edgeCount += graph.edgeCount
    linkCount += graph.linkCount
    addFeatures(graph)
    addLinks(graph)
    let reachability = LiftReachability(graph)
    var found = reachability.areas()
    for (position, facts) in AreaFactCollector(graph, reachability).facts().enumerated() {
      found[position].facts = facts
    }
    groups += found.filter { $0.isMeasured || !$0.isEmpty }
  }

  /// Returns the measured areas in descending order of lifts, and last the features outside areas.
  func areas() -> [MapSurvey.Area] {
    let measured = groups.filter(\.isMeasured).map(\.area).enumerated().sorted { a, b in
      (b.element.operatingLiftCount, a.offset) < (a.element.operatingLiftCount, b.offset)
    }.map(\.element)
    let outside = groups.filter { !$0.isMeasured }
    guard var all = outside.first else { return measured }
    for other in outside.dropFirst() { all.merge(other) }
    return measured + [all.area]
  }

  private mutating func addFeatures(_ graph: RoutingGraph) {
    for position in 0..<graph.featureCount {
      let record = graph.storage.featureRecord[position]
      let kind = Int(record.kind)
      features[kind].inAll += 1
      if !graph.links(of: FeatureIndex(position)).isEmpty || record.startNode != .max {
        features[kind].inNetwork += 1
      }
    }
  }

  private mutating func addLinks(_ graph: RoutingGraph) {
    for position in 0..<graph.linkCount {
      let kind = Int(graph.storage.linkKind[position])
      let cause = Int(graph.storage.linkCause[position])
      links[kind][cause].count += 1
      let last = graph.pointRange(LinkIndex(position)).upperBound - 1
      links[kind][cause].mapLengthMetres += Double(graph.storage.pointDistance[last]) / 100
    }
  }
}
