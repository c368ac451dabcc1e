import SkiBase
import SkiGraph

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
