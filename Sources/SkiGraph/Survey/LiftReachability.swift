import SkiGeo
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

  init(_ graph: RoutingGraph) {
    self.graph = graph
    component = graph.stronglyConnectedComponents { Self.isSkied(graph, $0) }
    (entered, left) = Self.users(graph)
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
  private static func users(_ graph: RoutingGraph) -> (entered: [Users], left: [Users]) {
    var entered = [Users](repeating: .none, count: graph.nodeCount)
    var left = entered
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      guard isSkied(graph, edge) else { continue }
      let feature = graph.storage.linkFeature[graph.link(of: edge).position]
      entered[graph.head(edge).position].add(feature)
      left[graph.tail(edge).position].add(feature)
    }
    return (entered, left)
  }

  private static func isSkied(_ graph: RoutingGraph, _ edge: EdgeIndex) -> Bool {
    let link = graph.link(of: edge).position
    let flags = LinkFlags(rawValue: graph.storage.linkFlags[link])
    return !flags.contains(.optIn) && graph.storage.linkCause[link] != LinkCause.street.code
  }

  /// Whether a street, or a way to one, leaves a node.
  private func isOnStreet(_ node: NodeIndex) -> Bool {
    graph.edges(from: node).contains { position in
      graph.storage.linkCause[graph.link(of: EdgeIndex(position)).position] == LinkCause.street.code
    }
  }

  /// Returns the measured areas in graph order, then what lies in none where lifts do.
  func areas() -> [LiftGroup] {
    var lifts: [[FeatureIndex]] = Array(repeating: [], count: graph.areaCount + 1)
    for position in 0..<graph.featureCount {
      let record = graph.storage.featureRecord[position]
      guard record.kind == FeatureKind.lift.code, record.status == Lifecycle.operating.code else { continue }
      lifts[record.area == .max ? graph.areaCount : Int(record.area)].append(FeatureIndex(position))
    }
    let measured = (0..<graph.areaCount).map { survey(lifts[$0], index: AreaIndex($0)) }
    return lifts[graph.areaCount].isEmpty ? measured : measured + [survey(lifts[graph.areaCount], index: nil)]
  }

  private func survey(_ lifts: [FeatureIndex], index: AreaIndex?) -> LiftGroup {
    var members: [UInt32: [FeatureIndex]] = [:]
    for lift in lifts {
      for part in Set(components(of: lift)) { members[part, default: []].append(lift) }
    }
    let largest = members.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    let inside = Set(largest?.value ?? [])
    return LiftGroup(
      isMeasured: index != nil, name: index.flatMap { graph.area($0).name },
      mutual: lifts.filter(inside.contains).map(finding),
      others: lifts.filter { !inside.contains($0) }.map(finding))
  }

  /// Returns the components that hold both ends of a ride on the lift.
  private func components(of lift: FeatureIndex) -> [UInt32] {
    rides(of: lift).compactMap { edge in
      let tail = component[graph.tail(edge).position]
      return tail == component[graph.head(edge).position] ? tail : nil
    }
  }

  private func rides(of lift: FeatureIndex) -> [EdgeIndex] {
    graph.links(of: lift).flatMap { link in
      [false, true].compactMap { graph.edge(of: LinkIndex(link), reversed: $0) }
    }
  }

  private func finding(_ lift: FeatureIndex) -> MapSurvey.LiftFinding {
    let feature = graph.feature(lift)
    let rides = rides(of: lift)
    return MapSurvey.LiftFinding(
      region: graph.region, feature: lift, id: feature.id, name: feature.name,
      hasWayIn: rides.contains { entered[graph.tail($0).position].includes(otherThan: lift.rawValue) },
      hasWayOut: rides.contains { left[graph.head($0).position].includes(otherThan: lift.rawValue) },
      hasWayInOnFoot: rides.contains { isOnStreet(graph.tail($0)) },
      hasWayOutOnFoot: rides.contains { isOnStreet(graph.head($0)) })
  }
}

/// The lifts of one measured area, or all those of a region outside any.
struct LiftGroup {
  var isMeasured: Bool
  var name: String?
  /// The largest set of lifts that can each be reached from each other.
  var mutual: [MapSurvey.LiftFinding]
  var others: [MapSurvey.LiftFinding]

  /// Adds lifts of another region; none of them can be reached from these.
  mutating func merge(_ other: LiftGroup) {
    let isLarger = other.mutual.count > mutual.count
    others += (isLarger ? mutual : other.mutual) + other.others
    if isLarger { mutual = other.mutual }
  }

  /// The group as a survey shows it.
  var area: MapSurvey.Area {
    MapSurvey.Area(
      isMeasured: isMeasured, name: name, operatingLiftCount: mutual.count + others.count,
      mutuallyReachableLiftCount: mutual.count, otherLifts: others)
  }
}
