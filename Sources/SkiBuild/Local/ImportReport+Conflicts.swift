import SkiBase
import SkiGraph
import SkiTerrain

/// The reporting of contradictions between tags, drawn lines and terrain.
extension ImportReport {
  /// Counts a finding about the direction of a line; contradictions with the confidence of the terrain, and the place.
  ///
  /// The confidence is the probability that the true drop has the sign of the measured one, see ``ElevationNoise``.
  mutating func count(
    _ finding: RunOrientation.Finding, of run: Run, _ line: ProjectedLine, dropMetres: Double?,
    resolutionMetres: Double
  ) {
    guard finding.isConflict, let drop = dropMetres else {
      let detail = dropMetres.map { Self.words(drop: $0) + " as drawn" } ?? "no elevations"
      return count(finding.rawValue, finding.outcome, id: run.id.rawValue, detail: detail)
    }
    let sure = ElevationNoise(resolutionMetres: resolutionMetres).certaintyPercent(excessMetres: abs(drop))
    var words = [
      "\(Self.words(drop: drop)) as drawn over \(Int(line.mapLengthMetres.rounded())) m",
      "confidence \(sure) %",
    ]
    if let tag = Self.words(tag: run.oneway, drop: drop) { words.insert(tag, at: 1) }
    count(
      finding.rawValue, finding.outcome,
      .init(
        id: run.id.rawValue, detail: words.joined(separator: ", "), confidencePercent: sure,
        place: line.place(line.position(atMetres: line.mapLengthMetres / 2)).coordinate))
  }

  private static func words(drop: Double) -> String {
    let metres = decimalText(abs(drop), places: 1) ?? "?"
    return drop < 0 ? "climbs \(metres) m" : "drops \(metres) m"
  }

  private static func words(tag: OnewayTag?, drop: Double) -> String? {
    switch tag {
    case nil: nil
    case .twoWay?: "tag says both directions"
    case .oneway?: drop < 0 ? "tag says up" : "tag says down"
    case .reverse?: drop < 0 ? "tag says down" : "tag says up"
    }
  }

  /// Counts a run that is steeper than its signed grade, with the place.
  fileprivate mutating func countSteepness(
    of run: Run, _ grade: Difficulty, _ track: ProjectedLine, _ stretch: SteepStretch, _ sure: Int
  ) {
    let middle = (stretch.metres.lowerBound + stretch.metres.upperBound) / 2
    let metres = Int((stretch.metres.upperBound - stretch.metres.lowerBound).rounded())
    let colour = grade.colour(in: run.colourConvention).rawValue
    count(
      "steeperThanGraded", .noted,
      .init(
        id: run.id.rawValue,
        detail:
          "\(grade.rawValue) (\(colour)), \(Int((stretch.gradient * 100).rounded())) % over \(metres) m",
        confidencePercent: sure, place: track.place(track.position(atMetres: middle)).coordinate))
  }
}

extension Network {
  /// The least confidence of a flag in per cent: one standard deviation.
  private static let flagPercent = 84

  /// Flags graded runs with a section two grades or more above their own, by more than the noise of the elevations.
  ///
  /// The signed grade still counts as the run's; the flag is an additional fact. A section is 50 m long, or twice the
  /// resolution of the elevations where that is more.
  /// - Complexity: O(*n*) in runs and lines.
  mutating func flagSteepRuns(_ runs: [LocalRun], _ report: inout ImportReport) {
    for run in runs.indices {
      guard let grade = runs[run].grade, grade.isOnScale, !runs[run].run.isClimbed,
        let limit = TerrainGrade.ceiling(oneAbove: grade, in: runs[run].run.colourConvention)
      else { continue }
      var worst: (line: Int, stretch: SteepStretch, sure: Int)?
      for line in runs[run].lines {
        guard let stretch = lines[line].steepStretch, let noise = lines[line].noise else {
          continue
        }
        let metres = stretch.metres.upperBound - stretch.metres.lowerBound
        let sure = noise.certaintyPercent(excessMetres: (stretch.gradient - limit) * metres)
        guard sure >= Self.flagPercent else { continue }
        lines[line].isSteeperThanGraded = true
        if stretch.gradient > worst?.stretch.gradient ?? 0 { worst = (line, stretch, sure) }
      }
      if let worst {
        report.countSteepness(of: runs[run].run, grade, lines[worst.line], worst.stretch, worst.sure)
      }
    }
  }
}

extension ProjectedLine {
  /// Returns whether the section steeper than the signed grade overlaps the part between two positions.
  func isSteeperThanGraded(from a: LinePosition, to b: LinePosition) -> Bool {
    guard isSteeperThanGraded, let stretch = steepStretch?.metres else { return false }
    let (low, high) = (Double(offset(a) - offsets[0]) / 100, Double(offset(b) - offsets[0]) / 100)
    return low < stretch.upperBound && high > stretch.lowerBound
  }
}
