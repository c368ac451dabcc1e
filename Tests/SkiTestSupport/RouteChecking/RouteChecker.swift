package import SkiBase
package import SkiGraph
package import SkiRouting

/// Asks a router random questions about a map and compares each answer with a plain reference search.
///
/// Questions are drawn region by region, in proportion to nodes. Constrained, closed and timed questions take turns at random; the
/// closures of the router change from group to group.
package struct RouteChecker {
  /// The numbers of questions, and the first fault.
  package struct Tally: Sendable {
    package var questions = 0
    package var found = 0
    package var timed = 0
    package var closed = 0
    package var matrixTimes = 0
    package var reasons = 0
    package var regions = 0
    /// The fault, with the question and how to ask it again; nil without one.
    package var fault: String?
  }

  private let map: SkiMap
  private let seed: UInt64
  /// The routers of the days of the questions, each with closures of its own.
  private let routers: [(hours: OperatingHours, router: MapRouter)]
  /// The number of questions of a group.
  package var groupSize = 20
  /// Answers a question; replaced by tests of the checker.
  package var answer: (MapRouter, RouteRequest, DayTime?) throws -> Answer<Route> = Self.routed

  private static func routed(
    _ router: MapRouter, _ request: RouteRequest, _ departure: DayTime?
  ) throws -> Answer<Route> {
    if let departure { try router.route(request, departing: departure) } else { try router.route(request) }
  }

  package private(set) var tally = Tally()

  package init(map: SkiMap, seed: UInt64) {
    (self.map, self.seed) = (map, seed)
    let router = MapRouter(map: map)
    routers = RouteQuestionGroup.days.map { ($0, router.on(Schedule(hours: $0))) }
  }

  /// Asks some questions, or until the first fault.
  /// - Parameters:
  ///   - count: The least number of questions.
  ///   - progress: Receives the numbers from time to time.
  /// - Throws: ``SkiError`` when a question cannot be asked.
  package mutating func run(questions count: Int, progress: (Tally) -> Void = { _ in }) throws {
    let sizes = try map.regions.map { Double(try map.graph($0).nodeCount) }
    let whole = max(1, sizes.reduce(0, +))
    let groups = (count + groupSize - 1) / groupSize
    var (passed, asked) = (0.0, 0)
    for (region, size) in zip(map.regions, sizes) where tally.fault == nil {
      passed += size
      let due = Int((passed / whole * Double(groups)).rounded())
      if due > asked { try run(region, groups: 0..<(due - asked), progress) }
      asked = due
    }
  }

  /// Asks some groups of questions about a region, or until the first fault.
  package mutating func run(
    _ region: RegionIndex, groups: Range<Int>, _ progress: (Tally) -> Void = { _ in }
  ) throws {
    let graph = try map.graph(region)
    guard graph.linkCount > 0 else { return }
    let network = PlainNetwork(graph)
    tally.regions += 1
    for number in groups where tally.fault == nil {
      try ask(RouteQuestionGroup(seed: seed, map: map, graph: graph, number: number), network)
      progress(tally)
    }
  }

  private mutating func ask(_ group: RouteQuestionGroup, _ network: PlainNetwork) throws {
    guard let router = routers.first(where: { $0.hours == group.hours })?.router else { return }
    try router.setClosed(group.closed.sorted().map { network.graph.place(of: $0) })
    let truth = try RouteTruth(group, destinations: groupSize, network)
    let group = truth.group
    let faults = RouteFaults(truth: truth)
    // Reasons take up to a dozen searches each: one of a group without hours is compared.
    var comparesReason = group.kind != .timed
    for (number, destination) in group.destinations.enumerated() {
      tally.questions += 1
      if group.kind == .timed { tally.timed += 1 }
      if !group.closingProfile.closedFeatures.isEmpty { tally.closed += 1 }
      let request = group.request(to: destination)
      let found = try answer(router, request, group.kind == .timed ? group.departure : nil)
      let route = found.value
      if route != nil { tally.found += 1 }
      var fault = faults.fault(of: route, to: destination)
      if fault == nil, comparesReason, let reason = found.reason {
        comparesReason = false
        tally.reasons += 1
        fault = truth.reasons(to: destination).fault(of: reason)
      }
      if fault != nil, let strict = try truthWithoutSnow(group, network) {
        fault = RouteFaults(truth: strict).fault(of: route, to: destination)
        if fault == nil, let reason = found.reason, reason.reason != .tooLate {
          fault = strict.reasons(to: destination).fault(of: reason)
        }
      }
      if let fault {
        let steps = route?.steps.map { step in
          "\(step.kind.rawValue) \(step.milliseconds) ms by edges \(step.edges.map(\.rawValue))"
        }
        tally.fault = report("\(fault)\n  \(steps ?? [])", group, number)
        return
      }
    }
    if group.kind == .fastest { try askMatrix(group, router, truth) }
  }

  /// Returns the reference without short passages along snow-covered paths, which routes do without where there would be
  /// too many; nil where there are none, or all are allowed.
  private func truthWithoutSnow(_ group: RouteQuestionGroup, _ network: PlainNetwork) throws -> RouteTruth? {
    guard !group.profile.allowsSnowCovered,
      network.links.contains(where: { $0.flags.contains(.shortSnowPassage) })
    else { return nil }
    var strict = group
    strict.profile.refusesSnowCovered = true
    return try RouteTruth(strict, destinations: 0, network)
  }

  /// Compares a row of a matrix with the reference.
  private mutating func askMatrix(
    _ group: RouteQuestionGroup, _ router: MapRouter, _ truth: RouteTruth
  ) throws {
    let matrix = try router.matrix(from: [group.from], to: group.destinations, profile: group.profile)
    for (number, destination) in group.destinations.enumerated() {
      tally.matrixTimes += 1
      let time = matrix.milliseconds(from: 0, to: number).map(Int.init)
      let least = truth.least(to: destination)
      if time != least {
        tally.fault = report(
          "a time of \(time.map(String.init) ?? "none") in the matrix, the reference needs "
            + (least.map(String.init) ?? "none"), group, number)
        return
      }
    }
  }

  private func report(_ fault: String, _ group: RouteQuestionGroup, _ number: Int) -> String {
    """
    \(fault)
      \(group.description(to: group.destinations[number]))
      destination \(number) of --seed \(seed) --group-size \(groupSize) --region \(group.region.rawValue) \
    --group \(group.number)
    """
  }
}
