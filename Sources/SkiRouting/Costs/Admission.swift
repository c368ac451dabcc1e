import SkiGraph
import SkiModel

/// Decides which links a profile may use, and says what stands against the others; made once for a profile and asked for each link.
///
/// Refused are a closed feature, one that does not operate or that skiers are barred from, an avoided lift kind or terrain, an opt-in way
/// (ski tour, hike, ungroomed itinerary) and a grade off the scale without opting in. An off-scale grade one opted in to is
/// allowed whatever the ceiling. Then the ceiling, one's own or that of the ability (``GradeLimit``): graded links by their grade in the
/// convention of their feature; ungraded runs by the policy; connectors with a grade always obey it, in the convention of a feature they touch.
struct Admission {
  private let graph: RoutingGraph
  private let profile: SkierProfile
  private let limit: GradeLimit
  private let refusesUnknownGrades: Bool
  /// By feature what stands against it whatever its links say.
  private var ofFeature: [Objections.Kinds]

  init(graph: RoutingGraph, profile: SkierProfile) {
    self.graph = graph
    self.profile = profile
    limit = GradeLimit(graph: graph, profile: profile)
    refusesUnknownGrades = profile.refusesUnknownGrades
    let usable = [Lifecycle.operating.code, Lifecycle.unknown.code]
    let (lift, run) = (FeatureKind.lift.code, FeatureKind.run.code)
    let choosesTerrain = profile.needsLight || !profile.avoidedTerrain.isEmpty
    ofFeature = (0..<graph.featureCount).map { feature in
      var kinds: Objections.Kinds = usable.contains(graph.statusCode(of: feature)) ? [] : .notOperating
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
    for barred in graph.barredFeatures() { ofFeature[barred.feature.position].insert(.barred) }
    for closed in profile.closedFeatures where closed.position < ofFeature.count {
      ofFeature[closed.position].insert(.closed)
    }
  }

  /// Whether the profile may use a link, in the directions the link allows. Complexity: O(1).
  @inline(__always)
  func allows(_ link: Int) -> Bool { objections(link).isEmpty }

  /// Returns what of the profile stands against a link. Complexity: O(1).
  @inline(__always)
  func objections(_ link: Int) -> Objections {
    var found = Objections()
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

/// What of a profile stands against a link; nothing where the profile may use it.
struct Objections: Hashable {
  struct Kinds: OptionSet, Hashable {
    let rawValue: UInt8
    /// Its lift or run does not operate.
    static let notOperating = Kinds(rawValue: 1)
    /// Skiers are barred from its lift or run.
    static let barred = Kinds(rawValue: 2)
    /// It is a run of terrain that is avoided, or not lit.
    static let avoidedTerrain = Kinds(rawValue: 4)
    /// Its lift or run is closed.
    static let closed = Kinds(rawValue: 8)
    /// It is a lift of a kind that is avoided.
    static let avoidedLift = Kinds(rawValue: 16)
    /// It is a run without a grade that would count.
    static let ungraded = Kinds(rawValue: 32)
    /// It is freeride, extreme, a ski tour, a hike or an itinerary.
    static let offScale = Kinds(rawValue: 64)
  }

  var kinds: Kinds = []
  /// How many grades it is harder than the ceiling; off the scale that is not told.
  var gradesOver: UInt8 = 0

  /// Whether the way itself, not only whether it runs, is more than the skier accepts.
  var isUnaccepted: Bool { !kinds.isDisjoint(with: [.ungraded, .offScale]) || gradesOver > 0 }
  var isEmpty: Bool { kinds.isEmpty && gradesOver == 0 }
}

extension RoutingGraph {
  /// Returns the code of the convention a link's colours follow: that of its feature, or of any feature that leaves
  /// an end of a connector; Europe when none does. Complexity: O(1) in edges a node.
  func conventionCode(ofLink link: Int) -> UInt8 {
    let feature = storage.linkFeature[link]
    if feature != .max { return conventionCode(of: Int(feature)) }
    return conventionCode(near: storage.linkTail[link]) ?? conventionCode(near: storage.linkHead[link]) ?? 0
  }

  /// Returns the code of the convention of a feature that leaves a node, or nil when none does.
  func conventionCode(near node: UInt32) -> UInt8? {
    for edge in edges(from: NodeIndex(node)) {
      let feature = storage.linkFeature[Int(storage.edgeLink[edge] / 2)]
      if feature != .max { return conventionCode(of: Int(feature)) }
    }
    return nil
  }
}
