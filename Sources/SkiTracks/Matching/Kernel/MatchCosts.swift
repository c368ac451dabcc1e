/// The costs of unlikely events: negative logarithms of their probabilities, in nats.
enum MatchCosts {
  /// The cost of an unmatched fix above that of a fix on the centre line of a run; equal to one 35 m from it.
  static let offMap: Float = 3.8

  /// Returns the cost of an unmatched fix: that of one far from a run at an irregular speed.
  @inline(__always)
  static func offMap(_ fix: Observation, _ model: SpeedModel) -> Float {
    let noise = fix.noise * fix.noise
    return offMap + 0.5 * fastLogarithm((noise + 81) * 0.01) + 0.5
      * fastLogarithm((noise + model.typicalVariance) * 0.01)
  }
  /// The greatest cost of an elevation: that of an outlier, one fix in fifty.
  static let elevation: Float = 3.9
  /// The cost of leaving the network.
  static let leaving: Float = 5.5
  /// The cost of returning to the network.
  static let entering: Float = 4.5
  /// The cost of leaving or entering a lift away from its stations.
  static let midSpan: Float = 9
  /// The cost of an unknown path over a gap.
  static let unknownPath: Float = 4
  /// The cost of turning round between two nodes.
  static let turning: Float = 4
  /// The cost of boarding a lift.
  static let boardingUp: Float = 1
  /// The cost of changing from lift to lift.
  static let changingLifts: Float = 2
  /// The cost of walking where nothing is drawn: one change between features in twenty.
  static let unmappedWalk: Float = 3
  /// The cost of a fix there above that of one as near to a run: most people on snow ski.
  static let offTrails: Float = 1.5
  /// The cost of boarding a lift to ride down.
  static let boardingDown: Float = 10

  /// Returns the cost of a transition from an edge to another one: that of boarding a lift or of an unmapped walk.
  @inline(__always)
  static func change(to next: MatchEdge, from edge: MatchEdge) -> Float {
    if next.isUnmappedWalk { return unmappedWalk }
    guard next.isLift else { return 0 }
    return (edge.isLift ? changingLifts : boardingUp) + (next.isDescent && !edge.isDescent ? boardingDown : 0)
  }
  /// The excess of the path over the straight line, in metres, per nat.
  static let detourMetres: Float = 12
  /// The excess of the straight line over the path, in metres, per nat.
  static let shortcutMetres: Float = 20
  /// The greatest cost of speed over a gap.
  static let gapSpeed: Float = 3
  /// The greatest cost of a detour over a gap.
  static let gapDetour: Float = 3
  /// The greatest distance from a station, in metres, that counts as at the station.
  static let stationMetres: Float = 50
}
