package import SkiGeo
package import SkiGraph
package import SkiTracks

/// What was true when a simulated phone took a fix.
///
/// A value.
package struct SimulatedTruth: Hashable, Sendable {
  /// What the skier was doing.
  package var state: TravellerState
  /// Where on the map; nil off it. Queueing for a lift is at the start of its edge.
  package var place: EdgePlace?
  /// The lift, run or street; nil on connectors, indoors and off the map.
  package var feature: FeatureIndex?
  /// Where the skier really was, turns included.
  package var coordinate: Coordinate
  /// Metres above mean sea level; made up where the map has none.
  package var elevationMetres: Double
}

/// One lift ride, or one run skied without another between: what a list of laps should name.
///
/// A value.
package struct SimulatedStretch: Hashable, Sendable {
  /// `lift`, `run` or `street`.
  package var kind: FeatureKind
  /// The lift, run or street.
  package var feature: FeatureIndex
  /// When it was entered and left.
  package var enteredAt: UniversalTime
  /// See ``enteredAt``.
  package var leftAt: UniversalTime
  /// Metres on the map.
  package var metres: Double
}
