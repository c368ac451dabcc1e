import SkiGraph

/// The decision about the links that a profile may use, with the violated limits of the others.
///
/// Refused are links of features that are closed, do not operate or bar skiers, of avoided lift kinds and terrain, of
/// uses that have to be allowed (ski tours, hikes, itineraries, snow-covered paths), and of grades off the scale that are not allowed;
/// allowed ones ignore the ceiling. Other graded links are compared with the ceiling (``GradeLimit``) in the convention
/// of their feature, connectors in that of an adjacent feature; ungraded runs follow the policy.
///
/// All but closures depends on the ``AdmissionClass`` of the link.
struct Admission: Sendable {
  private let graph: RoutingGraph
  private let classes: AdmissionClasses
  private let closed: Set<FeatureIndex>
  private let rule: AdmissionRule

  /// Creates the decision for a profile.
  /// - Complexity: O(1).
  init(graph: RoutingGraph, classes: AdmissionClasses, profile: SkierProfile) {
    (self.graph, self.classes) = (graph, classes)
    closed = profile.closedFeatures
    rule = AdmissionRule(profile)
  }

  /// Creates the decision for a profile on a graph that is classified first.
  /// - Complexity: As ``AdmissionClasses/init(_:)``.
  init(graph: RoutingGraph, profile: SkierProfile) {
    self.init(graph: graph, classes: AdmissionClasses(graph), profile: profile)
  }

  /// Returns whether the profile may use a link, in the directions that the link allows.
  func allows(_ link: Int) -> Bool { violations(link).isEmpty }

  /// Returns the limits of the profile that a link violates.
  func violations(_ link: Int) -> LimitViolations {
    var found = rule.violations(classes.classes[Int(classes.ofLink[link])])
    let feature = graph.storage.linkFeature[link]
    if feature != .max, !closed.isEmpty, closed.contains(FeatureIndex(feature)) {
      found.kinds.insert(.closed)
    }
    return found
  }
}

/// The limits of one profile in the form that classes of links are compared with.
struct AdmissionRule: Sendable {
  private let limit: GradeLimit
  private let ungraded: UngradedPolicy
  private let refusesUnknownGrades: Bool
  private let allowsOptIn: Bool
  private let allowsItineraries: Bool
  private let allowsSnowCovered: Bool
  private let refusesSnowCovered: Bool
  private let ignoresRestrictions: Bool
  private let needsLight: Bool
  /// The refused kinds of lifts, one bit for each code.
  private let refusedLifts: UInt32
  /// The refused kinds of terrain, one bit for each in order.
  private let refusedTerrain: UInt32
  /// The accepted grades off the scale, one bit for each rank.
  private let allowedRanks: UInt32

  init(_ profile: SkierProfile) {
    limit = GradeLimit(profile)
    ungraded = profile.ungraded
    refusesUnknownGrades = profile.refusesUnknownGrades
    (allowsOptIn, allowsItineraries) = (profile.allowsOptIn, profile.allowsItineraries)
    (allowsSnowCovered, ignoresRestrictions) = (profile.allowsSnowCovered, profile.ignoresRestrictions)
    refusesSnowCovered = profile.refusesSnowCovered && !profile.allowsSnowCovered
    needsLight = profile.needsLight
    refusedLifts = profile.avoidedLiftKinds.reduce(0) { $0 | 1 << UInt32($1.code) }
    refusedTerrain =
      profile.avoidedTerrain.isEmpty
      ? 0
      : TerrainKind.allCases.enumerated().reduce(0) {
        profile.avoidedTerrain.contains($1.element) ? $0 | 1 << UInt32($1.offset) : $0
      }
    allowedRanks = profile.allowedOffScale.reduce(0) { $0 | 1 << UInt32($1.rank) }
  }

  /// Returns the limits that links of a class violate, closures apart.
  func violations(_ link: AdmissionClass) -> LimitViolations {
    var found = LimitViolations()
    found.kinds = kinds(link)
    if link.kind == LinkKind.lift.code { return found }
    if link.rank > Difficulty.expert.rank {
      if allowedRanks >> UInt32(link.rank) & 1 == 0 { found.kinds.insert(.offScale) }
      return found
    }
    let isRun = link.kind == LinkKind.run.code
    if isRun, link.rank == 0 || link.isEstimated, ungraded != .estimate {
      if ungraded == .refuse { found.kinds.insert(.ungraded) }
    } else if link.rank == 0 {
      if isRun, refusesUnknownGrades { found.kinds.insert(.ungraded) }
    } else {
      found.gradesOver = limit.gradesOver(link)
    }
    return found
  }

