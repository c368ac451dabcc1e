import SkiBase
import SkiGraph

/// A builder of the directions of a route, line by line.
package struct DirectionsMaker {
  /// The minimum wait until opening that becomes an instruction, in milliseconds.
  static let leastClosedMilliseconds = 60_000

  let route: Route
  let graph: RoutingGraph
  let routeLine: RouteLine
  let forks: ForkFinder
  let lines: [TextLine]
  /// The milliseconds before each step, and the total.
  private let clock: [Int]
  private var list: [Instruction] = []

  init(_ route: Route, _ graph: RoutingGraph) {
    self.route = route
    self.graph = graph
    routeLine = RouteLine(route, graph: graph)
    forks = ForkFinder(routeLine: routeLine, graph: graph)
    lines = DirectionLines.of(route.steps)
    var clock = [0]
    for step in route.steps { clock.append((clock.last ?? 0) &+ step.milliseconds) }
    self.clock = clock
  }

  /// Returns the instructions.
  /// - Complexity: As ``Directions/init(_:graph:destination:)``.
  mutating func make(_ destination: String?) -> [Instruction] {
    guard !lines.isEmpty else { return [] }
    let sights = LandmarkFinder(way: routeLine, graph: graph)
      .landmarks(except: Set(route.steps.filter { $0.kind == .lift }.compactMap(\.feature)))
    for index in lines.indices {
      var leg = leg(index)
      if let wait = opening(index, &leg) { list.append(wait) }
      list.append(leg)
      guard case .ski = leg.kind else { continue }
      let told = within(leg, line: index)
      list += LandmarkChoice(
        leg: leg, instructionMetres: told.map(\.startMetres),
        names: signs(index).names.union(told.flatMap(\.forkNames))
      )
      .chosen(from: sights, passing: passedRuns(leg, line: index))
      .reduce(told) { $0 + [instruction(.pass($1.landmark), leg, at: $1.metres)] }
      .sorted { $0.startMetres < $1.startMetres }
    }
    list.append(arrival(destination))
    return list
  }

  /// Returns the distances along the route at which a line starts and ends, in metres.
  func span(_ line: Int) -> (start: Double, end: Double) {
    (
      routeLine.startMetres(ofStep: lines[line].steps.lowerBound),
      routeLine.startMetres(ofStep: lines[line].steps.upperBound)
    )
  }

  private func leg(_ line: Int) -> Instruction {
    let steps = lines[line].steps
    let (start, end) = span(line)
    let kind: Instruction.Kind =
      switch lines[line].step.kind {
      case .lift: .ride(ride(line))
      case .run where lines[line].step.movement == .climbed: .walk(walk(line))
      case .run: .ski(stretch(line))
      case .walk, .connector: .walk(walk(line))
      }
    let (first, last) = (routeLine.stepPoints[steps.lowerBound], routeLine.stepPoints[steps.upperBound])
    return Instruction(
      kind: kind, steps: steps, startMetres: start, lengthMetres: end - start,
      startMilliseconds: clock[steps.lowerBound],
      milliseconds: clock[steps.upperBound] - clock[steps.lowerBound],
      points: first..<last + 1, place: routeLine.points[first])
  }

  private func arrival(_ destination: String?) -> Instruction {
    let last = routeLine.points.count - 1
    return Instruction(
      kind: .arrive(destination), steps: route.steps.count..<route.steps.count,
      startMetres: routeLine.totalMetres,
      startMilliseconds: clock.last ?? 0, points: last..<last + 1, place: routeLine.points[last])
  }

  /// Returns the wait until a leg opens as an instruction of its own, and subtracts it from the leg; nil without such a
  /// wait.
  private func opening(_ line: Int, _ leg: inout Instruction) -> Instruction? {
    guard let departure = route.departure else { return nil }
    let closed = lines[line].steps.reduce(0) { $0 + route.steps[$1].closedMilliseconds }
    guard closed >= Self.leastClosedMilliseconds, closed <= leg.milliseconds else { return nil }
    // Short runs before it belong to the leg and come first.
    let before = clock[lines[line].main] - clock[lines[line].steps.lowerBound]
    let until = departure.advanced(byMilliseconds: leg.startMilliseconds + before + closed)
    var wait = leg
    wait.kind = .wait(Opening(name: lines[line].step.spokenLabel, until: until))
    (wait.lengthMetres, wait.milliseconds) = (0, closed)
    wait.points = leg.points.lowerBound..<leg.points.lowerBound + 1
    leg.startMilliseconds += closed
    leg.milliseconds -= closed
    if case .ride(var ride) = leg.kind {
      ride.waitMilliseconds -= min(ride.waitMilliseconds, closed)
      leg.kind = .ride(ride)
    }
    return wait
  }

  /// Returns an instruction at a position within a leg.
  func instruction(_ kind: Instruction.Kind, _ leg: Instruction, at metres: Double, length: Double = 0)
    -> Instruction
  {
    let share = leg.lengthMetres > 0 ? (metres - leg.startMetres) / leg.lengthMetres : 0
    let point = routeLine.pointIndex(at: metres)
    return Instruction(
      kind: kind, steps: leg.steps, startMetres: metres, lengthMetres: length,
      startMilliseconds: leg.startMilliseconds
        + Int(max(0, min(1, share)) * Double(leg.milliseconds)),
      points: point..<point + 1, place: routeLine.place(at: metres) ?? leg.place)
  }

  /// Returns the signs of a line and the next one, so that runs with these signs are not forks.
  func signs(_ line: Int) -> LegSigns {
    let next = lines.indices.contains(line + 1) ? [lines[line + 1].step] : []
    return LegSigns(lines[line].steps.map { route.steps[$0] } + next)
  }
}

