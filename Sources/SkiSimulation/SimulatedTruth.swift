package import SkiBase
package import SkiGraph
package import SkiTracks

/// The ground truth of a simulated fix.
package struct SimulatedTruth: Hashable, Sendable {
  /// The activity of the skier.
  package var state: TravellerState
  /// The position on the network; nil off it.
  ///
  /// A queue for a lift is at the start of its edge.
  package var place: EdgePlace?
  /// The lift, run or street; nil on connectors, indoors and off the network.
  package var feature: FeatureIndex?
  /// The true coordinate of the skier, turns included.
  package var coordinate: Coordinate
  /// The elevation in metres above mean sea level; synthetic where the map has none.
  package var elevationMetres: Double
}

/// A lift ride, or a run skied without another in between: an entry of a list of laps.
package struct SimulatedLap: Hashable, Sendable {
  /// The kind: `lift`, `run` or `street`.
  package var kind: FeatureKind
  /// The lift, run or street.
  package var feature: FeatureIndex
  /// The time of entering.
  package var enteredAt: UniversalTime
  /// The time of leaving.
  package var leftAt: UniversalTime
  /// The map length in metres.
  package var metres: Double
}
