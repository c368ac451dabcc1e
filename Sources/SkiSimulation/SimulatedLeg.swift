import SkiBase
import SkiGraph
import SkiSystem

/// A leg of a simulated skier, from one node to another or at one.
enum SimulatedLeg: Sendable {
  /// A path along runs, connectors and streets.
  case path([EdgeIndex])
  /// A wait in the queue of a lift, in seconds.
  case queue(EdgeIndex, seconds: Double)
  /// A ride on a lift, from one station to another.
  case ride(EdgeIndex)
  /// A stay indoors at the end of the last edge, in seconds.
  case lunch(after: EdgeIndex, seconds: Double)
  /// A line off the network, at a speed in metres per second.
  case offMap(Course, speed: Double)
}

/// The planner of a simulated skier's next legs, which avoids dead ends.
///
/// Descents are random walks that prefer to stay on a run; a walk that gets too long ends with the fastest path to a
/// lift. Everything is inside one ``SkiCircuit`` but for rides in a car.
struct LegPlanner: Sendable {
  private(set) var node: NodeIndex
  private var circuit: Int
  private var lastEdge: EdgeIndex?
  private var lastLift: EdgeIndex?
  private var hasEaten: Bool
  private let options: SimulationOptions
  /// The maximum number of edges of a descent before the skier heads for a lift.
  private static let longestWalk = 60

  init(on mountain: SimulatedMountain, options: SimulationOptions, _ random: inout SimulationRandom) {
    self.options = options
    hasEaten = !options.hasLunch
    circuit = random.weighted(mountain.circuits.map { Double($0.rides.count) }) ?? 0
    let rides = mountain.circuits[circuit].rides
    node = mountain.graph.tail(rides[Int(random.unit() * Double(rides.count))])
  }

  /// Returns the next legs and advances the planner to their end.
  mutating func next(
    on mountain: SimulatedMountain, elapsedSeconds: Double, _ random: inout SimulationRandom
  ) -> [SimulatedLeg] {
    if !hasEaten, elapsedSeconds > options.durationSeconds * 0.45, let legs = lunch(on: mountain, &random) {
      return legs
    }
    if random.happens(options.carShare), lastLift != nil, let legs = drive(on: mountain, &random) {
      return legs
    }
    if random.happens(options.offPisteShare), let leg = offPiste(on: mountain, &random) { return [leg] }
    let legs =
      random.happens(options.repeatShare)
      ? legsToLift(lastLift, on: mountain, &random) : descent(on: mountain, &random)
    return legs.isEmpty ? legsToLift(nil, on: mountain, &random) : legs
  }

  /// Walks down at random until a lift is boarded or the walk gets too long.
  private mutating func descent(
    on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) -> [SimulatedLeg] {
    var path: [EdgeIndex] = []
    while path.count < Self.longestWalk, let edge = pick(on: mountain, &random) {
      if mountain.kind(of: edge) == .lift {
        return (path.isEmpty ? [] : [.path(path)]) + board(edge, on: mountain, &random)
      }
      take(edge, on: mountain)
      path.append(edge)
    }
    return path.isEmpty ? [] : [.path(path)]
  }

  /// Returns a random edge from the node: preferably along the same run, downhill, or a lift.
  private func pick(on mountain: SimulatedMountain, _ random: inout SimulationRandom) -> EdgeIndex? {
    let edges = mountain.graph.edges(from: node).map { EdgeIndex($0) }
      .filter { mountain.costs[$0.position] != .max }
    let weights = edges.map { weight(of: $0, on: mountain) }
    return random.weighted(weights).map { edges[$0] }
  }

  private func weight(of edge: EdgeIndex, on mountain: SimulatedMountain) -> Double {
    let graph = mountain.graph
    let gradient = mountain.gradient(of: edge)
    let turnsBack = lastEdge.map { graph.link(of: $0) == graph.link(of: edge) } ?? false
    switch mountain.kind(of: edge) {
    case .lift:
      // A skier at the top of a lift rarely rides down, or on.
      return (gradient > 0 ? 1.5 : 0.05) * (turnsBack ? 0.02 : 1)
    case .run:
      let stays = lastEdge.flatMap(mountain.feature) == mountain.feature(of: edge)
      let climbs = gradient > 0.03
      return (stays ? 5 : 2) * (climbs ? 0.03 : 1) * (turnsBack ? 0.001 : 1)
        * (mountain.crossesArea(edge) ? 0.5 : 1)
    case .connector:
      return (gradient > 0.05 ? 0.1 : 0.6) * (turnsBack ? 0.001 : 1)
    default:
      return 0.02 * (turnsBack ? 0.001 : 1)
    }
  }

