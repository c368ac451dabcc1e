import SkiGraph

/// The elevation of a fix by the receiver, where it can be trusted.
package struct ReceiverElevation: Hashable, Sendable {
  /// The elevation in metres above mean sea level.
  package var metres: Double
  /// The standard deviation of the elevation in metres, without its bias.
  package var deviationMetres: Float
  /// The change of the bias since the elevation before, in metres, where the elevations jump; else 0.
  package var jumpMetres: Float

  /// Creates an elevation that is taken as it was stated; nil when it is unknown or impossible.
  init?(of fix: LocationFix) {
    guard let metres = fix.elevationMetres, abs(metres) < Self.greatestMetres else { return nil }
    (self.metres, deviationMetres, jumpMetres) = (metres, Self.usualDeviationMetres, 0)
  }

  /// Creates the elevation of a fix of a recording; nil when it is unknown or must not be used.
  init?(of fix: LocationFix, as conditioned: ConditionedElevation) {
    guard let metres = fix.elevationMetres, conditioned.metres.isFinite else { return nil }
    (self.metres, deviationMetres) = (metres, conditioned.deviationMetres)
    jumpMetres = conditioned.jumpMetres
  }

  /// The elevation in metres beyond which it is an error.
  static let greatestMetres = 10_000.0
  /// The standard deviation assumed where it is not estimated, in metres.
  static let usualDeviationMetres: Float = 4
}
