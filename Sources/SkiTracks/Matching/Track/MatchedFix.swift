public import SkiBase
public import SkiGraph

/// A fix with its matched position on the network and the traveller's activity.
public struct MatchedFix: Hashable, Sendable {
  /// The fix as it was given.
  public var fix: LocationFix
  /// The activity of the traveller at the fix.
  public var state: TravellerState
  /// The matched position; nil when ``state`` is `.offMap`.
  public var place: EdgePlace?
  /// The coordinate of the matched position; the fix's own when it is unmatched.
  public var coordinate: Coordinate
  /// The distance between the fix and its matched position in metres on the map; nil when it is unmatched.
  public var distanceMetres: Double?
  /// The probability of the matched edge, or of being off the map, against the best other hypothesis.
  ///
  /// 0.5...1 for a matched fix; 0 for one without a valid coordinate or time, and where no region is near.
  public var confidence: Double
  /// The elevation by the receiver; nil when it is unknown or can't be trusted.
  package var elevation: ReceiverElevation?

  /// Creates a matched fix from its members.
  /// - Parameters:
  ///   - fix: The fix as it was given.
  ///   - state: The activity of the traveller.
  ///   - place: The matched position; nil when it is unmatched.
  ///   - coordinate: The coordinate of the matched position; nil for the fix's own.
  ///   - distanceMetres: The distance between the fix and `place`; nil when it is unmatched.
  ///   - confidence: The probability of the decision, 0...1.
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
    elevation = ReceiverElevation(of: fix)
  }
}
