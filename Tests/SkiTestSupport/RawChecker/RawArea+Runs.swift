extension RawArea {
  /// Checks that a run step lies on the raw run it names, without jumps and never up it where it is one-way.
  func checkRun(
    _ step: RawStep, _ index: Int, _ request: RawRequest, _ feature: Int, _ result: inout RawCheckResult
  ) {
    let tags = features[feature].tags
    if !tags.isOperating { result.add(.runNotOperating, index, "run \(tags.id) is not in use") }
    if !tags.uses.isEmpty, tags.uses.isSubset(of: ["skitour", "hike"]), !request.allowsToursAndHikes {
      result.add(.optIn, index, "run \(tags.id) is a ski tour or a hike")
    }
    if tags.isItinerary, !request.allowsItineraries {
      result.add(.optIn, index, "run \(tags.id) is an ungroomed itinerary")
    }
    checkGrade(step, index, request, feature, &result)
    checkClimb(step, index, &result)
    if !features[feature].isArea, checkLine(step, index, feature, &result, isLift: false) { return }
    checkAreaCrossing(step, index, request, feature, &result)
  }

  /// Checks a step as a movement along raw lines; returns false when it must be checked as an area instead.
  func checkLine(
    _ step: RawStep, _ index: Int, _ feature: Int, _ result: inout RawCheckResult, isLift: Bool
  ) -> Bool {
    let id = features[feature].tags.id
    let points = step.vertices.map(plane.point)
    let places = points.map { self.places(of: feature, near: $0, within: Self.onLineMetres) }
    let offLine = places.firstIndex { $0.isEmpty }
    let moves = (1..<points.count).map {
      movement(on: feature, from: points[$0 - 1], places[$0 - 1], to: points[$0], places[$0])
    }
    if offLine != nil || !moves.allSatisfy(\.isOnLine) {
      if !isLift, features[feature].lines.contains(where: \.isClosed) { return false }
      let culprit = offLine ?? moves.firstIndex { !$0.isOnLine } ?? 0
      result.add(
        isLift ? .liftOffLine : .runOffLine, index,
        "leaves the line of \(id) at \(text(step.vertices[culprit]))")
      return true
    }
    if !moves.allSatisfy(\.forward), !moves.allSatisfy(\.backward), features[feature].lines.count == 1 {
      result.add(isLift ? .liftOffLine : .runOffLine, index, "turns round on the line of \(id)")
    }
    if let wrong = moves.firstIndex(where: { !$0.isAllowed }), length(points[wrong + 1] - points[wrong]) > 0 {
      result.add(
        isLift ? .liftDirection : .runUphill, index,
        "goes the wrong way on \(id) \(features[feature].tags.name ?? "") at \(text(step.vertices[wrong]))")
    }
    return true
  }

  /// Checks that a step across an area stays within it and doesn't climb.
  private func checkAreaCrossing(
    _ step: RawStep, _ index: Int, _ request: RawRequest, _ feature: Int, _ result: inout RawCheckResult
  ) {
    let tags = features[feature].tags
    let points = step.vertices.map(plane.point)
    let off = (1..<points.count).compactMap {
      leaving(area: feature, from: points[$0 - 1], to: points[$0], within: request.areaEdgeMetres)
    }
    if let worst = off.max(by: { $0.metres < $1.metres }) {
      let place = text(plane.vertex(worst.point))
      result.add(.runOffLine, index, "is \(worst.metres) m outside the area \(tags.id) at \(place)")
    }
    guard !tags.isTwoWayRun, let first = step.vertices.first, let last = step.vertices.last,
      let start = elevation(at: first), let end = elevation(at: last)
    else { return }
    let climb = end.metres - start.metres - max(start.doubt, end.doubt)
    if climb > 4, climb > 0.02 * step.horizontalMetres {
      result.add(
        .runUphill, index,
        "climbs \(end.metres - start.metres) m across the area \(tags.id) from \(text(first)) to \(text(last))"
      )
    }
  }

  /// Checks that a step that rises by more than 15 m at more than 10 % is a climb, and one that falls so is not.
  private func checkClimb(_ step: RawStep, _ index: Int, _ result: inout RawCheckResult) {
    guard let movement = step.movement, let first = step.vertices.first, let last = step.vertices.last,
      let start = elevation(at: first), let end = elevation(at: last)
    else { return }
    let (rise, doubt) = (end.metres - start.metres, max(start.doubt, end.doubt))
    let isSteep = abs(rise) - doubt > max(15, 0.1 * step.horizontalMetres)
    if isSteep, (movement == "climbed") != (rise > 0) {
      result.add(.climb, index, "rises by \(rise) m over \(step.horizontalMetres) m, stated as \(movement)")
    }
  }

  /// Checks that the grade shown is not easier than the raw one and not above the ceiling.
  private func checkGrade(
    _ step: RawStep, _ index: Int, _ request: RawRequest, _ feature: Int, _ result: inout RawCheckResult
  ) {
    let tags = features[feature].tags
    let raw = rawRank(tags.difficulty)
    let stated = rawRank(step.difficulty)
    if step.difficulty != nil, stated == nil {
      result.add(.structure, index, "no grade: \(step.difficulty ?? "")")
    }
    if let raw, raw > stated ?? 0 {
      result.add(
        .difficultyTooEasy, index,
        "\(tags.id) is \(tags.difficulty ?? ""), shown as \(step.difficulty ?? "ungraded")")
    }
    if max(raw ?? 0, stated ?? 0) > 5, !request.allowsOffScale {
      result.add(.offTheScale, index, "\(tags.id) is \(tags.difficulty ?? step.difficulty ?? "")")
    }
    if raw == nil, let stated, step.difficultyEstimated != true, !overlaps(step, graded: stated) {
      result.add(
        .difficultyNotEstimated, index, "\(tags.id) has no grade, shown as \(step.difficulty ?? "")")
    }
    checkCeiling(step, index, request, feature, max(raw ?? 0, stated ?? 0), &result)
  }

  private func checkCeiling(
    _ step: RawStep, _ index: Int, _ request: RawRequest, _ feature: Int, _ rank: Int,
    _ result: inout RawCheckResult
  ) {
    let tags = features[feature].tags
    let isUngraded = tags.difficulty == nil
    if isUngraded, request.refusesUngraded { result.add(.refused, index, "\(tags.id) has no grade") }
    guard let word = request.ceiling, !(isUngraded && request.allowsUngraded) else { return }
    guard let ceiling = rawCeilingRank(word, convention: tags.convention ?? convention) else {
      result.add(.ceiling, index, "the ceiling \(word) has no meaning")
      return
    }
    if rank > ceiling, rank <= 5 {
      result.add(.ceiling, index, "\(tags.id) \(tags.name ?? "") is \(rawGrades[rank - 1]) under \(word)")
    }
    if rank == 0 {
      result.add(.ceiling, index, "\(tags.id) has neither grade nor estimate under \(word)")
    }
  }

  /// Returns whether a graded run of that rank lies beside some vertex of the step: its grade may have been taken.
  private func overlaps(_ step: RawStep, graded rank: Int) -> Bool {
    step.vertices.contains { vertex in
      let point = plane.point(vertex)
      return grid.near(point, within: 12).contains { entry in
        let feature = features[Int(entry.feature)]
        guard rawRank(feature.tags.difficulty) == rank else { return false }
        let line = feature.lines[Int(entry.line)].points
        return nearest(point, on: line[Int(entry.segment)], line[Int(entry.segment) + 1]).distance <= 12
          || feature.contains(point)
      }
    }
  }

  func text(_ vertex: RawVertex) -> String { "\(vertex.latitude),\(vertex.longitude)" }
}
