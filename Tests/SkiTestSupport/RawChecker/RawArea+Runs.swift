extension RawArea {
  /// Checks that a run step lies on the raw run it names, without jumps and never up it where it is one-way.
  func checkRun(
    _ step: RawStep, _ index: Int, _ question: RawQuestion, _ feature: Int, _ verdict: inout RawVerdict
  ) {
    let tags = features[feature].tags
    if !tags.isOperating { verdict.add(.runNotOperating, index, "run \(tags.id) is not in use") }
    if !tags.uses.isEmpty, tags.uses.isSubset(of: ["skitour", "hike"]), !question.allowsToursAndHikes {
      verdict.add(.optIn, index, "run \(tags.id) is a ski tour or a hike")
    }
    if tags.isItinerary, !question.allowsItineraries {
      verdict.add(.optIn, index, "run \(tags.id) is an ungroomed itinerary")
    }
    checkGrade(step, index, question, feature, &verdict)
    checkClimb(step, index, &verdict)
    if !features[feature].isArea, checkLine(step, index, feature, &verdict, isLift: false) { return }
    checkAreaCrossing(step, index, question, feature, &verdict)
  }

  /// Checks a step as a movement along raw lines; returns false when it must be checked as an area instead.
  func checkLine(
    _ step: RawStep, _ index: Int, _ feature: Int, _ verdict: inout RawVerdict, isLift: Bool
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
      verdict.add(
        isLift ? .liftOffLine : .runOffLine, index,
        "leaves the line of \(id) at \(text(step.vertices[culprit]))")
      return true
    }
    if !moves.allSatisfy(\.forward), !moves.allSatisfy(\.backward), features[feature].lines.count == 1 {
      verdict.add(isLift ? .liftOffLine : .runOffLine, index, "turns round on the line of \(id)")
    }
    if let wrong = moves.firstIndex(where: { !$0.isAllowed }), length(points[wrong + 1] - points[wrong]) > 0 {
      verdict.add(
        isLift ? .liftDirection : .runUphill, index,
        "goes the wrong way on \(id) \(features[feature].tags.name ?? "") at \(text(step.vertices[wrong]))")
    }
    return true
  }

  /// Checks that a step across an area stays within it and doesn't climb.
  private func checkAreaCrossing(
    _ step: RawStep, _ index: Int, _ question: RawQuestion, _ feature: Int, _ verdict: inout RawVerdict
  ) {
    let tags = features[feature].tags
    let points = step.vertices.map(plane.point)
    let off = (1..<points.count).compactMap {
      leaving(area: feature, from: points[$0 - 1], to: points[$0], within: question.areaEdgeMetres)
    }
    if let worst = off.max(by: { $0.metres < $1.metres }) {
      let place = text(plane.vertex(worst.point))
      verdict.add(.runOffLine, index, "is \(worst.metres) m outside the area \(tags.id) at \(place)")
    }
    guard !tags.isTwoWayRun, let first = step.vertices.first, let last = step.vertices.last,
      let start = elevation(at: first), let end = elevation(at: last)
    else { return }
    let climb = end.metres - start.metres - max(start.doubt, end.doubt)
    if climb > 4, climb > 0.02 * step.horizontalMetres {
      verdict.add(
        .runUphill, index,
        "climbs \(end.metres - start.metres) m across the area \(tags.id) from \(text(first)) to \(text(last))"
      )
    }
  }

  /// Checks that a step that rises by more than 15 m at more than 10 % is a climb, and one that falls so is not.
  private func checkClimb(_ step: RawStep, _ index: Int, _ verdict: inout RawVerdict) {
    guard let movement = step.movement, let first = step.vertices.first, let last = step.vertices.last,
      let start = elevation(at: first), let end = elevation(at: last)
    else { return }
    let (rise, doubt) = (end.metres - start.metres, max(start.doubt, end.doubt))
    let isSteep = abs(rise) - doubt > max(15, 0.1 * step.horizontalMetres)
    if isSteep, (movement == "climbed") != (rise > 0) {
      verdict.add(.climb, index, "rises by \(rise) m over \(step.horizontalMetres) m, told as \(movement)")
    }
  }

  /// Checks that the grade shown is not easier than the raw one and not above the ceiling.
  private func checkGrade(
    _ step: RawStep, _ index: Int, _ question: RawQuestion, _ feature: Int, _ verdict: inout RawVerdict
  ) {
    let tags = features[feature].tags
    let raw = rawRank(tags.difficulty)
    let told = rawRank(step.difficulty)
    if step.difficulty != nil, told == nil {
      verdict.add(.structure, index, "no grade: \(step.difficulty ?? "")")
    }
    if let raw, raw > told ?? 0 {
      verdict.add(
        .difficultyTooEasy, index,
        "\(tags.id) is \(tags.difficulty ?? ""), shown as \(step.difficulty ?? "ungraded")")
    }
    if max(raw ?? 0, told ?? 0) > 5, !question.allowsOffScale {
      verdict.add(.offTheScale, index, "\(tags.id) is \(tags.difficulty ?? step.difficulty ?? "")")
    }
    if raw == nil, let told, step.difficultyEstimated != true, !overlaps(step, graded: told) {
      verdict.add(
        .difficultyNotEstimated, index, "\(tags.id) has no grade, shown as \(step.difficulty ?? "")")
    }
    checkCeiling(step, index, question, feature, max(raw ?? 0, told ?? 0), &verdict)
  }

  private func checkCeiling(
    _ step: RawStep, _ index: Int, _ question: RawQuestion, _ feature: Int, _ rank: Int,
    _ verdict: inout RawVerdict
  ) {
    let tags = features[feature].tags
    let isUngraded = tags.difficulty == nil
    if isUngraded, question.refusesUngraded { verdict.add(.refused, index, "\(tags.id) has no grade") }
    guard let word = question.ceiling, !(isUngraded && question.allowsUngraded) else { return }
    guard let ceiling = rawCeilingRank(word, convention: tags.convention ?? convention) else {
      verdict.add(.ceiling, index, "the ceiling \(word) has no meaning")
      return
    }
    if rank > ceiling, rank <= 5 {
      verdict.add(.ceiling, index, "\(tags.id) \(tags.name ?? "") is \(rawGrades[rank - 1]) under \(word)")
    }
    if rank == 0 {
      verdict.add(.ceiling, index, "\(tags.id) has neither grade nor estimate under \(word)")
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
