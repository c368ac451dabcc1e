import SkiGraph
import SkiModel

/// Finds which lifts of each measured area can reach each other.
///
/// Only skiing and riding count: streets and the ways to them are walked, and join no ski area.
/// A lift counts as part of a strongly connected component when one may board it and leave it inside that component.
struct LiftReachability {
  private let graph: RoutingGraph
  private let component: [UInt32]
  /// What leads into each node, and what leads out of it.
  private let entered: [Users]
  private let left: [Users]
  /// The runs and lifts skiers are barred from: drawn, but no part of what is skied.
  private let barred: Set<UInt32>

  init(_ graph: RoutingGraph) {
    self.graph = graph
    let barred = Set(graph.barredFeatures().map(\.feature.rawValue))
    component = graph.stronglyConnectedComponents { Self.isSkied(graph, $0, barred) }
    (entered, left) = Self.users(graph, barred)
    self.barred = barred
  }

  /// What uses a node: nothing, one feature, or more than one (a connector counts as more).
  private enum Users: Equatable {
    case none
    case one(UInt32)
    case several

    mutating func add(_ feature: UInt32) {
      switch self {
      case .none: self = feature == .max ? .several : .one(feature)
      case .one(let known) where known == feature: break
      default: self = .several
      }
    }

    /// Whether anything but one feature uses the node.
    func includes(otherThan feature: UInt32) -> Bool { self != .none && self != .one(feature) }
  }

  /// Returns who leads into and out of each node, opt-in ways excepted. Complexity: O(*m*).
  private static func users(
    _ graph: RoutingGraph, _ barred: Set<UInt32>
  ) -> (entered: [Users], left: [Users]) {
    var entered = [Users](repeating: .none, count: graph.nodeCount)
    var left = entered
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      guard isSkied(graph, edge, barred) else { continue }
      let feature = graph.storage.linkFeature[graph.link(of: edge).position]
      entered[graph.head(edge).position].add(feature)
      left[graph.tail(edge).position].add(feature)
    }
    return (entered, left)
  }

  private static func isSkied(_ graph: RoutingGraph, _ edge: EdgeIndex, _ barred: Set<UInt32>) -> Bool {
    let link = graph.link(of: edge).position
    if !barred.isEmpty, barred.contains(graph.storage.linkFeature[link]) { return false }
    let flags = LinkFlags(rawValue: graph.storage.linkFlags[link])
    return flags.isDisjoint(with: [.optIn, .itinerary])
      && graph.storage.linkCause[link] != LinkCause.street.code
  }

  /// Whether a street, or a way to one, leaves a node.
  private func isOnStreet(_ node: NodeIndex) -> Bool {
    graph.edges(from: node).contains { position in
      graph.storage.linkCause[graph.link(of: EdgeIndex(position)).position] == LinkCause.street.code
    }
  }

  /// Returns the measured areas in graph order, and at the end all that lies in none.
  func areas() -> [LiftGroup] {
    var lifts: [[FeatureIndex]] = Array(repeating: [], count: graph.areaCount + 1)
    for position in 0..<graph.featureCount {
      let record = graph.storage.featureRecord[position]
      guard record.kind == FeatureKind.lift.code, record.status == Lifecycle.operating.code,
        !barred.contains(UInt32(position))
      else { continue }
      lifts[record.area == .max ? graph.areaCount : Int(record.area)].append(FeatureIndex(position))
    }
    let measured = (0..<graph.areaCount).map { survey(lifts[$0], index: AreaIndex($0)) }
    return measured + [survey(lifts[graph.areaCount], index: nil)]
  }

  private func survey(_ lifts: [FeatureIndex], index: AreaIndex?) -> LiftGroup {
    var members: [UInt32: [FeatureIndex]] = [:]
    for lift in lifts {
      for part in Set(components(of: lift)) { members[part, default: []].append(lift) }
    }
    let largest = members.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    let inside = Set(largest?.value ?? [])
    let stations = Set(lifts.flatMap(rides).flatMap { [graph.tail($0), graph.head($0)] })
    return LiftGroup(
      isMeasured: index != nil, name: index.flatMap { graph.area($0).name },
      id: index.flatMap { graph.area($0).id },
      bounds: index.map { graph.area($0).bounds }, mainComponent: largest?.key, stationCount: stations.count,
      mutualStationCount: stations.count { component[$0.position] == largest?.key },
      mutual: lifts.filter(inside.contains).map { finding($0, joining: nil) },
      others: lifts.filter { !inside.contains($0) }.map {
        finding($0, joining: { [component] in index == nil || component[$0.position] == largest?.key })
      })
  }

  /// Returns the components that hold both ends of a ride on the lift.
  private func components(of lift: FeatureIndex) -> [UInt32] {
    rides(of: lift).compactMap { edge in
      let tail = component[graph.tail(edge).position]
      return tail == component[graph.head(edge).position] ? tail : nil
    }
  }

  private func rides(of lift: FeatureIndex) -> [EdgeIndex] {
    graph.links(of: lift).filter { !graph.isThroughRide($0) }.flatMap { link in
      [false, true].compactMap { graph.edge(of: LinkIndex(link), reversed: $0) }
    }
  }

  /// What is known of a lift, with what comes nearest to joining it to the nodes that count, if any do.
  private func finding(
    _ lift: FeatureIndex, joining counts: ((NodeIndex) -> Bool)?
  ) -> MapSurvey.LiftFinding {
    let feature = graph.feature(lift)
    let rides = rides(of: lift)
    var finding = MapSurvey.LiftFinding(
      region: graph.region, feature: lift, id: feature.id, name: feature.name,
      place: feature.start.coordinate,
      hasWayIn: rides.contains { isEntered(graph.tail($0), otherThan: lift) },
      hasWayOut: rides.contains { isLeft(graph.head($0), otherThan: lift) },
      hasWayInOnFoot: rides.contains { isOnStreet(graph.tail($0)) },
      hasWayOutOnFoot: rides.contains { isOnStreet(graph.head($0)) })
    guard let counts else { return finding }
    let tails = Set(rides.map(graph.tail)).sorted()
    let heads = Set(rides.map(graph.head)).sorted()
    let loose = finding.hasWayIn == finding.hasWayOut ? tails + heads : finding.hasWayIn ? heads : tails
    finding.nearestMiss = NearestMiss.find(from: loose, of: lift, in: graph, where: counts)
    return finding
  }

  /// Whether anything but one feature leads to a node.
  func isEntered(_ node: NodeIndex, otherThan feature: FeatureIndex) -> Bool {
    entered[node.position].includes(otherThan: feature.rawValue)
  }

  /// Whether anything but one feature leads away from a node.
  func isLeft(_ node: NodeIndex, otherThan feature: FeatureIndex) -> Bool {
    left[node.position].includes(otherThan: feature.rawValue)
  }

  /// Whether anything at all leads to a node.
  func isEntered(_ node: NodeIndex) -> Bool { entered[node.position] != .none }

  /// Whether anything at all leads away from a node.
  func isLeft(_ node: NodeIndex) -> Bool { left[node.position] != .none }

  /// Whether a node lies in a component.
  func isIn(_ part: UInt32?, _ node: NodeIndex) -> Bool { component[node.position] == part }
}
