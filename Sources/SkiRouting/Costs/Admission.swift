import SkiGraph
import SkiModel

/// Decides which links a profile may use at all; made once for a profile and asked once for each link.
///
/// Rules, first match decides: a closed feature, one that does not operate or that skiers are barred from, an avoided lift kind or terrain, an opt-in way
/// (ski tour, hike, ungroomed itinerary) and a grade off the scale without opting in are refused. An off-scale grade one opted in to is
/// allowed whatever the ceiling. Then the ceiling, one's own or that of the ability (``GradeLimit``): graded links by their grade in the
/// convention of their feature; ungraded runs by the policy; connectors with a grade always obey it, in the convention of a feature they touch.
struct Admission {
  private let graph: RoutingGraph
  private let profile: SkierProfile
  private let limit: GradeLimit
  private let refusesUnknownGrades: Bool
  /// Features that are out whatever their links say.
  private var isRefused: [Bool]

  init(graph: RoutingGraph, profile: SkierProfile) {
    self.graph = graph
    self.profile = profile
    limit = GradeLimit(graph: graph, profile: profile)
    refusesUnknownGrades = profile.refusesUnknownGrades
    let usable = [Lifecycle.operating.code, Lifecycle.unknown.code]
    let (lift, run) = (FeatureKind.lift.code, FeatureKind.run.code)
    let choosesTerrain = profile.needsLight || !profile.avoidedTerrain.isEmpty
    isRefused = (0..<graph.featureCount).map { feature in
      if !usable.contains(graph.statusCode(of: feature)) { return true }
      if choosesTerrain, graph.kindCode(of: feature) == run {
        return profile.refuses(graph.terrain(of: FeatureIndex(feature)))
      }
      return !profile.avoidedLiftKinds.isEmpty && graph.kindCode(of: feature) == lift
        && profile.avoidedLiftKinds.contains(graph.feature(FeatureIndex(feature)).liftKind)
    }
    for barred in graph.barredFeatures() { isRefused[barred.feature.position] = true }
    for closed in profile.closedFeatures where closed.position < isRefused.count {
      isRefused[closed.position] = true
    }
  }

  /// Whether the profile may use a link, in the directions the link allows. Complexity: O(1).
  func allows(_ link: Int) -> Bool {
    let storage = graph.storage
    let feature = storage.linkFeature[link]
    if feature != .max, isRefused[Int(feature)] { return false }
    let flags = LinkFlags(rawValue: storage.linkFlags[link])
    if !profile.optsIn(to: flags) { return false }
    let kind = storage.linkKind[link]
    if kind == LinkKind.lift.code { return true }
    let rank = storage.linkDifficulty[link]
    if rank > Difficulty.expert.rank {
      return Difficulty(rank: rank).map(profile.allowedOffScale.contains) ?? false
    }
    if kind == LinkKind.run.code, rank == 0 || flags.contains(.difficultyEstimated) {
      switch profile.ungraded {
      case .allow: return true
      case .refuse: return false
      default: break
      }
    }
    if rank == 0 { return kind != LinkKind.run.code || !refusesUnknownGrades }
    return limit.gradesOver(link, in: graph) == 0
  }
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
