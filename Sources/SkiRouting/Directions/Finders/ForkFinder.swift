import SkiGeo
import SkiGraph
import SkiModel

/// Finds where a skier would hesitate: where another run leaves beside the own way.
///
/// The own way and each run that leaves are judged by the bearing to where they are 50 m on, or 100 m on where they part slowly. A
/// run counts when it leads ahead (up to 110° off the way one comes), not up, goes on for 60 m and parts by 12° or
/// more. It is told when its name is another and it parts by less than 60°, or when the own way is not clearly
/// the straighter one, by 30°; one without a name only when the own way is not straighter by 15°.
struct ForkFinder {
  static let aheadDegrees = 110.0
  static let leastPartingDegrees = 12.0
  static let similarDegrees = 60.0
  /// How much straighter one's own way must be for a run beside it to go without saying: a named one, a nameless one.
  static let straighterDegrees = (named: 30.0, nameless: 15.0)
  /// How far a run may rise at its beginning and still be taken for the way, metres.
  static let greatestRiseMetres = 2.0
  /// How far one looks back for the direction one comes from, metres.
  static let arrivalMetres = 40.0
  /// How far one looks ahead at least, however soon the run ends, metres.
  static let leastLookMetres = 15.0

  let way: WayLine
  let graph: RoutingGraph

  /// A run that leaves, and how far to the right of the own way, degrees.
  struct Other {
    let branch: Branch
    /// Degrees clockwise from the own way, seen by one who comes: −360...360.
    let parting: Double
    /// Degrees clockwise from the direction one comes from.
    let turn: Double
  }

  /// Returns the fork at a joint, for one who follows some signs; nil where nobody hesitates.
  /// - Parameters:
  ///   - signs: The signs one follows.
  ///   - end: Where the run ends, metres along the way: what one does then is no direction of the run.
  /// - Complexity: O(points of the runs that leave, within 100 m).
  func fork(at joint: WayLine.Joint, signs: OwnSigns, end: Double) -> Fork? {
    guard let arrival = arrivalBearing(joint.metres), let own = bearing(joint.metres, Branch.lookMetres, end)
    else { return nil }
    let ownTurn = Turn.degrees(from: arrival, to: own)
    let told = others(at: joint, signs: signs, arrival: arrival, end: end, including: false)
      .filter { Self.makesHesitate($0, ownTurn: ownTurn) }
    guard !told.isEmpty else { return nil }
    let isLeftmost = told.allSatisfy { $0.parting > 0 }
    let isRightmost = told.allSatisfy { $0.parting < 0 }
    return Fork(
      side: isLeftmost ? .left : isRightmost ? .right : nil, others: Self.signs(told.map(\.branch.sign)))
  }

  /// Whether a skier would hesitate at another run.
  private static func makesHesitate(_ other: Other, ownTurn: Double) -> Bool {
    guard other.branch.sign.label != nil else {
      return abs(ownTurn) + straighterDegrees.nameless >= abs(other.turn)
    }
    return abs(other.parting) < similarDegrees || abs(ownTurn) + straighterDegrees.named >= abs(other.turn)
  }

  /// Returns the direction one comes from.
  func arrivalBearing(_ metres: Double) -> Double? {
    way.bearing(from: metres - Self.arrivalMetres, to: metres)
  }

  /// Returns the direction of the own way, looked at no farther than some place.
  func bearing(_ metres: Double, _ look: Double, _ end: Double) -> Double? {
    way.bearing(from: metres, to: min(metres + look, max(end, metres + Self.leastLookMetres)))
  }

  /// Returns the runs that leave at a joint, each run once.
  /// - Parameters:
  ///   - signs: The signs one follows; runs of these are the same run.
  ///   - arrival: The direction one comes from.
  ///   - end: Where the run one skis ends, metres along the way.
  ///   - isIncludingArrival: Whether the run one comes on counts as well, where it goes on.
  func others(
    at joint: WayLine.Joint, signs: OwnSigns, arrival: Double, end: Double,
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

  /// The nearest of the ways of one run; none of an area that lies on both sides.
  private static func one(of ways: [Other]) -> Other? {
    if ways.contains(where: \.branch.isCrossing), Set(ways.map { $0.parting > 0 }).count > 1 { return nil }
    return ways.min { abs($0.parting) < abs($1.parting) }
  }

  /// Judges a run that leaves; nil when nobody takes it for the way.
  private func other(_ branch: Branch, _ joint: WayLine.Joint, _ arrival: Double, _ end: Double)
    -> Other?
  {
    if let rise = branch.riseMetres, rise > Self.greatestRiseMetres { return nil }
    for look in [Branch.lookMetres, Branch.farMetres] {
      guard let start = way.place(at: joint.metres)?.coordinate, let place = branch.place(at: look),
        start != place, let own = bearing(joint.metres, look, end)
      else { continue }
      let bearing = start.bearingDegrees(to: place)
      let turn = Turn.degrees(from: arrival, to: bearing)
      // Not the short way round: of two that leave to opposite sides the one to the right is to the right.
      let parting = turn - Turn.degrees(from: arrival, to: own)
      if abs(turn) > Self.aheadDegrees { return nil }
      if abs(parting) >= Self.leastPartingDegrees {
        return Other(branch: branch, parting: parting, turn: turn)
      }
    }
    return nil
  }

  /// Signs with a name each once; the nameless only where there is no other.
  static func signs(_ all: [RunSign]) -> [RunSign] {
    var seen: Set<String> = []
    let named = all.filter { sign in sign.label.map { seen.insert($0).inserted } ?? false }
    return named.isEmpty ? Array(all.prefix(1)) : named
  }
}
