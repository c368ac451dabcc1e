import SkiGraph
import SkiModel

/// Decides which links a profile may use at all; made once for a profile and asked once for each link.
///
/// Rules, first match decides: a closed feature or one that does not operate, an avoided lift kind, an opt-in way
/// (ski tour, hike) and a grade off the scale without opting in are refused. An off-scale grade one opted in to is
/// allowed whatever the ceiling. Then the ceiling: graded links by their grade in the convention of their feature;
/// ungraded runs by the policy; connectors with a grade always obey it, in the convention of a feature they touch.
struct Admission {
  private let graph: RoutingGraph
  private let profile: SkierProfile
  /// The hardest rank accepted by convention code; nil without a ceiling.
  private let ceilingRanks: [UInt8]?
  /// Features that are out whatever their links say.
  private var isRefused: [Bool]

  init(graph: RoutingGraph, profile: SkierProfile) {
    self.graph = graph
    self.profile = profile
    ceilingRanks = profile.ceiling.map { ceiling in
      (0...2).map { ceiling.grade(in: DifficultyConvention(code: $0) ?? .europe).rank }
    }
    let usable = [Lifecycle.operating.code, Lifecycle.unknown.code]
    let lift = FeatureKind.lift.code
    isRefused = (0..<graph.featureCount).map { feature in
      if !usable.contains(graph.statusCode(of: feature)) { return true }
      return !profile.avoidedLiftKinds.isEmpty && graph.kindCode(of: feature) == lift
        && profile.avoidedLiftKinds.contains(graph.feature(FeatureIndex(feature)).liftKind)
    }
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
    if flags.contains(.optIn), !profile.allowsOptIn { return false }
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
    guard let ceilingRanks else { return true }
    if rank == 0 { return kind != LinkKind.run.code }
    let convention = feature != .max ? graph.conventionCode(of: Int(feature)) : nearbyConvention(link)
    return rank <= ceilingRanks[min(Int(convention), 2)]
  }

  /// Returns the convention of a run or lift at either end of a connector; Europe when none touches it.
  private func nearbyConvention(_ link: Int) -> UInt8 {
    let storage = graph.storage
    for node in [storage.linkTail[link], storage.linkHead[link]] {
      for edge in graph.edges(from: NodeIndex(node)) {
        let feature = storage.linkFeature[Int(storage.edgeLink[edge] / 2)]
        if feature != .max { return graph.conventionCode(of: Int(feature)) }
      }
    }
    return 0
  }
}
