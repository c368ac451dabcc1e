/// A place of a route the traveller seems to have come back to, watched until it is sure.
///
/// A value.
struct RejoinWatch: Hashable, Sendable {
  /// Metres along the route where it was first seen, and where it is now.
  var startMetres: Double
  var along: Double
  /// When it was first and last seen.
  var startSeconds: Double
  var seconds: Double
  /// Whether a lift lies between that was not ridden.
  var isBeyondLift: Bool

  /// Near the route it counts as reached within this, metres.
  static let reachMetres = 25.0
  /// Within this of the start a route begins.
  static let startMetres = 30.0

  private static let sureSeconds = 2.5
  private static let sureSecondsBeyondLift = 20.0
  private static let sureMetresBeyondLift = 80.0

  /// Whether the traveller is back for sure: soon where no lift lies between, else after following for a while.
  var isSure: Bool {
    let watched = seconds - startSeconds
    guard isBeyondLift else { return watched >= Self.sureSeconds }
    return watched >= Self.sureSecondsBeyondLift && along - startMetres >= Self.sureMetresBeyondLift
  }

  /// Whether a place is where this watch would go on to after a way of so many metres.
  func continues(at place: Double, afterMetres metres: Double) -> Bool {
    let gone = place - along
    return gone >= -40 && gone <= metres * 2 + 40
  }
}

extension RoutePlan {
  /// Where one may come back to a route left at a place: up to the next lift not ridden, and beyond it.
  struct RejoinWindows {
    var near: ClosedRange<Double>
    var beyond: ClosedRange<Double>?
  }

  /// How far behind the place it was left a route may be found again, metres.
  private static let behindMetres = 200.0

  func rejoinWindows(from along: Double, isRiding: Bool) -> RejoinWindows {
    let present = step(at: along)
    let gate = lifts.first { steps[$0].endMetres > along && !($0 == present && isRiding) }
    let end = gate.map { max(steps[$0].startMetres, along) } ?? totalMetres
    return RejoinWindows(
      near: max(0, along - Self.behindMetres)...max(0, end),
      beyond: end < totalMetres ? end...totalMetres : nil)
  }

  /// Whether all lifts between two places can be ridden in some seconds.
  func canRide(from: Double, to: Double, seconds: Double) -> Bool {
    var milliseconds = 0.0
    for lift in lifts.lazy.map({ self.steps[$0] }) where lift.endMetres > from && lift.startMetres < to {
      let part = min(to, lift.endMetres) - max(from, lift.startMetres)
      milliseconds += part / max(1, lift.planMetres) * lift.moveMilliseconds / 2
    }
    return milliseconds <= seconds * 1000
  }
}
