import Foundation
import SkiBase
import SkiGraph
import SkiRouting

/// Times what a program does with a map: opening it, first answers, routes near and far, names, snapping.
///
/// Questions depend on the map and a fixed seed alone. Each measurement is one line of JSON with counts before times.
struct MapBenchmark {
  /// The number of questions of a kind.
  private static let questions = 300
  /// The number of regions measured of a large map.
  private static let regionLimit = 24

  let path: String

  /// Prints one line a measurement.
  func run() throws {
    try timeOpening()
    let map = try SkiMap.open(path: path)
    let graphs = try sample(map.regions).map { try map.graph($0) }.filter { $0.nodeCount > 1 }
    print(
      JSONText.object([
        ("what", .text("map")), ("regions", .number(Double(map.regionCount))),
        ("nodes", .number(Double(map.nodeCount()))),
        ("largestRegionNodes", .number(Double(graphs.map(\.nodeCount).max() ?? 0))),
        ("bytes", .number(fileBytes())),
      ]))
    try timeCosts(graphs)
    for kind in PairKind.allCases {
      for algorithm in SearchAlgorithm.allCases { try timeRoutes(graphs, kind, algorithm) }
    }
    timeSnaps(graphs)
    timeManySnaps(graphs)
    try timeNames(map, graphs)
    print(
      JSONText.object([("what", .text("memory")), ("peakMebibytes", .number(Usage.peakMebibytes()))]))
  }

  private func fileBytes() -> Double {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return Double((attributes?[.size] as? Int) ?? 0)
  }

  /// At most so many regions, spread evenly over the map.
  private func sample(_ regions: [RegionIndex]) -> [RegionIndex] {
    guard regions.count > Self.regionLimit else { return regions }
    return (0..<Self.regionLimit).map { regions[$0 * regions.count / Self.regionLimit] }
  }

  /// Opening alone, and opening until a first route by coordinates is there: what a command waits for.
  private func timeOpening() throws {
    try report("open", Timing.of(30) { _ = try SkiMap.open(path: path) })
    let map = try SkiMap.open(path: path)
    guard let region = map.regions.first else { return }
    let graph = try map.graph(region)
    guard graph.nodeCount > 0 else { return }
    let ends = [0, graph.nodeCount - 1].map { graph.point(NodeIndex($0)).position.coordinate }
    let request = RouteRequest(from: .coordinate(ends[0]), to: .coordinate(ends[1]))
    try report(
      "open and route", Timing.of(15) { _ = try MapRouter(map: SkiMap.open(path: path)).route(request) })
    guard let name = names(in: [graph], 1).first else { return }
    report(
      "open and find a name",
      Timing.of(5) { _ = try? PlaceFinder(map: SkiMap.open(path: path)).place(name) })
  }

  /// The cost of a region before its first answer, and a new profile afterwards.
  private func timeCosts(_ graphs: [RoutingGraph]) throws {
    var routers: [Double] = []
    var costs: [Double] = []
    for graph in graphs {
      routers += Timing.of(5) { _ = Router(graph: graph) }
      let model = CostModel(graph: graph, profile: SkierProfile(ceiling: .colour(.red)))
      costs += Timing.of(5) { _ = model.edgeCosts() }
    }
    report("router of a region", routers)
    report("costs of a profile", costs)
  }

  private func timeRoutes(_ graphs: [RoutingGraph], _ kind: PairKind, _ algorithm: SearchAlgorithm) throws {
    var spent: [Double] = []
    var settled: [Int] = []
    var asked = 0
    var generator = SplitMix(state: 1)
    for graph in graphs {
      let pairs = NodePairs(graph, kind)
      let session = RouteSession(Router(graph: graph))
      for _ in 0..<max(1, Self.questions / graphs.count) {
        guard let (from, to) = pairs.next(&generator) else { break }
        let request = RouteRequest(from: .node(from), to: .node(to), algorithm: algorithm)
        asked += 1
        let start = ContinuousClock.now
        let result = try session.route(request)
        let time = Timing.microseconds(since: start)
        guard case .answer = result else { continue }
        spent.append(time)
        settled.append(session.settledCount)
      }
    }
    let mean = Double(settled.reduce(0, +)) / Double(max(1, settled.count))
    report(
      "route \(kind.rawValue) \(algorithm.rawValue)", spent,
      [
        ("asked", .number(Double(asked))), ("found", .number(Double(spent.count))),
        ("meanSettled", .number(mean)),
      ])
  }

