import SkiGeo
import SkiModel

/// Finds which lifts of each measured area can reach each other.
///
/// A lift counts as part of a strongly connected component when one may board it and leave it inside that component.
struct LiftReachability {
  private let graph: RoutingGraph
  private let component: [UInt32]
  private let hasWayIn: [Bool]

  init(_ graph: RoutingGraph) {
    self.graph = graph
    component = graph.stronglyConnectedComponents { Self.isOpenToAll(graph, $0) }
    var entered = [Bool](repeating: false, count: graph.nodeCount)
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      if graph.storage.linkKind[graph.link(of: edge).position] != LinkKind.lift.code {
        entered[graph.head(edge).position] = true
      }
    }
    hasWayIn = entered
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
      .sorted { ($1.operatingLiftCount, $0.index!) < ($0.operatingLiftCount, $1.index!) }
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
      hasWayIn: rides.contains { isEntered(graph.tail($0), notBy: lift) },
      hasWayOut: rides.contains { isLeft(graph.head($0), notBy: lift) })
  }

  /// Whether a run, connector or another lift leads to a node.
  private func isEntered(_ node: NodeIndex, notBy lift: FeatureIndex) -> Bool {
    if hasWayIn[node.position] { return true }
    for position in 0..<graph.edgeCount where graph.storage.edgeHead[position] == node.rawValue {
      if graph.storage.linkFeature[graph.link(of: EdgeIndex(position)).position] != lift.rawValue {
        return true
      }
    }
    return false
  }

  /// Whether a run, connector or another lift leads away from a node.
  private func isLeft(_ node: NodeIndex, notBy lift: FeatureIndex) -> Bool {
    graph.edges(from: node).contains { position in
      graph.storage.linkFeature[graph.link(of: EdgeIndex(position)).position] != lift.rawValue
    }
  }
}
