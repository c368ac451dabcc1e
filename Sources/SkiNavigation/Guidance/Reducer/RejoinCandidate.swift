/// A candidate position for rejoining a route, observed until it is confirmed.
struct RejoinCandidate: Hashable, Sendable {
  /// The distance along the route at the first observation, in metres.
  var startMetres: Double
  /// The distance along the route at the latest observation, in metres.
  var along: Double
  /// The time of the first observation, in seconds since 1970.
  var startSeconds: Double
  /// The time of the latest observation, in seconds since 1970.
  var seconds: Double
  /// Indicates whether a lift that was not ridden lies before it.
  var isBeyondLift: Bool

  /// The distance from the route in metres within which it is rejoined.
  static let reachMetres = 25.0
  /// The distance from the route in metres within which it is first joined.
  static let startMetres = 30.0

  private static let sureSeconds = 2.5
  private static let sureSecondsBeyondLift = 20.0
  private static let sureMetresBeyondLift = 80.0

  /// Indicates whether the candidate is confirmed: after a short time, or after a longer distance and time beyond a
  /// lift.
  var isSure: Bool {
    let watched = seconds - startSeconds
    guard isBeyondLift else { return watched >= Self.sureSeconds }
    return watched >= Self.sureSecondsBeyondLift && along - startMetres >= Self.sureMetresBeyondLift
  }

  /// Returns whether a position is consistent with the candidate after a movement in metres.
  func continues(at place: Double, afterMetres metres: Double) -> Bool {
    let gone = place - along
    return gone >= -40 && gone <= metres * 2 + 40
  }
}

extension RoutePlan {
  /// The parts of a route where it may be rejoined: up to the next lift not ridden, and beyond it.
  struct RejoinWindows {
    var near: ClosedRange<Double>
    var beyond: ClosedRange<Double>?
  }

  /// The distance in metres behind the position where the route was left in which it may be rejoined.
  private static let behindMetres = 200.0

  func rejoinWindows(from along: Double, isRiding: Bool) -> RejoinWindows {
    let present = step(at: along)
    let gate = lifts.first { steps[$0].endMetres > along && !($0 == present && isRiding) }
    let end = gate.map { max(steps[$0].startMetres, along) } ?? totalMetres
    return RejoinWindows(
      near: max(0, along - Self.behindMetres)...max(0, end),
      beyond: end < totalMetres ? end...totalMetres : nil)
  }

  /// Returns whether all lifts between two positions can be ridden within some seconds.
  func canRide(from: Double, to: Double, seconds: Double) -> Bool {
    var milliseconds = 0.0
    for lift in lifts.lazy.map({ self.steps[$0] }) where lift.endMetres > from && lift.startMetres < to {
      let part = min(to, lift.endMetres) - max(from, lift.startMetres)
      milliseconds += part / max(1, lift.planMetres) * lift.moveMilliseconds / 2
    }
    return milliseconds <= seconds * 1000
  }
}
