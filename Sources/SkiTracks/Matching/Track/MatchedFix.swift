public import SkiGeo

/// What matching makes of one fix.
///
/// A value.
public struct MatchedFix: Hashable, Sendable {
  /// The fix as it was given.
  public var fix: LocationFix
  /// What the traveller is doing.
  public var state: TravellerState
  /// Where on the map; nil when ``state`` is `.offMap`.
  public var place: EdgePlace?
  /// The place as a coordinate; the fix's own where the map has none.
  public var coordinate: Coordinate
  /// Metres on the map between the fix and its place; nil off the map.
  public var distanceMetres: Double?
  /// How likely the edge is the right one beside all others that were thought of: 0...1.
  public var confidence: Double

  /// Makes a matched fix.
  public init(
    _ fix: LocationFix, state: TravellerState, place: EdgePlace? = nil, coordinate: Coordinate? = nil,
    distanceMetres: Double? = nil, confidence: Double = 0
  ) {
    self.fix = fix
    self.state = state
    self.place = place
    self.coordinate = coordinate ?? fix.coordinate
    self.distanceMetres = distanceMetres
    self.confidence = confidence
  }
}
