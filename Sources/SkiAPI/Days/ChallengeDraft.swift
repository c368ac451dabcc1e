package import SkiBase

/// The values of a new challenge, for `ChallengeService/create(name:measure:in:from:until:as:)`, which checks them.
package struct ChallengeDraft: Sendable, Hashable {
  /// The name, 1 to 80 characters.
  package var name: String
  /// The measure.
  package var measure: ChallengeMeasure
  /// The first moment within which laps count.
  package var from: UniversalTime
  /// The end.
  package var until: UniversalTime

  /// Creates values.
  package init(name: String, measure: ChallengeMeasure, from: UniversalTime, until: UniversalTime) {
    (self.name, self.measure, self.from, self.until) = (name, measure, from, until)
  }
}
