import SkiGraph
import SkiModel

/// How fast a skier is; the base speeds stand in ``Pace``.
@nonexhaustive
public enum SkierAbility: String, Sendable, Hashable, CaseIterable {
  case beginner, intermediate, advanced
}

/// What a skier stands on.
@nonexhaustive
public enum SkierEquipment: String, Sendable, Hashable, CaseIterable {
  case skis, snowboard
}

/// What to do with runs whose source gives no grade.
@nonexhaustive
public enum UngradedPolicy: String, Sendable, Hashable, CaseIterable {
  /// The grade estimated from the steepest sections counts; a run without an estimate is refused under a ceiling.
  case estimate
  /// Ungraded runs are always allowed, estimated or not.
  case allow
  /// Ungraded runs are never allowed, with or without a ceiling.
  case refuse
}

/// What one skier can do and wants: everything about a question that is not the mountain.
///
/// A value; equality compares all parts. The default is an intermediate skier without limits of grade, who stays on
/// marked runs.
public struct SkierProfile: Hashable, Sendable {
  /// Skill, which sets the speed on runs.
  public var ability: SkierAbility
  /// Skis or a snowboard.
  public var equipment: SkierEquipment
  /// The hardest grade accepted; nil accepts every grade on the scale.
  public var ceiling: DifficultyCeiling?
  /// What to do with ungraded runs.
  public var ungraded: UngradedPolicy
  /// Kinds of lifts never taken.
  public var avoidedLiftKinds: Set<LiftKind>
  /// Lifts, runs and streets that are closed; valid for one graph only.
  public var closedFeatures: Set<FeatureIndex>
  /// Grades off the scale that are accepted, whatever the ceiling: `freeride`, `extreme`.
  public var allowedOffScale: Set<Difficulty>
  /// Whether ski tours and hikes may be used.
  public var allowsOptIn: Bool
  /// Whether ungroomed itineraries may be used.
  public var allowsItineraries: Bool

  /// Makes a profile; the default is an intermediate skier on skis without a ceiling.
  public init(
    ability: SkierAbility = .intermediate, equipment: SkierEquipment = .skis,
    ceiling: DifficultyCeiling? = nil, ungraded: UngradedPolicy = .estimate,
    avoidedLiftKinds: Set<LiftKind> = [], closedFeatures: Set<FeatureIndex> = [],
    allowedOffScale: Set<Difficulty> = [], allowsOptIn: Bool = false,
    allowsItineraries: Bool = false
  ) {
    self.ability = ability
    self.equipment = equipment
    self.ceiling = ceiling
    self.ungraded = ungraded
    self.avoidedLiftKinds = avoidedLiftKinds
    self.closedFeatures = closedFeatures
    self.allowedOffScale = allowedOffScale
    self.allowsOptIn = allowsOptIn
    self.allowsItineraries = allowsItineraries
  }
}

extension SkierProfile {
  /// Whether the skier opted in to all that a link with these flags asks for.
  func optsIn(to flags: LinkFlags) -> Bool {
    (allowsOptIn || !flags.contains(.optIn)) && (allowsItineraries || !flags.contains(.itinerary))
  }
}
