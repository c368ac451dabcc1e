import SkiBase
import SkiGraph
import SkiRouting

/// The reasons why there is no route, by plain searches with limits lifted: a minimal set, found as routers document it.
///
/// All limits are lifted, then each that is not needed is restored, in a fixed order; of the ceiling the lowest sufficient grade.
/// Where nothing leads there even so, what is barred to skiers counts as open.
struct ReasonTruth {
  private static let limits: [(reason: NoAnswer.Reason, lift: @Sendable (inout SkierProfile) -> Void)] = [
    (
      .onlyOffScale,
      { ($0.allowedOffScale, $0.allowsOptIn, $0.allowsItineraries) = ([.freeride, .extreme], true, true) }
    ),
    (.onlySnowCovered, { $0.allowsSnowCovered = true }),
    (.onlyUngraded, { $0.ungraded = .allow }), (.onlyAvoidedLifts, { $0.avoidedLiftKinds = [] }),
    (.onlyAvoidedTerrain, { ($0.avoidedTerrain, $0.needsLight) = ([], false) }),
    (.closed, { $0.closedFeatures = [] }),
    (
      .overCeiling,
      { if $0.effectiveCeiling != .grade(.expert) { $0.ceiling = .grade(.expert) } }
    ),
  ]

  let network: PlainNetwork
  let profile: SkierProfile
  let starts: [NetworkSnap]
  let ends: [NetworkSnap]
  /// Indicates whether snow-covered paths, were they allowed, would be near the first end that is not on the network;
  /// nil for a place without a node.
  let isNearSnowCovered: Bool?

  /// Returns the fault of a reason; nil when it is the reference's.
  func fault(of answer: NoAnswer) -> String? {
    guard !starts.isEmpty, !ends.isEmpty else {
      let expected: NoAnswer.Reason =
        switch isNearSnowCovered {
        case true?: .onlySnowCovered
        case false?: .notNearAnything
        case nil: .placeNotInNetwork
        }
      return answer.reason == expected
        ? nil : "the reason \(answer.reason) for an end that is not on the network, not \(expected)"
    }
    let needed = reasons()
    if answer.reasons != needed { return "the reasons \(answer.reasons), the reference has \(needed)" }
    let least = needed.contains(.overCeiling) ? leastCeiling(needed) : nil
    if answer.leastCeiling != least {
      return
        "the ceiling \(String(describing: answer.leastCeiling)), the reference needs \(String(describing: least))"
    }
    return nil
  }

  private func reasons() -> [NoAnswer.Reason] {
    var lifted = Self.limits.map(\.reason)
    guard leads(lifting(lifted)) else {
      var open = lifting(lifted)
      open.ignoresRestrictions = true
      return leads(open) ? [.barred] : [.cutOff]
    }
    for reason in Self.limits.map(\.reason) where leads(lifting(lifted.filter { $0 != reason })) {
      lifted.removeAll { $0 == reason }
    }
    return lifted.isEmpty ? [.cutOff] : lifted.reversed()
  }

  private func leastCeiling(_ reasons: [NoAnswer.Reason]) -> Difficulty? {
    var profile = lifting(reasons)
    return Difficulty.allCases.filter(\.isOnScale).first { grade in
      profile.ceiling = .grade(grade)
      return leads(profile)
    }
  }

  private func lifting(_ reasons: [NoAnswer.Reason]) -> SkierProfile {
    var profile = profile
    for limit in Self.limits where reasons.contains(limit.reason) { limit.lift(&profile) }
    return profile
  }

  /// Returns whether a route exists for a profile.
  private func leads(_ profile: SkierProfile) -> Bool {
    let reference = ReferenceRouting(graph: network.graph, profile: profile)
    let admitted = network.admitted(reference)
    let places = PlainEnds(reference: reference, network: network)
    let search = PlainSearch(
      network, network.arcs(reference, .fastest), from: places.arcs(starts, leaves: true), at: 0, nil
    ) { $0.link.map { admitted[$0] } ?? true }
    return search.least(places.arcs(ends, leaves: false), straight: places.straight(starts, ends)) != nil
  }
}
