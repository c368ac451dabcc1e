public import SkiGraph

/// The ability, equipment and limits of a skier.
///
/// The default is an intermediate skier on skis, who skis marked runs up to red.
/// ```swift
/// var skier = SkierProfile(ability: .advanced, equipment: .snowboard)
/// skier.avoidedLiftKinds = [.dragLift, .tBar, .platter]
/// skier.ceiling = .colour(.red)
/// ```
public struct SkierProfile: Hashable, Sendable, Codable {
  /// The ability, which determines the speed on runs and, without a ceiling, the hardest grade.
  public var ability: SkierAbility
  /// The equipment, which determines the speed of gliding and pushing.
  public var equipment: SkierEquipment
  /// The hardest grade accepted; nil for that of the ability. See ``effectiveCeiling``.
  public var ceiling: DifficultyCeiling?
  /// The treatment of runs without a mapped grade.
  public var ungraded: UngradedPolicy
  /// The kinds of lifts that are not used.
  public var avoidedLiftKinds: Set<LiftKind>
  /// The closures, valid for one graph.
  package var closures = FeatureClosures()
  /// The kinds of terrain whose runs are not used.
  public var avoidedTerrain: Set<TerrainKind> = []
  /// Indicates whether only runs known to be lit are used, as at night.
  public var needsLight = false
  /// The grades off the scale that are accepted whatever the ceiling: `freeride`, `extreme`.
  public var allowedOffScale: Set<Difficulty>
  /// Indicates whether ski tours and hikes may be used.
  public var allowsOptIn: Bool
  /// Indicates whether ungroomed itineraries may be used.
  public var allowsItineraries: Bool
  /// Indicates whether tracks and paths that are snow-covered in the season may be walked farther than 300 m.
  public var allowsSnowCovered = false
  /// Indicates whether short passages along snow-covered paths are refused too, as where a route would have too many.
  package var refusesSnowCovered = false
  /// Indicates whether lifts and runs that are private or otherwise barred to skiers count as open, to find out that
  /// they are missing.
  package var ignoresRestrictions = false

  /// Creates a profile; the default is an intermediate skier on skis.
  /// - Parameters:
  ///   - ability: The ability.
  ///   - equipment: The equipment.
  ///   - ceiling: The hardest grade accepted; nil for that of the ability.
  ///   - ungraded: The treatment of ungraded runs.
  ///   - avoidedLiftKinds: The kinds of lifts that are not used.
  ///   - allowedOffScale: The grades off the scale that are accepted.
  ///   - allowsOptIn: `true` if ski tours and hikes may be used.
  ///   - allowsItineraries: `true` if ungroomed itineraries may be used.
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

  /// The encoded properties: all but the closures, which are valid for one graph.
  private enum CodingKeys: CodingKey {
    case ability, equipment, ceiling, ungraded, avoidedLiftKinds, avoidedTerrain, needsLight, allowedOffScale
    case allowsOptIn, allowsItineraries, allowsSnowCovered
  }
}

extension SkierProfile {
  /// Creates a profile by decoding it; one that was encoded before snow-covered paths were told apart does not allow them.
  /// - Throws: `DecodingError` when a property is missing or malformed.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      ability: try values.decode(SkierAbility.self, forKey: .ability),
      equipment: try values.decode(SkierEquipment.self, forKey: .equipment),
      ceiling: try values.decodeIfPresent(DifficultyCeiling.self, forKey: .ceiling),
      ungraded: try values.decode(UngradedPolicy.self, forKey: .ungraded),
      avoidedLiftKinds: try values.decode(Set<LiftKind>.self, forKey: .avoidedLiftKinds),
      allowedOffScale: try values.decode(Set<Difficulty>.self, forKey: .allowedOffScale),
      allowsOptIn: try values.decode(Bool.self, forKey: .allowsOptIn),
      allowsItineraries: try values.decode(Bool.self, forKey: .allowsItineraries))
    avoidedTerrain = try values.decode(Set<TerrainKind>.self, forKey: .avoidedTerrain)
    needsLight = try values.decode(Bool.self, forKey: .needsLight)
    allowsSnowCovered = try values.decodeIfPresent(Bool.self, forKey: .allowsSnowCovered) ?? false
  }

  /// An intermediate skier on every grade of the scale and all ungraded runs.
  public static let anyGrade = SkierProfile(ceiling: .grade(.expert), ungraded: .allow)

  /// The hardest grade accepted: the ceiling, or else that of the ability.
  public var effectiveCeiling: DifficultyCeiling { ceiling ?? ability.ceiling }

  /// The lifts, runs and streets that are closed, valid for one graph.
  package var closedFeatures: Set<FeatureIndex> {
    get { closures.features }
    set { closures = FeatureClosures(newValue) }
  }

  /// Returns whether the profile equals another but for closures.
  func equals(exceptClosures other: SkierProfile) -> Bool {
    var alike = self
    alike.closures = other.closures
    return alike == other
  }

  /// Indicates whether runs without a mapped or estimated grade are refused.
  var refusesUnknownGrades: Bool {
    switch ungraded {
    case .allow: false
    case .refuse: true
    case .estimate: ceiling != nil || ability != .expert
    }
  }

  /// Returns whether the profile allows the uses that a link's flags require.
  func optsIn(to flags: LinkFlags) -> Bool {
    (allowsOptIn || !flags.contains(.optIn)) && (allowsItineraries || !flags.contains(.itinerary))
      && (allowsSnowCovered || !flags.contains(.snowCovered))
  }
}
