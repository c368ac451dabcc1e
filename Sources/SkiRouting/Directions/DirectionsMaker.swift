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