extension RouteStep {
  /// The number and name in spoken form.
  var spokenLabel: String? { RunSign(self).label }
}

extension Instruction {
  /// The labels of the runs of a fork.
  var forkNames: [String] {
    if case .keep(let fork) = kind { fork.others.compactMap(\.label) } else { [] }
  }
}

extension DirectionsMaker {
  /// The distance from the ends of a run within which forks are covered by the turn there, in metres.
  static let turnMetres = 20.0
  /// The distance within which consecutive forks are merged, in metres.
  static let mergingMetres = 80.0
  /// The distance within which a fork with the same run is not repeated, in metres.
  static let repeatMetres = 400.0

  /// Returns the forks and flat sections within a run, in order.
  func within(_ leg: Instruction, line: Int) -> [Instruction] {
    let forks = thinned(forks(leg, line: line)).map { instruction(.keep($0.fork), leg, at: $0.metres) }
    return (forks + flats(leg)).sorted { $0.startMetres < $1.startMetres }
  }

  private func inner(_ leg: Instruction) -> ArraySlice<RouteLine.PassedNode> {
    let end = leg.startMetres + leg.lengthMetres
    guard leg.lengthMetres > 2 * Self.turnMetres else { return [] }
    return routeLine.passedNodes(from: leg.startMetres + Self.turnMetres, to: end - Self.turnMetres)
  }

  private func forks(_ leg: Instruction, line: Int) -> [(fork: Fork, metres: Double)] {
    let signs = signs(line)
    let end = leg.startMetres + leg.lengthMetres
    return inner(leg).compactMap { joint in
      forks.fork(at: joint, signs: signs, end: end).map { ($0, joint.metres) }
    }
  }

  /// Merges forks in quick succession to one side, and removes repetitions.
  private func thinned(_ all: [(fork: Fork, metres: Double)]) -> [(fork: Fork, metres: Double)] {
    var kept: [(fork: Fork, metres: Double)] = []
    var last: (fork: Fork, metres: Double)?
    for entry in all {
      defer { last = entry }
      if let before = kept.last, let last, before.fork.side == entry.fork.side {
        if entry.metres - last.metres < Self.mergingMetres {
          kept[kept.count - 1].fork.others = ForkFinder.signs(before.fork.others + entry.fork.others)
          continue
        }
        let known = Set(before.fork.others.compactMap(\.label))
        let isKnown = entry.fork.others.allSatisfy { $0.label.map(known.contains) ?? false }
        if isKnown, entry.metres - before.metres < Self.repeatMetres { continue }
      }
      kept.append(entry)
    }
    return kept
  }

  private func flats(_ leg: Instruction) -> [Instruction] {
    let end = leg.startMetres + leg.lengthMetres
    let parts = FlatFinder(routeLine: routeLine).parts(from: leg.startMetres, to: end)
    return parts.map { part in
      let length = part.metres.upperBound - part.metres.lowerBound
      let flat = FlatStretch(
        ascentMetres: part.ascentMetres, isWhole: length >= FlatFinder.wholeShare * leg.lengthMetres)
      return instruction(.push(flat), leg, at: part.metres.lowerBound, length: length)
    }
  }

