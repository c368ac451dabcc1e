import SkiBase
import SkiGraph
import SkiRouting

/// The rules that every route obeys, checked on its steps and edges.
struct RouteFaults {
  let truth: RouteTruth

  /// Returns the fault of an answer; nil when it is the reference's, and valid.
  func fault(of route: Route?, to destination: RouteEndpoint) -> String? {
    let least = truth.least(to: destination)
    guard let route else { return least.map { "no route, the reference needs \($0) ms" } }
    guard let least else { return "a route of \(route.totalMilliseconds()) ms, the reference has none" }
    if truth.group.kind != .skiing, route.totalMilliseconds() != least {
      return "a route of \(route.totalMilliseconds()) ms, the reference needs \(least) ms"
    }
    let edges = route.steps.flatMap(\.edges)
    let own = truth.least(to: destination, over: edges)
    if own != least { return "its edges take \(own.map(String.init) ?? "no route"), the reference \(least)" }
    return shape(route) ?? snow(route) ?? admission(route) ?? chain(edges)
      ?? (truth.hours.flatMap { clock(route, $0) })
  }

  private func shape(_ route: Route) -> String? {
    for (number, step) in route.steps.enumerated() {
      if step.points.count < 2 { return "step \(number) has no line" }
      if step.waitMilliseconds < 0 || step.milliseconds < step.waitMilliseconds {
        return "step \(number) waits longer than it lasts"
      }
      if number > 0, let last = route.steps[number - 1].points.last, let first = step.points.first,
        last.position != first.position
      {
        return "step \(number) starts at \(first), the one before ends at \(last)"
      }
    }
    return nil
  }

  /// Checks that the edges between the first and the last lead at most 300 m along snow-covered paths in all.
  private func snow(_ route: Route) -> String? {
    if truth.group.profile.allowsSnowCovered { return nil }
    let metres = route.steps.flatMap(\.edges).dropFirst().dropLast().reduce(0.0) { metres, edge in
      let link = truth.network.links[truth.network.graph.link(of: edge).position]
      let isCovered = !link.flags.isDisjoint(with: [.snowCovered, .shortSnowPassage])
      return metres + (isCovered ? Double(link.distancesCentimetres.last ?? 0) / 100 : 0)
    }
    return metres > 300 ? "it leads \(metres) m along snow-covered paths" : nil
  }

  private func admission(_ route: Route) -> String? {
    for (number, step) in route.steps.enumerated() {
      for edge in step.edges {
        let index = truth.network.graph.link(of: edge)
        let link = truth.network.links[index.position]
        if link.kind != step.kind || link.feature != step.feature {
          return "step \(number) is of another feature"
        }
        if !truth.admitted[index.position] { return "step \(number) uses what is closed or not allowed" }
      }
    }
    return nil
  }

  private func chain(_ edges: [EdgeIndex]) -> String? {
    let graph = truth.network.graph
    for (edge, next) in zip(edges, edges.dropFirst()) where graph.head(edge) != graph.tail(next) {
      return "edge \(next.rawValue) does not start where edge \(edge.rawValue) ends"
    }
    return nil
  }

  /// Checks that lifts are boarded and runs left while they are open.
  private func clock(_ route: Route, _ hours: PlainHours) -> String? {
    var time = truth.group.departure.milliseconds
    for (number, step) in route.steps.enumerated() {
      let boarded = time + step.waitMilliseconds
      time += step.milliseconds
      if step.kind == .lift, !step.isStayingOn, boarded > hours.lastBoarding || boarded < hours.opens {
        return "step \(number) boards a closed lift at \(boarded) ms"
      }
      if step.kind == .run, time > hours.runsClose { return "step \(number) leaves a run after it closes" }
    }
    return nil
  }
}
