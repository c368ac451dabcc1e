import SkiGraph
import SkiRouting

/// The network of a region with its incoming edges, for searches in both directions.
struct GapNetwork {
  let graph: RoutingGraph
  /// The first incoming edge of each node: those of node v are `incoming[firstIn[v]..<firstIn[v + 1]]`.
  private let firstIn: [UInt32]
  private let incoming: [UInt32]
  private var times: [EdgeIndex: TravelTime] = [:]

  /// Sorts the edges by their heads. Complexity: O(*n* + *m*) in nodes and edges, and memory alike.
  init(_ graph: RoutingGraph) {
    self.graph = graph
    var firstIn = [UInt32](repeating: 0, count: graph.nodeCount + 1)
    for edge in 0..<graph.edgeCount { firstIn[graph.head(EdgeIndex(edge)).position + 1] += 1 }
    for node in 1..<firstIn.count { firstIn[node] += firstIn[node - 1] }
    self.firstIn = firstIn
    var incoming = [UInt32](repeating: 0, count: graph.edgeCount)
    for edge in 0..<graph.edgeCount {
      let head = graph.head(EdgeIndex(edge)).position
      incoming[Int(firstIn[head])] = UInt32(edge)
      firstIn[head] += 1
    }
    self.incoming = incoming
  }

  /// Returns the edges that leave a node.
  func edges(from node: NodeIndex) -> [EdgeIndex] { graph.edges(from: node).map { EdgeIndex($0) } }

  /// Returns the edges that lead to a node.
  func edges(to node: NodeIndex) -> [EdgeIndex] {
    incoming[Int(firstIn[node.position])..<Int(firstIn[node.position + 1])].map { EdgeIndex($0) }
  }

  /// Returns the time of travel along an edge, computed on first use.
  mutating func time(_ edge: EdgeIndex) -> TravelTime {
    if let known = times[edge] { return known }
    let time = TravelTime(edge, in: graph)
    times[edge] = time
    return time
  }

  /// Returns the other direction of an edge's link; nil where it is not allowed.
  func twin(_ edge: EdgeIndex) -> EdgeIndex? {
    graph.edge(of: graph.link(of: edge), reversed: !graph.isReversed(edge))
  }

  /// Returns the length of an edge in metres on the map.
  func metres(_ edge: EdgeIndex) -> Double {
    Double(graph.storage.pointDistance[graph.pointRange(graph.link(of: edge)).upperBound - 1]) / 100
  }

  /// Returns the kind and the feature of an edge.
  func facts(_ edge: EdgeIndex) -> (kind: LinkKind, feature: FeatureIndex?) {
    let link = graph.link(of: edge).position
    let feature = graph.storage.linkFeature[link]
    return (
      LinkKind(code: graph.storage.linkKind[link]) ?? .connector,
      feature == .max ? nil : FeatureIndex(feature)
    )
  }
}

/// The time of travel along a directed edge from end to end, in seconds.
struct TravelTime {
  /// The shortest plausible time.
  var fastestSeconds: Double
  /// The usual time, waits and stops not included.
  var usualSeconds: Double

  /// The highest mean speed of skiers over minutes on a descent, in metres per second.
  private static let glidingSpeed = 15.0
  /// The highest speed of pushing on the level, in metres per second.
  private static let pushingSpeed = 3.0
  /// The highest speed of climbing and walking, in metres per second.
  private static let walkingSpeed = 2.0
  /// The usual speed of walking, in metres per second.
  private static let strollingSpeed = 1.0
  /// The gradient from which skiers climb and do not push, as for ``Pace``.
  private static let climbingGradient = 0.02
  /// The ratio of descent from which skis glide without pushing, as for ``Pace``.
  private static let glidingDescent = 0.05
  /// The highest ratio of a lift's speed to the one computed from the map.
  private static let liftFactor = 1.6
  /// The least time of boarding a lift, in seconds.
  private static let boardingSeconds = 15.0

  /// Computes the times of an edge from the lift times of the map and speeds of skiers by gradient.
  /// - Complexity: O(*p*) in the points of its link.
  init(_ edge: EdgeIndex, in graph: RoutingGraph) {
    let link = graph.link(graph.link(of: edge))
    let metres = Double(link.distancesCentimetres.last ?? 0) / 100
    if link.kind == .lift, let lift = link.feature.map(graph.feature) {
      let usual = metres / max(0.1, MatchIndex.liftSpeed(lift, link))
      let isBoarded = graph.isBoarded(graph.link(of: edge).position)
      usualSeconds = usual + (isBoarded ? LiftTimes.boardingMilliseconds(of: lift) / 1000 : 0)
      fastestSeconds = usual / Self.liftFactor + (isBoarded ? Self.boardingSeconds : 0)
      return
    }
    let gradient = MatchIndex.gradient(link, graph.isReversed(edge))
    guard link.kind != .walk else {
      (fastestSeconds, usualSeconds) = (metres / Self.walkingSpeed, metres / Self.strollingSpeed)
      return
    }
    fastestSeconds = metres / Self.fastestSpeed(gradient)
    let pace = Pace(ability: .intermediate, equipment: .skis)
    usualSeconds = metres * pace.millisecondsPerMetre(gradient: gradient ?? -0.2, on: .run) / 1000
  }

  /// Returns the greatest mean speed at a gradient, rise over length, in metres per second; unknown ones are descents.
  private static func fastestSpeed(_ gradient: Double?) -> Double {
    guard let gradient else { return glidingSpeed }
    guard gradient < Self.climbingGradient else { return walkingSpeed }
    let glide = max(0, min(1, -gradient / Self.glidingDescent))
    return pushingSpeed + (glidingSpeed - pushingSpeed) * glide
  }
}
