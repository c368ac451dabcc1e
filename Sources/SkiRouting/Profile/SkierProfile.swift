package import SkiGraph
public import SkiModel

/// How fast a skier is, and which runs one of that ability skis; the base speeds stand in ``Pace``.
@nonexhaustive
public enum SkierAbility: String, Sendable, Hashable, CaseIterable, Codable {
  case beginner, intermediate, advanced, expert

  /// The hardest grade a skier of this ability is led over, in the colours of the region: beginners over green and blue runs,
  /// intermediates up to red ones, advanced skiers up to black ones, experts over every grade on the scale.
  public var ceiling: DifficultyCeiling {
    switch self {
    case .beginner: .colour(.blue)
    case .intermediate: .colour(.red)
    case .advanced: .colour(.black)
    case .expert: .grade(.expert)
    }
  }
}

/// What a skier stands on.
@nonexhaustive
public enum SkierEquipment: String, Sendable, Hashable, CaseIterable, Codable {
  case skis, snowboard
}

/// What to do with runs whose source gives no grade.
@nonexhaustive
public enum UngradedPolicy: String, Sendable, Hashable, CaseIterable, Codable {
  /// The grade estimated from the steepest sections counts; a run without an estimate is refused to all but experts without a
  /// ceiling of their own.
  case estimate
  /// Ungraded runs are always allowed, estimated or not.
  case allow
  /// Ungraded runs are never allowed, with or without a ceiling.
  case refuse
}

/// What one skier can do and wants: everything about a question that is not the mountain.
///
/// A value; equality compares all parts. The default is an intermediate skier, who skis nothing harder than red and stays on
/// marked runs.
public struct SkierProfile: Hashable, Sendable, Codable {
  /// Skill, which sets the speed on runs and, without a ceiling of one's own, the hardest grade.
  public var ability: SkierAbility
  /// Skis or a snowboard.
  public var equipment: SkierEquipment
  /// The hardest grade accepted, where it is not that of the ability; see ``effectiveCeiling``.
  public var ceiling: DifficultyCeiling?
  /// What to do with ungraded runs.
  public var ungraded: UngradedPolicy
  /// Kinds of lifts never taken.
  public var avoidedLiftKinds: Set<LiftKind>
  /// Lifts, runs and streets that are closed; valid for one graph only.
  package var closedFeatures: Set<FeatureIndex> = []
  /// Kinds of terrain whose runs are not used.
  public var avoidedTerrain: Set<TerrainKind> = []
  /// Whether only runs are used that are known to be lit, as at night.
  public var needsLight = false
  /// Grades off the scale that are accepted, whatever the ceiling: `freeride`, `extreme`.
  public var allowedOffScale: Set<Difficulty>
  /// Whether ski tours and hikes may be used.
  public var allowsOptIn: Bool
  /// Whether ungroomed itineraries may be used.
  public var allowsItineraries: Bool

  /// Makes a profile; the default is an intermediate skier on skis with the ceiling of that ability.
  public init(
    ability: SkierAbility = .intermediate, equipment: SkierEquipment = .skis,
    ceiling: DifficultyCeiling? = nil, ungraded: UngradedPolicy = .estimate,
    avoidedLiftKinds: Set<LiftKind> = [], allowedOffScale: Set<Difficulty> = [], allowsOptIn: Bool = false,
    allowsItineraries: Bool = false
  ) {
    self.ability = ability
    self.equipment = equipment
    self.ceiling = ceiling
    self.ungraded = ungraded
    self.avoidedLiftKinds = avoidedLiftKinds
    self.allowedOffScale = allowedOffScale
    self.allowsOptIn = allowsOptIn
    self.allowsItineraries = allowsItineraries
  }

  /// What is encoded: all but what is closed, which holds for one graph only.
  private enum CodingKeys: CodingKey {
    case ability, equipment, ceiling, ungraded, avoidedLiftKinds, avoidedTerrain, needsLight, allowedOffScale
    case allowsOptIn, allowsItineraries
  }
}

extension SkierProfile {
  /// An intermediate skier to whom neither a grade on the scale nor a run without a grade is too hard.
  public static let anyGrade = SkierProfile(ceiling: .grade(.expert), ungraded: .allow)

  /// The hardest grade accepted: the ceiling that was given, else that of the ability.
  public var effectiveCeiling: DifficultyCeiling { ceiling ?? ability.ceiling }

  /// Whether a run is refused whose grade is neither mapped nor estimated.
  var refusesUnknownGrades: Bool {
    switch ungraded {
    case .allow: false
    case .refuse: true
    case .estimate: ceiling != nil || ability != .expert
    }
  }

  /// Whether runs of a terrain are not used: of a kind that is avoided, or not known to be lit at night. Complexity: O(1).
  func refuses(_ terrain: RunTerrain) -> Bool {
    needsLight && terrain.isLit != true || avoidedTerrain.contains { terrain.isOf($0) }
  }

  /// Whether the skier opted in to all that a link with these flags asks for.
  func optsIn(to flags: LinkFlags) -> Bool {
    (allowsOptIn || !flags.contains(.optIn)) && (allowsItineraries || !flags.contains(.itinerary))
  }
}
