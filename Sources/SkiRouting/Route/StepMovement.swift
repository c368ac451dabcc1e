package import SkiGraph

/// How one gets along a step; the raw values are the words of every output format.
@nonexhaustive
public enum StepMovement: String, Sendable, Hashable, CaseIterable, Codable {
  /// On a lift.
  case ridden
  /// Down on skis, stretches of flat included.
  case skied
  /// On skis over what is mostly too flat to glide.
  case pushed
  /// Uphill on foot: on a run, a connector or a street.
  case climbed
  /// On foot, not much uphill.
  case walked

  /// The movement on a kind of link of which nothing more is known.
  package init(on kind: LinkKind) {
    self =
      switch kind {
      case .lift: .ridden
      case .run: .skied
      default: .walked
      }
  }
}
