/// What it costs, in nats, to believe that something unlikely happened.
enum MatchCosts {
  /// A fix off the map, beside the cost of a perfect one on a run: as much as one 35 m from its middle.
  static let offMap: Float = 3.8

  /// What a fix off the map costs: what one far from a run would, whose skier keeps no steady speed.
  @inline(__always)
  static func offMap(_ fix: Observation, _ model: SpeedModel) -> Float {
    let noise = fix.noise * fix.noise
    return offMap + 0.5 * fastLogarithm((noise + 81) * 0.01) + 0.5
      * fastLogarithm((noise + model.usualVariance) * 0.01)
  }
  /// Leaving the map, and coming back to it.
  static let leaving: Float = 5.5
  static let entering: Float = 4.5
  /// Leaving a lift where there is no station, or coming onto it there.
  static let midSpan: Float = 9
  /// A way nobody knows, over a gap in time.
  static let unknownWay: Float = 4
  /// Turning round between two nodes.
  static let turning: Float = 4
  /// Boarding a lift, changing from lift to lift, and boarding one to ride down: hardly a skier does.
  static let boardingUp: Float = 1
  static let changingLifts: Float = 2
  static let boardingDown: Float = 10

  /// What it costs to come from an edge onto a lift.
  @inline(__always)
  static func boarding(_ lift: MatchEdge, from edge: MatchEdge) -> Float {
    (edge.isLift ? changingLifts : boardingUp) + (lift.isDescent && !edge.isDescent ? boardingDown : 0)
  }
  /// Metres of a way longer than the straight line that cost one nat.
  static let detourMetres: Float = 12
  /// Metres of a straight line longer than the way that cost one nat.
  static let shortcutMetres: Float = 20
  /// The most the speed and a long way may cost over a gap.
  static let gapSpeed: Float = 3
  static let gapDetour: Float = 3
  /// Metres from a station that count as at the station.
  static let stationMetres: Float = 50
}