  /// Nearest ways to places up to some 200 m beside the network.
  private func timeSnaps(_ graphs: [RoutingGraph]) {
    var spent: [Double] = []
    var found = 0
    var generator = SplitMix(state: 2)
    for graph in graphs {
      for _ in 0..<max(1, Self.questions / graphs.count) {
        let node = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &generator))
        let at = graph.point(node).position.coordinate
        let place = Coordinate(
          latitude: at.latitude + Double.random(in: -0.001...0.001, using: &generator),
          longitude: at.longitude + Double.random(in: -0.001...0.001, using: &generator))
        guard place.isValid else { continue }
        let start = ContinuousClock.now
        found += graph.snaps(near: place, withinMetres: 150, limit: 1).count
        spent.append(Timing.microseconds(since: start))
      }
    }
    report("snap", spent, [("found", .number(Double(found)))])
  }

  /// The nearest edge to many places up to 20 m beside the network, as of positions of receivers, without the clock
  /// between them.
  private func timeManySnaps(_ graphs: [RoutingGraph]) {
    guard let graph = graphs.max(by: { $0.linkCount < $1.linkCount }), graph.linkCount > 0 else { return }
    var generator = SplitMix(state: 3)
    let places = (0..<100_000).map { _ in
      let points = graph.pointRange(LinkIndex(Int.random(in: 0..<graph.linkCount, using: &generator)))
      let at = graph.linkPoint(Int.random(in: points, using: &generator)).coordinate
      return Coordinate(
        latitude: at.latitude + Double.random(in: -0.00018...0.00018, using: &generator),
        longitude: at.longitude + Double.random(in: -0.00018...0.00018, using: &generator))
    }
    var found = 0
    let rounds = Timing.of(5) {
      found = 0
      for place in places { found += graph.nearestSnap(to: place, withinMetres: 150) == nil ? 0 : 1 }
    }
    let least = rounds.min() ?? .infinity
    print(
      JSONText.object([
        ("what", .text("nearest edges")), ("places", .number(Double(places.count))),
        ("found", .number(Double(found))), ("perSecond", .number(Double(places.count) / least * 1e6)),
      ]))
  }

  private func timeNames(_ map: SkiMap, _ graphs: [RoutingGraph]) throws {
    let finder = PlaceFinder(map: map)
    let exact = names(in: graphs, 60)
    for (what, texts) in [("name as written", exact), ("name with a slip", exact.map(Self.withSlip))] {
      var spent: [Double] = []
      var found = 0
      for text in texts {
        let start = ContinuousClock.now
        found += (try? finder.place(text)) == nil ? 0 : 1
        spent.append(Timing.microseconds(since: start))
      }
      report(what, spent, [("found", .number(Double(found)))])
    }
  }

  /// Names of runs and lifts, spread evenly over the graphs.
  private func names(in graphs: [RoutingGraph], _ limit: Int) -> [String] {
    let each = max(1, limit / max(1, graphs.count))
    return graphs.flatMap { graph in
      let step = max(1, graph.featureCount / (each * 2))
      return stride(from: 0, to: graph.featureCount, by: step).lazy
        .compactMap { graph.feature(FeatureIndex($0)).name }.prefix(each)
    }
  }

  /// A name with two letters in its middle exchanged.
  private static func withSlip(_ name: String) -> String {
    var letters = Array(name)
    guard letters.count >= 6 else { return name }
    letters.swapAt(letters.count / 2, letters.count / 2 + 1)
    return String(letters)
  }

  private func report(_ what: String, _ times: [Double], _ counts: [(String, JSONText.Value)] = []) {
    let sorted = times.sorted()
    guard let last = sorted.last else { return }
    let p99 = sorted.count >= 100 ? sorted[sorted.count * 99 / 100] : last
    print(
      JSONText.object(
        [("what", .text(what)), ("timed", .number(Double(sorted.count)))] + counts + [
          ("medianMicroseconds", .number(sorted[sorted.count / 2])), ("p99Microseconds", .number(p99)),
        ]))
  }
}

/// The ends of a question.
enum PairKind: String, CaseIterable {
  /// Both in one measured ski area, which is what a skier asks.
  case local
  /// Anywhere in one region.
  case far
}

/// Random pairs of nodes of a graph.
struct NodePairs {
  private let graph: RoutingGraph
  private let kind: PairKind
  /// Nodes by measured ski area, without areas of less than ten.
  private let areas: [[NodeIndex]]

  init(_ graph: RoutingGraph, _ kind: PairKind) {
    self.graph = graph
    self.kind = kind
    var members: [AreaIndex: Set<NodeIndex>] = [:]
    for position in 0..<(kind == .local ? graph.linkCount : 0) {
      let link = graph.link(LinkIndex(position))
      guard let area = link.feature.flatMap({ graph.feature($0).area }) else { continue }
      members[area, default: []].formUnion([link.tail, link.head])
    }
    areas = members.sorted { $0.key < $1.key }.map { $0.value.sorted() }.filter { $0.count >= 10 }
  }

  /// Two different nodes; nil when the graph has no such pair.
  func next(_ generator: inout SplitMix) -> (NodeIndex, NodeIndex)? {
    let pick: (inout SplitMix) -> NodeIndex
    switch kind {
    case .local:
      guard let area = areas.randomElement(using: &generator) else { return nil }
      pick = { area[Int.random(in: 0..<area.count, using: &$0)] }
    case .far:
      guard graph.nodeCount > 1 else { return nil }
      pick = { [graph] in NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &$0)) }
    }
    let from = pick(&generator)
    for _ in 0..<20 {
      let to = pick(&generator)
      if to != from { return (from, to) }
    }
    return nil
  }
}

/// Times short work.
enum Timing {
  /// Microseconds of each of some calls.
  static func of(_ count: Int, _ body: () throws -> Void) rethrows -> [Double] {
    try (0..<count).map { _ in
      let start = ContinuousClock.now
      try body()
      return microseconds(since: start)
    }
  }

  static func microseconds(since start: ContinuousClock.Instant) -> Double {
    let spent = (ContinuousClock.now - start).components
    return Double(spent.attoseconds) / 1e12 + Double(spent.seconds) * 1e6
  }
}

/// Numbers that depend on a seed alone. **Source:** SplitMix64, Steele, Lea and Flood 2014.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
