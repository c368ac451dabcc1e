extension RawArea {
  /// Checks that a connector is short, nearly level, without a feature, and joins mapped features; on foot it may be 200 m
  /// long and rise by 35 %.
  func checkConnector(
    _ route: RawRoute, _ index: Int, _ request: RawRequest, _ result: inout RawCheckResult
  ) {
    let step = route.steps[index]
    let metres = step.horizontalMetres
    result.longestConnectorMetres = max(result.longestConnectorMetres, metres)
    let (limit, climb) = step.isOnFoot ? (200.0, 70.0) : (150.0, 30.0)
    if metres > limit + 0.75 {
      result.add(.connectorTooLong, index, "is \(metres) m long, over \(limit) m")
    }
    if step.isUnmapped, step.seconds < 300 {
      result.add(.speed, index, "takes \(step.seconds) s, without 5 min for finding the way")
    }
    if let id = step.id { result.add(.connectorWithID, index, "claims to be \(id)") }
    if (step.ascentMetres ?? 0) > climb + 0.5 {
      result.add(.connectorClimb, index, "climbs \(step.ascentMetres ?? 0) m, over \(climb) m")
    }
    if let first = step.vertices.first, let last = step.vertices.last, let start = elevation(at: first),
      let end = elevation(at: last), end.metres - start.metres - max(start.doubt, end.doubt) > climb
    {
      result.add(
        .connectorClimb, index, "climbs \(end.metres - start.metres) m by the raw heights, over \(climb) m")
    }
    if let word = request.ceiling, let ceiling = rawCeilingRank(word, convention: convention),
      let rank = rawRank(step.difficulty), rank > ceiling
    {
      result.add(.ceiling, index, "a connector as hard as \(step.difficulty ?? "") under \(word)")
    }
    checkEnds(route, index, &result)
  }

  private func checkEnds(_ route: RawRoute, _ index: Int, _ result: inout RawCheckResult) {
    let step = route.steps[index]
    let joinsBefore = index > 0 && route.steps[index - 1].isLink
    let joinsAfter = index + 1 < route.steps.count && route.steps[index + 1].isLink
    for (vertex, joins) in [(step.vertices.first, joinsBefore), (step.vertices.last, joinsAfter)] {
      guard let vertex, !joins, !isMapped(plane.point(vertex)) else { continue }
      result.add(.connectorNowhere, index, "ends in nothing at \(text(vertex))")
    }
  }

  /// Returns whether a point lies within 2 m of a raw run, of a lift's end or station, or inside an area.
  private func isMapped(_ point: SIMD2<Double>) -> Bool {
    for entry in grid.near(point) {
      let feature = Int(entry.feature)
      let line = features[feature].lines[Int(entry.line)]
      let index = Int(entry.segment)
      guard nearest(point, on: line.points[index], line.points[index + 1]).distance <= 2 else { continue }
      let id = features[feature].tags.id
      if runsByID[id] != nil || streetsByID[id] != nil || isBoardingPlace(point, of: feature) { return true }
    }
    return stations.contains { length($0.point - point) <= 2 }
      || features.contains { $0.isArea && $0.contains(point) }
  }

  /// Checks that a walk along a street stays on it, and that any other is short and the first or last step.
  func checkWalk(_ route: RawRoute, _ index: Int, _ result: inout RawCheckResult) {
    let step = route.steps[index]
    if let id = step.id { return checkStreet(step, id, index, &result) }
    let metres = step.horizontalMetres
    if metres > 150.75 { result.add(.walkTooLong, index, "is \(metres) m long, over 150 m") }
    if index != 0, index != route.steps.count - 1 {
      result.add(.walkInside, index, "a walk inside the route")
    }
  }

  /// Checks the total length of consecutive connectors and walks between two runs, lifts or streets; those on foot, which
  /// no chain of the build contains, do not count.
  func checkChains(_ route: RawRoute, _ result: inout RawCheckResult) {
    var chain = 0.0
    var hasStarted = false
    for (index, step) in route.steps.enumerated() {
      if step.isLink {
        chain += step.isOnFoot ? 0 : step.horizontalMetres
        continue
      }
      if hasStarted, chain > 0 {
        result.longestChainMetres = max(result.longestChainMetres, chain)
        if chain > 450 { result.add(.chainTooLong, index, "comes after \(chain) m of connectors in a row") }
      }
      hasStarted = true
      chain = 0
    }
  }
}