  /// Returns the named runs that leave within a run, as landmarks.
  func passedRuns(_ leg: Instruction, line: Int) -> [LandmarkFinder.PlacedLandmark] {
    let signs = signs(line)
    let end = leg.startMetres + leg.lengthMetres
    return inner(leg).flatMap { joint -> [LandmarkFinder.PlacedLandmark] in
      guard let arrival = forks.arrivalBearing(joint.metres) else { return [] }
      let others = forks.others(at: joint, signs: signs, arrival: arrival, end: end, including: false)
      return others.compactMap { other in
        other.branch.sign.label.map {
          LandmarkFinder.PlacedLandmark(
            landmark: Landmark(kind: .run, name: $0, side: other.parting > 0 ? .right : .left),
            metres: joint.metres)
        }
      }
    }
  }
}

extension LiftRide {
  /// Creates the facts of a step on a lift, without its stations.
  package init(_ step: RouteStep) {
    self.init(
      name: SpokenName.of(step.name), refs: SpokenName.of(step.refs), kind: step.liftKind ?? .unknown,
      seats: step.seats,
      waitMilliseconds: step.waitMilliseconds, rideMilliseconds: step.milliseconds - step.waitMilliseconds,
      isDown: step.isDown)
  }
}

extension WalkStretch {
  /// The gradient of descent from which a connector is slid down rather than walked.
  private static let slidingGradient = 0.05

  /// Creates the facts of a step on foot or along a connector.
  package init(_ step: RouteStep, approach: Approach, turn: Turn?) {
    let isSliding =
      step.kind == .connector && !step.isUnmapped
      && (step.descentMetres ?? 0) > Self.slidingGradient * step.lengthMetres
    self.init(
      manner: step.movement == .climbed ? .climb : isSliding ? .cross : .walk, street: step.spokenLabel,
      approach: approach, turn: turn,
      ascentMetres: step.ascentMetres.flatMap { $0 >= DirectionsMaker.leastClimbMetres ? $0 : nil },
      isUnmapped: step.isUnmapped, isDirectionUnknown: step.isDirectionUnknown)
  }
}

extension DirectionsMaker {
  /// The minimum ascent that is mentioned, in metres.
  package static let leastClimbMetres = 5.0

  /// Returns the facts of a lift ride.
  func ride(_ line: Int) -> LiftRide {
    var ride = LiftRide(lines[line].step)
    for section in route.steps[lines[line].steps] where section.kind == .lift {
      if section.isStayingOn { ride.passedStations.append(section.stayOnStation) }
      let stations = LiftStations(section, graph)
      ride.passedStations += stations.passed
      if let exit = stations.exit { ride.exit = exit }
    }
    return ride
  }

  /// Returns the facts of a run.
  func stretch(_ line: Int) -> RunStretch {
    let step = lines[line].step
    let (approach, turn) = turn(line)
    return RunStretch(
      sign: RunSign(step),
      approach: approach, turn: turn, descentMetres: step.descentMetres, steepest: step.maxGradient,
      isSteeperThanGraded: step.isSteeperThanGraded)
  }

  /// Returns the facts of a walk.
  func walk(_ line: Int) -> WalkStretch {
    let (approach, turn) = turn(line)
    return WalkStretch(lines[line].step, approach: approach, turn: turn)
  }

  /// Returns the kind of the line before a line, and the turn onto it.
  private func turn(_ line: Int) -> (Approach, Turn?) {
    guard line > 0 else { return (.start, nil) }
    let (start, end) = span(line)
    switch lines[line - 1].step.kind {
    case .walk, .connector:
      let turn = turnDegrees(at: start, back: Branch.bearingMetres, end).map(Turn.init(degrees:))
      return (.walk, turn.flatMap { $0.isPlain ? $0 : nil })
    case .lift:
      let turn = turnDegrees(at: start, back: Branch.bearingMetres, end).map(Turn.init(degrees:))
      return (.lift, turn)
    case .run:
      guard let degrees = turnDegrees(at: start, back: ForkFinder.arrivalMetres, end) else {
        return (.run, nil)
      }
      let turn = Turn(degrees: degrees)
      return (.run, turn.isPlain ? turn : bearing(line, turn, from: start))
    }
  }

