import SkiBase
import SkiGraph

/// Computes the mutually reachable lifts of each measured area.
///
/// Only skiing and riding count; streets and connectors to them are walked. A lift is part of a strongly connected
/// component when it may be boarded and left inside it.
struct LiftReachability {
  private let graph: RoutingGraph
  private let component: [UInt32]
  /// The features that enter each node.
  private let entered: [Users]
  /// The features that leave each node.
  private let left: [Users]
  /// The runs and lifts closed to skiers, which are not part of the skied network.
  private let barred: Set<UInt32>

  init(_ graph: RoutingGraph) {
    self.graph = graph
    let barred = Set(graph.restrictedFeatures().map(\.feature.rawValue))
    component = graph.stronglyConnectedComponents { Self.isSkied(graph, $0, barred) }
    (entered, left) = Self.users(graph, barred)
    self.barred = barred
  }

  /// The features at a node: none, one, or several; a connector counts as several.
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

    /// Returns whether any other feature than one is at the node.
    func includes(otherThan feature: UInt32) -> Bool { self != .none && self != .one(feature) }
  }

  /// Returns the features that enter and leave each node, without opt-in links. Complexity: O(*m*).
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

  /// Returns whether a street, or a connector to one, leaves a node.
  private func isOnStreet(_ node: NodeIndex) -> Bool {
    graph.edges(from: node).contains { position in
      graph.storage.linkCause[graph.link(of: EdgeIndex(position)).position] == LinkCause.street.code
    }
  }

  /// Returns the groups of measured areas in the order of the graph, and last that outside areas.
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

  /// Returns the components that contain both ends of a ride on the lift.
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

  /// Returns the finding about a lift, with the nearest feature at nodes accepted by `counts`.
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

  /// Returns whether any feature but one enters a node.
  func isEntered(_ node: NodeIndex, otherThan feature: FeatureIndex) -> Bool {
    entered[node.position].includes(otherThan: feature.rawValue)
  }

  /// Returns whether any feature but one leaves a node.
  func isLeft(_ node: NodeIndex, otherThan feature: FeatureIndex) -> Bool {
    left[node.position].includes(otherThan: feature.rawValue)
  }

  /// Returns whether any feature enters a node.
  func isEntered(_ node: NodeIndex) -> Bool { entered[node.position] != .none }

  /// Returns whether any feature leaves a node.
  func isLeft(_ node: NodeIndex) -> Bool { left[node.position] != .none }

  /// Returns whether a node is in a component.
  func isIn(_ part: UInt32?, _ node: NodeIndex) -> Bool { component[node.position] == part }
}

/// The lifts of one measured area, or of a region outside areas, with the statistics of its runs.
struct LiftGroup {
  var isMeasured: Bool
  var name: String?
  var id: SourceID?
  var bounds: BoundingBox?
  /// The strongly connected component with most lifts; nil without lifts.
  var mainComponent: UInt32?
  /// The number of stations.
  var stationCount: Int
  /// The number of stations in the main component.
  var mutualStationCount: Int
  /// The largest set of mutually reachable lifts.
  var mutual: [MapSurvey.LiftFinding]
  var others: [MapSurvey.LiftFinding]
  var facts = AreaFacts()

  /// Adds lifts of another region, none of which is reachable from these.
  mutating func merge(_ other: LiftGroup) {
    let isLarger = other.mutual.count > mutual.count
    others += (isLarger ? mutual : other.mutual) + other.others
    stationCount += other.stationCount
    if isLarger { (mutual, mutualStationCount) = (other.mutual, other.mutualStationCount) }
    facts.merge(other.facts)
  }

  /// Indicates whether there is nothing to report.
  var isEmpty: Bool { mutual.isEmpty && others.isEmpty && facts.isEmpty }

  /// The group as part of a survey.
  var area: MapSurvey.Area {
    MapSurvey.Area(
      isMeasured: isMeasured, name: name, id: id, bounds: bounds,
      operatingLiftCount: mutual.count + others.count,
      mutuallyReachableLiftCount: mutual.count, stationCount: stationCount,
      mutuallyReachableStationCount: mutualStationCount, otherLifts: others, facts: facts)
  }
}
