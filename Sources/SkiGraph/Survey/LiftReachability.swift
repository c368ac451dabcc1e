import SkiGeo
import SkiModel

/// Finds which lifts of each measured area can reach each other.
///
/// A lift counts as part of a strongly connected component when one may board it and leave it inside that component.
struct LiftReachability {
  private let graph: RoutingGraph
  private let component: [UInt32]
  /// What leads into each node, and what leads out of it.
  private let entered: [Users]
  private let left: [Users]

  init(_ graph: RoutingGraph) {
    self.graph = graph
    component = graph.stronglyConnectedComponents { Self.isOpenToAll(graph, $0) }
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
      guard isOpenToAll(graph, edge) else { continue }
      let feature = graph.storage.linkFeature[graph.link(of: edge).position]
      entered[graph.head(edge).position].add(feature)
      left[graph.tail(edge).position].add(feature)
    }
    return (entered, left)
  }

  private static func isOpenToAll(_ graph: RoutingGraph, _ edge: EdgeIndex) -> Bool {
    let flags = LinkFlags(rawValue: graph.storage.linkFlags[graph.link(of: edge).position])
    return !flags.contains(.optIn)
  }

  /// Returns the areas by number of lifts, then what lies in none.
  func areas() -> [MapSurvey.Area] {
    var lifts: [[FeatureIndex]] = Array(repeating: [], count: graph.areaCount + 1)
    for position in 0..<graph.featureCount {
      let record = graph.storage.featureRecord[position]
      guard record.kind == FeatureKind.lift.code, record.status == Lifecycle.operating.code else { continue }
      lifts[record.area == .max ? graph.areaCount : Int(record.area)].append(FeatureIndex(position))
    }
    let measured = (0..<graph.areaCount).map { survey(lifts[$0], index: AreaIndex($0)) }
      .enumerated().sorted { a, b in
        (b.element.operatingLiftCount, a.offset) < (a.element.operatingLiftCount, b.offset)
      }.map(\.element)
    return lifts[graph.areaCount].isEmpty ? measured : measured + [survey(lifts[graph.areaCount], index: nil)]
  }

  private func survey(_ lifts: [FeatureIndex], index: AreaIndex?) -> MapSurvey.Area {
    var members: [UInt32: [FeatureIndex]] = [:]
    for lift in lifts {
      for part in Set(components(of: lift)) { members[part, default: []].append(lift) }
    }
    let largest = members.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    let inside = Set(largest?.value ?? [])
    var area = MapSurvey.Area(index: index, name: index.flatMap { graph.area($0).name })
    area.operatingLiftCount = lifts.count
    area.mutuallyReachableLiftCount = inside.count
    area.otherLifts = lifts.filter { !inside.contains($0) }.map(finding)
    return area
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
      feature: lift, id: feature.id, name: feature.name,
      hasWayIn: rides.contains { entered[graph.tail($0).position].includes(otherThan: lift.rawValue) },
      hasWayOut: rides.contains { left[graph.head($0).position].includes(otherThan: lift.rawValue) })
  }
}