  private func turnDegrees(at metres: Double, back: Double, _ end: Double) -> Double? {
    guard let old = routeLine.bearing(from: metres - back, to: metres),
      let new = forks.bearing(metres, Branch.bearingMetres, end)
    else { return nil }
    return Turn.degrees(from: old, to: new)
  }

  /// Returns the turn onto a run that leads about straight on, by the runs close beside it: to their left or right
  /// whatever the angle, or straight on between them.
  private func bearing(_ line: Int, _ turn: Turn, from start: Double) -> Turn {
    let main = routeLine.startMetres(ofStep: lines[line].main)
    guard let arrival = forks.arrivalBearing(start) else { return turn }
    let near = routeLine.passedNodes(from: start - 1, to: main + 1).flatMap {
      forks.others(at: $0, signs: signs(line), arrival: arrival, end: span(line).end, including: true)
    }.filter { abs($0.parting) < ForkFinder.similarDegrees }
    guard !near.isEmpty else { return turn }
    let isLeft = near.allSatisfy { $0.parting > 0 }
    let isRight = near.allSatisfy { $0.parting < 0 }
    // Bearing left would be misleading with another run farther left, and likewise to the right.
    if isLeft { return turn == .bearRight ? .straight : .bearLeft }
    if isRight { return turn == .bearLeft ? .straight : .bearRight }
    return .straight
  }
}

extension RouteLine {
  /// Returns the nodes passed between two positions of the route, both included.
  /// - Complexity: O(log *j* + *k*) in all nodes passed *j* and those returned *k*.
  func passedNodes(from start: Double, to end: Double) -> ArraySlice<PassedNode> {
    passedNodes[passedNodes.partitioningIndex { $0.metres >= start }...].prefix { $0.metres <= end }
  }
}

/// The stations a ride passes, and the one it ends at.
struct LiftStations {
  /// The names of the passed stations, in order; nil for an unnamed one.
  private(set) var passed: [String?] = []
  /// The exit, when it is an intermediate station.
  private(set) var exit: LiftRide.Exit?

  /// Computes the stations of a ride.
  ///
  /// A lift has one link for each pair of its stations, so that a ride is one edge.
  /// - Complexity: O(*l*²) in the stations of the lift, and O(*f*) in all features when it has intermediate stations.
  init(_ step: RouteStep, _ graph: RoutingGraph) {
    guard let feature = step.feature, let first = step.edges.first, let last = step.edges.last else { return }
    var places: [UInt32: NodeIndex] = [:]
    for position in graph.links(of: feature) {
      let link = LinkIndex(position)
      places[graph.storage.linkStartOffset[position]] = NodeIndex(graph.storage.linkTail[link.position])
      places[graph.storage.linkEndOffset[position]] = NodeIndex(graph.storage.linkHead[link.position])
    }
    let order = places.keys.sorted()
    guard order.count > 2, let (from, to) = Self.offsets(first, last, graph) else { return }
    let between = order.filter { $0 > min(from, to) && $0 < max(from, to) }
    let nodes = (from <= to ? between : between.reversed()).compactMap { places[$0] }
    let ends = [order.first, order.last].compactMap(\.self)
    let names = Self.names(of: feature, graph)
    passed = nodes.map { names[$0] }
    if !ends.contains(to) { exit = .middle(names[graph.head(last)]) }
  }

  /// Returns the offsets along the lift at which a ride starts and ends, in centimetres; nil when they are equal.
  private static func offsets(_ first: EdgeIndex, _ last: EdgeIndex, _ graph: RoutingGraph) -> (
    UInt32, UInt32
  )? {
    let (a, b) = (graph.link(of: first).position, graph.link(of: last).position)
    let storage = graph.storage
    let start = graph.isReversed(first) ? storage.linkEndOffset[a] : storage.linkStartOffset[a]
    let end = graph.isReversed(last) ? storage.linkStartOffset[b] : storage.linkEndOffset[b]
    return start == end ? nil : (start, end)
  }

  private static func names(of lift: FeatureIndex, _ graph: RoutingGraph) -> [NodeIndex: String] {
    var names: [NodeIndex: String] = [:]
    for position in 0..<graph.featureCount where FeatureKind(code: graph.kindCode(of: position)) == .station {
      let station = graph.feature(FeatureIndex(position))
      if station.parent == lift, let node = station.startNode, let name = station.name { names[node] = name }
    }
    return names
  }
}
