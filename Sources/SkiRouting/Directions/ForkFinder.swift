import SkiBase
import SkiGraph

/// A finder of ambiguous forks, where another run leaves beside the route.
///
/// The route and each leaving run are compared by the bearing to their position after 50 m, or 100 m where they diverge
/// slowly. A run counts when it leads ahead (up to 110° off the arrival), does not rise, continues for 60 m and
/// diverges by 12° or more. It is reported when it has another name and diverges by less than 60°, or when the route is
/// not straighter by 30°; an unnamed one only when the route is not straighter by 15°.
struct ForkFinder {
  static let aheadDegrees = 110.0
  static let leastPartingDegrees = 12.0
  static let similarDegrees = 60.0
  /// The difference in angle from which the route is clearly straighter than a named or an unnamed run.
  static let straighterDegrees = (named: 30.0, nameless: 15.0)
  /// The maximum initial rise of a run that can be confused with the route, in metres.
  static let greatestRiseMetres = 2.0
  /// The distance before a fork that determines the bearing of arrival, in metres.
  static let arrivalMetres = 40.0
  /// The minimum distance after a fork that determines the bearing of the route, in metres.
  static let leastBearingMetres = 15.0

  let routeLine: RouteLine
  let graph: RoutingGraph

  /// A run that leaves a joint, with its angles.
  struct Other {
    let branch: Branch
    /// The angle from the route in degrees clockwise, −360...360.
    let parting: Double
    /// The angle from the bearing of arrival in degrees clockwise.
    let turn: Double
  }

  /// Returns the fork at a joint; nil when it is not ambiguous.
  /// - Parameters:
  ///   - joint: The joint.
  ///   - signs: The signs of the route here; runs with them are not forks.
  ///   - end: The distance along the route at which the run ends, in metres; the bearing is not measured beyond it.
  /// - Complexity: O(points of the leaving runs within 100 m).
  func fork(at joint: RouteLine.PassedNode, signs: LegSigns, end: Double) -> Fork? {
    guard let arrival = arrivalBearing(joint.metres),
      let own = bearing(joint.metres, Branch.bearingMetres, end)
    else { return nil }
    let ownTurn = Turn.degrees(from: arrival, to: own)
    let told = others(at: joint, signs: signs, arrival: arrival, end: end, including: false)
      .filter { Self.isAmbiguous($0, ownTurn: ownTurn) }
    guard !told.isEmpty else { return nil }
    let isLeftmost = told.allSatisfy { $0.parting > 0 }
    let isRightmost = told.allSatisfy { $0.parting < 0 }
    return Fork(
      side: isLeftmost ? .left : isRightmost ? .right : nil, others: Self.signs(told.map(\.branch.sign)))
  }

  /// Returns whether a leaving run makes the fork ambiguous.
  private static func isAmbiguous(_ other: Other, ownTurn: Double) -> Bool {
    guard other.branch.sign.label != nil else {
      return abs(ownTurn) + straighterDegrees.nameless >= abs(other.turn)
    }
    return abs(other.parting) < similarDegrees || abs(ownTurn) + straighterDegrees.named >= abs(other.turn)
  }

  /// Returns the bearing of arrival at a distance along the route.
  func arrivalBearing(_ metres: Double) -> Double? {
    routeLine.bearing(from: metres - Self.arrivalMetres, to: metres)
  }

  /// Returns the bearing of the route after a distance, measured no farther than a limit.
  func bearing(_ metres: Double, _ look: Double, _ end: Double) -> Double? {
    routeLine.bearing(from: metres, to: min(metres + look, max(end, metres + Self.leastBearingMetres)))
  }

  /// Returns the runs that leave at a joint, without duplicates.
  /// - Parameters:
  ///   - joint: The joint.
  ///   - signs: The signs of the route here; runs with them are left out.
  ///   - arrival: The bearing of arrival.
  ///   - end: The distance along the route at which the run ends, in metres.
  ///   - isIncludingArrival: `true` if the run before the joint counts, where it continues.
  func others(
    at joint: RouteLine.PassedNode, signs: LegSigns, arrival: Double, end: Double,
    including isIncludingArrival: Bool
  ) -> [Other] {
    let own = Set([joint.arriving, joint.leaving].map { graph.link(of: $0) })
    let edges = isIncludingArrival ? [joint.leaving] : [joint.arriving, joint.leaving]
    let ownFeatures = Set(edges.compactMap { graph.link(graph.link(of: $0)).feature })
    var found: [FeatureIndex: [Other]] = [:]
    var order: [FeatureIndex] = []
    for position in graph.edges(from: joint.node) {
      let edge = EdgeIndex(position)
      guard !own.contains(graph.link(of: edge)), let branch = Branch(edge, graph: graph),
        !ownFeatures.contains(branch.feature), !signs.contains(branch.sign)
      else { continue }
      if found[branch.feature] == nil { order.append(branch.feature) }
      found[branch.feature, default: []] += [other(branch, joint, arrival, end)].compactMap(\.self)
    }
    return order.compactMap { Self.one(of: found[$0] ?? []) }
  }

  /// Returns the branch of a run nearest in angle; nil for an area on both sides.
  private static func one(of ways: [Other]) -> Other? {
    if ways.contains(where: \.branch.isCrossing), Set(ways.map { $0.parting > 0 }).count > 1 { return nil }
    return ways.min { abs($0.parting) < abs($1.parting) }
  }

  /// Returns a leaving run with its angles; nil when it cannot be confused with the route.
  private func other(_ branch: Branch, _ joint: RouteLine.PassedNode, _ arrival: Double, _ end: Double)
    -> Other?
  {
    if let rise = branch.riseMetres, rise > Self.greatestRiseMetres { return nil }
    for look in [Branch.bearingMetres, Branch.farMetres] {
      guard let start = routeLine.place(at: joint.metres)?.coordinate, let place = branch.place(at: look),
        start != place, let own = bearing(joint.metres, look, end)
      else { continue }
      let bearing = start.bearingDegrees(to: place)
      let turn = Turn.degrees(from: arrival, to: bearing)
      // Not normalised: of two runs to opposite sides the right one stays to the right.
      let parting = turn - Turn.degrees(from: arrival, to: own)
      if abs(turn) > Self.aheadDegrees { return nil }
      if abs(parting) >= Self.leastPartingDegrees {
        return Other(branch: branch, parting: parting, turn: turn)
      }
    }
    return nil
  }

  /// Returns the signs with a label without duplicates; an unlabelled one only when there is no other.
  static func signs(_ all: [RunSign]) -> [RunSign] {
    var seen: Set<String> = []
    let named = all.filter { sign in sign.label.map { seen.insert($0).inserted } ?? false }
    return named.isEmpty ? Array(all.prefix(1)) : named
  }
}
