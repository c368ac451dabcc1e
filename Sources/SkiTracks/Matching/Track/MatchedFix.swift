public import SkiGeo

/// A fix with its matched place.
public struct MatchedFix: Hashable, Sendable {
  /// The fix as it was given.
  public var fix: LocationFix
  /// The activity of the traveller.
  public var state: TravellerState
  /// The matched place; nil when ``state`` is `.offMap`.
  public var place: EdgePlace?
  /// The coordinate of the matched place; the fix's own when it is unmatched.
  public var coordinate: Coordinate
  /// The distance between the fix and its matched place in metres; nil when it is unmatched.
  public var distanceMetres: Double?
  /// The probability of the matched edge relative to the other candidates, 0...1.
  public var confidence: Double

  /// Creates a matched fix from its members.
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
