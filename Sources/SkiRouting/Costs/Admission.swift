import SkiGraph
import SkiModel

/// The decision about the links that a profile may use, with the violated limits of the others.
///
/// Refused are links of features that are closed, do not operate or bar skiers, of avoided lift kinds and terrain, of
/// uses that have to be allowed (ski tours, hikes, itineraries), and of grades off the scale that are not allowed;
/// allowed ones ignore the ceiling. Other graded links are compared with the ceiling (``GradeLimit``) in the convention
/// of their feature, connectors in that of an adjacent feature; ungraded runs follow the policy.
struct Admission {
  private let graph: RoutingGraph
  private let profile: SkierProfile
  private let limit: GradeLimit
  private let refusesUnknownGrades: Bool
  /// The violations of each feature, whatever its links.
  private var ofFeature: [LimitViolations.Kinds]

  init(graph: RoutingGraph, profile: SkierProfile) {
    self.graph = graph
    self.profile = profile
    limit = GradeLimit(graph: graph, profile: profile)
    refusesUnknownGrades = profile.refusesUnknownGrades
    let usable = [Lifecycle.operating.code, Lifecycle.unknown.code]
    let (lift, run) = (FeatureKind.lift.code, FeatureKind.run.code)
    let choosesTerrain = profile.needsLight || !profile.avoidedTerrain.isEmpty
    ofFeature = (0..<graph.featureCount).map { feature in
      var kinds: LimitViolations.Kinds = usable.contains(graph.statusCode(of: feature)) ? [] : .notOperating
      let kind = graph.kindCode(of: feature)
      if choosesTerrain, kind == run, profile.refuses(graph.terrain(of: FeatureIndex(feature))) {
        kinds.insert(.avoidedTerrain)
      }
      if !profile.avoidedLiftKinds.isEmpty, kind == lift,
        profile.avoidedLiftKinds.contains(graph.feature(FeatureIndex(feature)).liftKind)
      {
        kinds.insert(.avoidedLift)
      }
      return kinds
    }
    for barred in graph.restrictedFeatures() { ofFeature[barred.feature.position].insert(.barred) }
    for closed in profile.closedFeatures where closed.position < ofFeature.count {
      ofFeature[closed.position].insert(.closed)
    }
  }

  /// Returns whether the profile may use a link, in the directions that the link allows.
  @inline(__always)
  func allows(_ link: Int) -> Bool { violations(link).isEmpty }

  /// Returns the limits of the profile that a link violates.
  @inline(__always)
  func violations(_ link: Int) -> LimitViolations {
    var found = LimitViolations()
    let storage = graph.storage
    let feature = storage.linkFeature[link]
    if feature != .max { found.kinds = ofFeature[Int(feature)] }
    let flags = LinkFlags(rawValue: storage.linkFlags[link])
    if !profile.optsIn(to: flags) { found.kinds.insert(.offScale) }
    let kind = storage.linkKind[link]
    if kind == LinkKind.lift.code { return found }
    let rank = storage.linkDifficulty[link]
    if rank > Difficulty.expert.rank {
      if !(Difficulty(rank: rank).map(profile.allowedOffScale.contains) ?? false) {
        found.kinds.insert(.offScale)
      }
      return found
    }
    let isRun = kind == LinkKind.run.code
    if isRun, rank == 0 || flags.contains(.difficultyEstimated), profile.ungraded != .estimate {
      if profile.ungraded == .refuse { found.kinds.insert(.ungraded) }
    } else if rank == 0 {
      if isRun, refusesUnknownGrades { found.kinds.insert(.ungraded) }
    } else {
      found.gradesOver = limit.gradesOver(link, in: graph)
    }
    return found
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
  }

  var kinds: Kinds = []
  /// The number of grades above the ceiling; 0 off the scale.
  var gradesOver: UInt8 = 0

  /// Indicates whether the link exceeds what the skier accepts, apart from closures and avoided kinds.
  var isUnaccepted: Bool { !kinds.isDisjoint(with: [.ungraded, .offScale]) || gradesOver > 0 }
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
