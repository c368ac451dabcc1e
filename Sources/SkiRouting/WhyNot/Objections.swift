import SkiGraph
import SkiModel

/// What of a profile stands against a link; nothing where the profile may use it.
///
/// The counterpart of ``Admission``, which refuses a link exactly when there is an objection here, its feature does not operate or
/// skiers are barred from it, or its terrain is refused: nothing a skier concedes opens those.
struct Objections: Hashable {
  /// Its lift or run is closed.
  var isClosed = false
  /// It is a lift of a kind that is avoided.
  var isAvoidedLift = false
  /// It is a run without a grade that would count.
  var isUngraded = false
  /// It is freeride, extreme, a ski tour, a hike or an itinerary.
  var isOffScale = false
  /// How many grades it is harder than the ceiling; off the scale that is not told.
  var gradesOver: UInt8 = 0

  /// Whether the way itself, not only whether it runs, is more than the skier accepts.
  var isUnaccepted: Bool { isUngraded || isOffScale || gradesOver > 0 }
  var isEmpty: Bool { self == Objections() }
}

/// Tells the objections of one profile; made once and asked for each link.
struct ObjectionBook {
  let graph: RoutingGraph
  let profile: SkierProfile
  private let limit: GradeLimit

  init(graph: RoutingGraph, profile: SkierProfile) {
    self.graph = graph
    self.profile = profile
    limit = GradeLimit(graph: graph, profile: profile)
  }

  /// Returns what stands against a link of a feature that operates. Complexity: O(1).
  func objections(_ link: Int) -> Objections {
    var found = Objections()
    let storage = graph.storage
    let kind = storage.linkKind[link]
    if storage.linkFeature[link] != .max {
      let feature = FeatureIndex(storage.linkFeature[link])
      found.isClosed = profile.closedFeatures.contains(feature)
      if kind == LinkKind.lift.code, !profile.avoidedLiftKinds.isEmpty {
        found.isAvoidedLift = profile.avoidedLiftKinds.contains(graph.feature(feature).liftKind)
      }
    }
    let flags = LinkFlags(rawValue: storage.linkFlags[link])
    found.isOffScale = !profile.optsIn(to: flags)
    if kind == LinkKind.lift.code { return found }
    let rank = storage.linkDifficulty[link]
    if rank > Difficulty.expert.rank {
      if !(Difficulty(rank: rank).map(profile.allowedOffScale.contains) ?? false) { found.isOffScale = true }
      return found
    }
    judgeGrade(link, isRun: kind == LinkKind.run.code, rank, flags, &found)
    return found
  }

  private func judgeGrade(
    _ link: Int, isRun: Bool, _ rank: UInt8, _ flags: LinkFlags, _ found: inout Objections
  ) {
    if isRun, rank == 0 || flags.contains(.difficultyEstimated) {
      if profile.ungraded == .allow { return }
      if profile.ungraded == .refuse {
        found.isUngraded = true
        return
      }
    }
    if rank == 0 {
      found.isUngraded = isRun && profile.refusesUnknownGrades
    } else {
      found.gradesOver = limit.gradesOver(link, in: graph)
    }
  }
}

extension SkierProfile {
  /// The profile without any limit.
  func withoutLimits() -> SkierProfile {
    var profile = self
    profile.ceiling = .grade(.expert)
    profile.ungraded = .allow
    profile.avoidedLiftKinds = []
    profile.closedFeatures = []
    profile.allowedOffScale = [.freeride, .extreme]
    profile.allowsOptIn = true
    profile.allowsItineraries = true
    return profile
  }
}