  /// Returns the fastest path to a lift, the given one or a random one, and the ride on it.
  private mutating func legsToLift(
    _ wanted: EdgeIndex?, on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) -> [SimulatedLeg] {
    let rides = mountain.circuits[circuit].rides
    let climbing = rides.filter { mountain.gradient(of: $0) > 0 }
    let choice = climbing.isEmpty ? rides : climbing
    let lift = wanted ?? choice[Int(random.unit() * Double(choice.count))]
    guard let legs = legs(to: mountain.graph.tail(lift), on: mountain, &random) else { return [] }
    return legs + board(lift, on: mountain, &random)
  }

  /// Returns the fastest path to a node; nil when there is none.
  private mutating func legs(
    to target: NodeIndex, on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) -> [SimulatedLeg]? {
    // In a cancelled task the search throws, and the day ends.
    guard let edges = try? mountain.path(from: node, to: target) else { return nil }
    var legs: [SimulatedLeg] = []
    var path: [EdgeIndex] = []
    for edge in edges {
      if mountain.kind(of: edge) == .lift {
        if !path.isEmpty { legs.append(.path(path)) }
        path = []
        legs += board(edge, on: mountain, &random)
      } else {
        take(edge, on: mountain)
        path.append(edge)
      }
    }
    return path.isEmpty ? legs : legs + [.path(path)]
  }

  private mutating func board(
    _ edge: EdgeIndex, on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) -> [SimulatedLeg] {
    take(edge, on: mountain)
    lastLift = edge
    let wait = 5 + min(900, random.exponential(mean: options.meanQueueSeconds))
    return [.queue(edge, seconds: wait), .ride(edge)]
  }

  private mutating func take(_ edge: EdgeIndex, on mountain: SimulatedMountain) {
    node = mountain.graph.head(edge)
    lastEdge = edge
  }

  private mutating func lunch(
    on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) -> [SimulatedLeg]? {
    hasEaten = true
    let tables = mountain.circuits[circuit].tables
    guard !tables.isEmpty else { return nil }
    let table = tables[Int(random.unit() * Double(tables.count))]
    guard let path = legs(to: table, on: mountain, &random), let edge = lastEdge else { return nil }
    return path + [.lunch(after: edge, seconds: random.uniform(1500, 3600))]
  }

  /// Returns a descent off the runs to a lower node a few hundred metres away.
  private mutating func offPiste(
    on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) -> SimulatedLeg? {
    let nodes = mountain.circuits[circuit].nodes
    let here = mountain.graph.point(node).coordinate
    for _ in 0..<30 {
      let target = nodes[Int(random.unit() * Double(nodes.count))]
      let metres = here.distanceMetres(to: mountain.graph.point(target).coordinate)
      let drop = mountain.elevation(node) - mountain.elevation(target)
      guard (250...1500).contains(metres), drop > metres * 0.12 else { continue }
      let course = OffMapLine.course(from: node, to: target, bulge: 0.25, on: mountain, &random)
      (node, lastEdge) = (target, nil)
      return .offMap(course, speed: 5)
    }
    return nil
  }

  /// Returns a ride by car or bus to the bottom of another lift some kilometres away.
  private mutating func drive(
    on mountain: SimulatedMountain, _ random: inout SimulationRandom
  ) -> [SimulatedLeg]? {
    let here = mountain.graph.point(node).coordinate
    for _ in 0..<30 {
      let other = Int(random.unit() * Double(mountain.circuits.count))
      let rides = mountain.circuits[other].rides
      let target = mountain.graph.tail(rides[Int(random.unit() * Double(rides.count))])
      guard (1500...20_000).contains(here.distanceMetres(to: mountain.graph.point(target).coordinate)) else {
        continue
      }
      let course = OffMapLine.course(from: node, to: target, bulge: 0.15, on: mountain, &random)
      (node, circuit, lastEdge, lastLift) = (target, other, nil, nil)
      return [.offMap(course, speed: 12)]
    }
    return nil
  }
}

/// The generator of lines off the network: an arc from one node to another.
enum OffMapLine {
  /// Returns an arc whose offset from the straight line is a fraction of its length, to a random side.
  static func course(
    from start: NodeIndex, to end: NodeIndex, bulge: Double, on mountain: SimulatedMountain,
    _ random: inout SimulationRandom
  ) -> Course {
    let (a, b) = (mountain.graph.point(start).coordinate, mountain.graph.point(end).coordinate)
    let plane = LocalPlane(at: a)
    let way = plane.metres(b)
    let side = SIMD2(-way.y, way.x) * bulge * (random.happens(0.5) ? 1 : -1) * random.uniform(0.6, 1.2)
    let steps = max(2, Int((way * way).sum().squareRoot() / 20))
    let (low, high) = (mountain.elevation(start), mountain.elevation(end))
    let shares = (0...steps).map { Double($0) / Double(steps) }
    return Course(
      coordinates: shares.map { plane.coordinate(way * $0 + side * sin(.pi * $0)) },
      elevations: shares.map { low + (high - low) * $0 })
  }
}