  /// Returns the violated limits other than grades.
  private func kinds(_ link: AdmissionClass) -> LimitViolations.Kinds {
    var kinds: LimitViolations.Kinds = link.isOperating ? [] : .notOperating
    if link.isBarred, !ignoresRestrictions { kinds.insert(.barred) }
    if link.isSnowCovered && !allowsSnowCovered || link.isShortSnowPassage && refusesSnowCovered {
      kinds.insert(.snowCovered)
    }
    if link.kind == LinkKind.run.code,
      link.terrain & refusedTerrain != 0 || needsLight && !link.isLit
    {
      kinds.insert(.avoidedTerrain)
    }
    if link.kind == LinkKind.lift.code, refusedLifts >> link.liftKind & 1 == 1 { kinds.insert(.avoidedLift) }
    if link.isOptIn && !allowsOptIn || link.isItinerary && !allowsItineraries { kinds.insert(.offScale) }
    return kinds
  }
}

/// The limits of a profile that a link violates; empty when the profile may use it.
struct LimitViolations: Hashable {
  struct Kinds: OptionSet, Hashable {
    let rawValue: UInt8
    /// The lift or run does not operate.
    static let notOperating = Kinds(rawValue: 1)
    /// The lift or run is barred to skiers.
    static let barred = Kinds(rawValue: 2)
    /// The run has avoided terrain, or is not lit when light is needed.
    static let avoidedTerrain = Kinds(rawValue: 4)
    /// The lift or run is closed.
    static let closed = Kinds(rawValue: 8)
    /// The lift is of an avoided kind.
    static let avoidedLift = Kinds(rawValue: 16)
    /// The run has no grade that the policy accepts.
    static let ungraded = Kinds(rawValue: 32)
    /// The link is freeride, extreme, a ski tour, a hike or an itinerary.
    static let offScale = Kinds(rawValue: 64)
    /// The link is snow-covered, of a passage that is too long to be walked unless allowed.
    static let snowCovered = Kinds(rawValue: 128)
  }

  var kinds: Kinds = []
  /// The number of grades above the ceiling; 0 off the scale.
  var gradesOver: UInt8 = 0

  /// Indicates whether the link exceeds what the skier accepts, apart from closures and avoided kinds.
  var isUnaccepted: Bool { !kinds.isDisjoint(with: [.ungraded, .offScale, .snowCovered]) || gradesOver > 0 }
  var isEmpty: Bool { kinds.isEmpty && gradesOver == 0 }
}

extension RoutingGraph {
  /// Returns the code of the difficulty convention of a link: that of its feature, or of any feature that leaves an end
  /// of a connector; Europe when none does.
  func conventionCode(ofLink link: Int) -> UInt8 {
    let feature = storage.linkFeature[link]
    if feature != .max { return conventionCode(of: Int(feature)) }
    return conventionCode(near: storage.linkTail[link]) ?? conventionCode(near: storage.linkHead[link]) ?? 0
  }

  /// Returns the code of the difficulty convention of a feature that leaves a node, or nil when none does.
  func conventionCode(near node: UInt32) -> UInt8? {
    for edge in edges(from: NodeIndex(node)) {
      let feature = storage.linkFeature[Int(storage.edgeLink[edge] / 2)]
      if feature != .max { return conventionCode(of: Int(feature)) }
    }
    return nil
  }
}

/// The difference between the grades of links and the ceiling of one profile.
///
/// Grades are compared in the convention of their link. Grades off the scale are not compared; they are allowed
/// explicitly. For beginners a gladed or ungroomed run counts one grade harder, up to expert.
struct GradeLimit: Sendable {
  /// The rank of the hardest accepted grade for each convention code.
  private let ranks: (UInt8, UInt8, UInt8)
  /// Indicates whether runs harder than their grade count one grade more.
  private let countsTerrain: Bool

  init(_ profile: SkierProfile) {
    let ceiling = profile.effectiveCeiling
    let rank = { (code: UInt8) in ceiling.grade(in: DifficultyConvention(code: code) ?? .europe).rank }
    ranks = (rank(0), rank(1), rank(2))
    countsTerrain = profile.ability == .beginner
  }

  /// Returns the number of grades the links of a class are above the ceiling; 0 when they are not, or are ungraded.
  func gradesOver(_ link: AdmissionClass) -> UInt8 {
    guard link.rank > 0 else { return 0 }
    let limit = link.convention == 0 ? ranks.0 : link.convention == 1 ? ranks.1 : ranks.2
    let isHarder = countsTerrain && link.isHarderThanGraded && link.rank < Difficulty.expert.rank
    let counted = link.rank + (isHarder ? 1 : 0)
    return counted > limit ? counted - limit : 0
  }
}
