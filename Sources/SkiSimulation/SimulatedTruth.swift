public import SkiGeo
public import SkiGraph
public import SkiTracks

/// What was true when a simulated phone took a fix.
///
/// A value.
public struct SimulatedTruth: Hashable, Sendable {
  /// What the skier was doing.
  public var state: TravellerState
  /// Where on the map; nil off it. Queueing for a lift is at the start of its edge.
  public var place: EdgePlace?
  /// The lift, run or street; nil on connectors, indoors and off the map.
  public var feature: FeatureIndex?
  /// Where the skier really was, turns included.
  public var coordinate: Coordinate
  /// Metres above mean sea level; made up where the map has none.
  public var elevationMetres: Double
}

/// One lift ride, or one run skied without another between: what a list of laps should name.
///
/// A value.
public struct SimulatedStretch: Hashable, Sendable {
  /// `lift`, `run` or `street`.
  public var kind: FeatureKind
  /// The lift, run or street.
  public var feature: FeatureIndex
  /// When it was entered and left.
  public var enteredAt: UniversalTime
  /// See ``enteredAt``.
  public var leftAt: UniversalTime
  /// Metres on the map.
  public var metres: Double
}
