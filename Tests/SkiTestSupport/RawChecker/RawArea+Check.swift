package import Foundation

extension RawArea {
  /// Returns every rule a route breaks, given as the text of `skiroute --format geojson`.
  ///
  /// - Throws: `RawCheckError` when the text is not a route.
  package func violations(ofRoute geojson: Data, ceiling: String? = nil) throws -> [Violation] {
    check(try RawRoute(geojson: geojson), for: RawRequest(ceiling: ceiling)).violations
  }

  /// Returns every rule a route breaks, and its measurements.
  ///
  /// - Complexity: O(*v*) expected in the vertices of the route.
  package func check(_ route: RawRoute, for request: RawRequest) -> RawCheckResult {
    var result = RawCheckResult()
    checkStructure(route, &result)
    for index in route.steps.indices {
      let step = route.steps[index]
      guard step.vertices.count >= 2 else { continue }
      switch step.kind {
      case "run": checkFeature(step, index, request, runsByID, &result, rule: checkRun)
      case "lift": checkFeature(step, index, request, liftsByID, &result, rule: checkLift)
      case "connector": checkConnector(route, index, request, &result)
      case "walk": checkWalk(route, index, &result)
      default: break
      }
      checkMeasures(step, index, &result)
    }
    checkChains(route, &result)
    checkSnow(route, request, &result)
    return result
  }

  private typealias FeatureRule = (RawStep, Int, RawRequest, Int, inout RawCheckResult) -> Void

  /// Checks a step against the feature it names; where the file has the id twice, against the better match.
  private func checkFeature(
    _ step: RawStep, _ index: Int, _ request: RawRequest, _ byID: [String: [Int]],
    _ result: inout RawCheckResult, rule: FeatureRule
  ) {
    guard let id = step.id, let candidates = byID[id] else {
      result.add(.unknownFeature, index, "\(step.kind) \(step.id ?? "without id") is not in the raw files")
      return
    }
    let trials = candidates.map { candidate in
      var trial = RawCheckResult()
      rule(step, index, request, candidate, &trial)
      checkClosed(step, index, request, candidate, &trial)
      return trial.violations
    }
    result.violations += trials.min { $0.count < $1.count } ?? []
  }

  private func checkClosed(
    _ step: RawStep, _ index: Int, _ request: RawRequest, _ feature: Int, _ result: inout RawCheckResult
  ) {
    let tags = features[feature].tags
    if request.closed.contains(tags.id) || tags.name.map(request.closed.contains) == true {
      result.add(.closed, index, "\(step.kind) \(tags.id) \(tags.name ?? "") is closed")
    }
  }

  private func checkStructure(_ route: RawRoute, _ result: inout RawCheckResult) {
    let total = route.steps.reduce(0) { $0 + milliseconds($1.seconds) }
    if let seconds = route.seconds, milliseconds(seconds) != total {
      result.add(.structure, nil, "steps add up to \(total) ms, route.seconds is \(seconds)")
    }
    if route.seconds == nil, !route.steps.isEmpty { result.add(.structure, nil, "route.seconds is missing") }
    for (index, step) in route.steps.enumerated() { checkStructure(step, index, &result) }
    for index in route.steps.indices.dropFirst() {
      guard let end = route.steps[index - 1].vertices.last, let start = route.steps[index].vertices.first
      else { continue }
      if end.longitude != start.longitude || end.latitude != start.latitude {
        result.add(
          .structure, index, "starts \(rawDistanceMetres(end, start)) m from the end of the step before")
      }
      if route.steps[index].staysOn, !isSection(route.steps[index], after: route.steps[index - 1]) {
        result.add(.structure, index, "stays on from another lift")
      }
    }
  }

  private func checkStructure(_ step: RawStep, _ index: Int, _ result: inout RawCheckResult) {
    if !["run", "lift", "walk", "connector"].contains(step.kind) {
      result.add(.structure, index, "unknown kind \(step.kind)")
    }
    if step.vertices.count < 2 { result.add(.structure, index, "has \(step.vertices.count) positions") }
    let numbers = [
      step.seconds, step.waitSeconds, step.lengthMetres, step.ascentMetres ?? 0, step.descentMetres ?? 0,
    ]
    if !numbers.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1e9 }) {
      result.add(.structure, index, "a number is negative or not finite: \(numbers)")
    }
    if !step.vertices.allSatisfy(\.isOnEarth) {
      result.add(.structure, index, "a position is off the Earth")
    }
    if step.waitSeconds > 0, step.kind != "lift" {
      result.add(.structure, index, "a \(step.kind) with a wait")
    }
    if step.waitSeconds > step.seconds { result.add(.structure, index, "waits longer than it lasts") }
  }

  private func milliseconds(_ seconds: Double) -> Int {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return Int.min / 4096 }
    return Int((seconds * 1000).rounded())
  }
}
