extension RawArea {
  /// Checks that a lift step is a ride between two stations of an operating lift, in a direction it runs.
  func checkLift(
    _ step: RawStep, _ index: Int, _ request: RawRequest, _ feature: Int, _ result: inout RawCheckResult
  ) {
    let tags = features[feature].tags
    if !tags.isOperating { result.add(.liftNotOperating, index, "lift \(tags.id) does not run") }
    guard let kind = tags.liftKind else {
      result.add(.liftNotForSkiers, index, "\(tags.id) carries no skiers")
      return
    }
    if request.avoidedLiftKinds.contains(kind) {
      result.add(.avoided, index, "\(tags.id) is a \(kind), which was to be avoided")
    }
    if kind != "unknown", let stated = step.liftType, stated != kind {
      result.add(.structure, index, "\(tags.id) is a \(kind), shown as \(stated)")
    }
    let step = step.staysOn ? fromOwnStation(step, index, feature, &result) : step
    _ = checkLine(step, index, feature, &result, isLift: true)
    for (vertex, does) in [(step.vertices.first, "boards"), (step.vertices.last, "leaves")] {
      guard let vertex, !isBoardingPlace(plane.point(vertex), of: feature) else { continue }
      result.add(.liftMidSpan, index, "\(does) \(tags.id) \(tags.name ?? "") at no station: \(text(vertex))")
    }
  }

  /// Skips the transfer from the end of a section to the start of the next, at most 60 m away and without a wait;
  /// returns the rest.
  private func fromOwnStation(
    _ step: RawStep, _ index: Int, _ feature: Int, _ result: inout RawCheckResult
  ) -> RawStep {
    var step = step
    if step.waitSeconds > 0 { result.add(.structure, index, "waits in the cabin it stays in") }
    guard step.vertices.count > 2, !isBoardingPlace(plane.point(step.vertices[0]), of: feature),
      rawDistanceMetres(step.vertices[0], step.vertices[1]) <= 62
    else { return step }
    step.vertices.removeFirst()
    return step
  }

  /// Returns whether a step is a further section of the lift before it: one kind, and one name or number.
  func isSection(_ step: RawStep, after before: RawStep) -> Bool {
    guard before.kind == "lift", step.kind == "lift", let one = before.id, let other = step.id else {
      return false
    }
    return liftsByID[one, default: []].contains { a in
      liftsByID[other, default: []].contains { b in
        let (first, second) = (features[a].tags, features[b].tags)
        return first.liftKind == second.liftKind
          && (one == other || first.name != nil && first.name == second.name
            || first.ref != nil && first.ref == second.ref)
      }
    }
  }

  /// Returns whether a point is an end of one of the lift's lines, or a station that the raw data states or implies.
  func isBoardingPlace(_ point: SIMD2<Double>, of feature: Int) -> Bool {
    let lines = features[feature].lines
    for line in lines {
      for end in [line.points.first, line.points.last] {
        if let end, length(end - point) <= Self.onLineMetres { return true }
      }
    }
    if isClearStation(point, of: feature) { return true }
    return stations.contains { station in
      guard length(station.point - point) <= 62,
        station.lift ?? features[feature].tags.id == features[feature].tags.id
      else { return false }
      return lines.contains { isFoot(point, of: station.point, on: $0) }
    }
  }

  /// Returns whether a point is the station itself, its foot on the line, or the line's vertex nearest to it.
  private func isFoot(_ point: SIMD2<Double>, of station: SIMD2<Double>, on line: RawLine) -> Bool {
    var foot = (distance: Double.infinity, point: station)
    for index in 1..<max(1, line.points.count) {
      let (a, b) = (line.points[index - 1], line.points[index])
      let (distance, fraction) = nearest(station, on: a, b)
      if distance < foot.distance { foot = (distance, a + (b - a) * fraction) }
    }
    guard foot.distance <= 60,
      let vertex = line.points.min(by: { length($0 - station) < length($1 - station) })
    else { return false }
    return [station, foot.point, vertex].contains { length($0 - point) <= Self.onLineMetres }
  }
}
