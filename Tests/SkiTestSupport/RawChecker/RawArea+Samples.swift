extension RawArea {
  /// Returns the numbers of runs, lifts and boarding places between lift ends in the files. Complexity: O(*n*).
  package func counts() -> (runs: Int, lifts: Int, stations: Int) {
    (
      runsByID.values.reduce(0) { $0 + $1.count }, liftsByID.values.reduce(0) { $0 + $1.count },
      stations.count
    )
  }

  /// Returns one step along each whole line of each run and lift in use, in a direction it may be used.
  ///
  /// These are the simplest correct steps; reversed they are wrong wherever the direction is decided.
  /// - Parameter decided: True to return only lines that may be used in one direction.
  package func plainSteps(decided: Bool = false) -> [RawStep] {
    features.filter { !$0.isArea && $0.tags.isOperating }.flatMap { feature in
      feature.lines.filter { $0.vertices.count > 1 && $0.lengthMetres > 10 }.compactMap { line in
        guard !decided || line.allowsForward != line.allowsBackward else { return nil }
        return plainStep(feature, line)
      }
    }
  }

  private func plainStep(_ feature: RawFeature, _ line: RawLine) -> RawStep? {
    let isLift = liftsByID[feature.tags.id] != nil
    if isLift, feature.tags.liftKind == nil { return nil }
    let vertices = line.allowsForward ? line.vertices : line.vertices.reversed()
    var step = RawStep(
      kind: isLift ? "lift" : "run", id: feature.tags.id, name: feature.tags.name,
      difficulty: feature.tags.difficulty, difficultyEstimated: false, seconds: 0, lengthMetres: 0,
      vertices: vertices.map { RawVertex(longitude: $0.longitude, latitude: $0.latitude) })
    step.lengthMetres = step.horizontalMetres
    step.seconds = (step.horizontalMetres / 3 * 1000).rounded() / 1000
    return step
  }
}
