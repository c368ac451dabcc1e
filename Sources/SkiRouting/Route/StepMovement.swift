package import SkiGraph

/// The movement along a step.
///
/// The raw values are used in every output format.
@nonexhaustive
public enum StepMovement: String, Sendable, Hashable, CaseIterable, Codable {
  /// Rides a lift.
  case ridden
  /// Skis downhill on a run or connector, short flat sections included.
  case skied
  /// Pushes on skis along a run that is mostly too flat to glide.
  case pushed
  /// Climbs on foot, on a run, connector or street.
  case climbed
  /// Walks on a street, a connector or off the network, without a climb.
  case walked

  /// Creates the usual movement on a kind of link.
  package init(on kind: LinkKind) {
    self =
      switch kind {
      case .lift: .ridden
      case .run: .skied
      default: .walked
      }
  }
}
