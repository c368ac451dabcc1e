public import SkiGeo

/// The values of a new challenge, for ``ChallengeService/create(name:measure:in:from:until:as:)``, which checks them.
public struct ChallengeDraft: Sendable, Hashable {
  /// The name, 1 to 80 characters.
  public var name: String
  /// The measure.
  public var measure: ChallengeMeasure
  /// The first moment within which laps count.
  public var from: UniversalTime
  /// The end.
  public var until: UniversalTime

  /// Creates values.
  public init(name: String, measure: ChallengeMeasure, from: UniversalTime, until: UniversalTime) {
    (self.name, self.measure, self.from, self.until) = (name, measure, from, until)
  }
}
