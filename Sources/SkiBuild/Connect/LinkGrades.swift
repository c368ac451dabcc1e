import SkiBase
import SkiGraph
import SkiTerrain

/// The grades of the links of a group that are compared with a skier's ceiling.
///
/// One definition for the repair within ceilings and for the map. Conventions are those of the place or of the run.
struct LinkGrades {
  let runs: [LocalRun]
  let overlaps: Overlaps

  /// The grade of a link, and whether it was estimated or is that of an overlapping run.
  struct Grade {
    var difficulty: Difficulty?
    var isEstimated = false
    var isFromOverlap = false
  }

  /// Returns the grade of the part of a run's line between two of its sites: the mapped one, else the estimated one, and
  /// that of a harder run on the same snow.
  /// - Complexity: O(log *v* + *o*) in vertices and overlaps of the line.
  func grade(ofLine line: Int, from a: LineSite, to b: LineSite, _ network: Network) -> Grade {
    let track = network.lines[line]
    let run = runs[track.feature]
    var grade = Grade(difficulty: run.grade ?? run.estimatedGrade)
    grade.isEstimated = run.grade == nil && run.estimatedGrade != nil
    let middle = (Double(track.offset(a.position)) + Double(track.offset(b.position))) / 200
    let position = track.position(atMetres: middle - Double(track.offsets[0]) / 100)
    if let harder = overlaps.grade(line, at: position), run.grade.map({ $0 < harder }) == true {
      grade.difficulty = harder
      grade.isFromOverlap = true
    }
    return grade
  }

  /// Returns the grade of a path across an area: that of the area, else by the gradients along the path.
  /// - Complexity: O(*p* log *p*) in the points of the path.
  func grade(of crossing: AreaCrossing) -> Grade {
    let run = runs[crossing.run]
    if let grade = run.grade { return Grade(difficulty: grade) }
    guard let spread = Self.gradients(along: crossing) else { return Grade() }
    return Grade(
      difficulty: TerrainGrade.grade(
        spread, in: run.run.colourConvention, isConnection: run.run.uses.contains(.connection)),
      isEstimated: true)
  }

  /// Returns the gradients of a path over sections of at least 25 m, a shorter rest counted as 25 m; nil without
  /// elevations.
  private static func gradients(along crossing: AreaCrossing) -> GradientSpread? {
    guard let heights = crossing.elevations, heights.count == crossing.points.count else { return nil }
    var metres = [0.0]
    for (a, b) in zip(crossing.points, crossing.points.dropFirst()) {
      metres.append(metres[metres.count - 1] + a.distanceMetres(to: b))
    }
    var sections: [Double] = []
    var start = 0
    for index in metres.indices.dropFirst() {
      let isLast = index == metres.count - 1
      guard isLast || metres[index] - metres[start] >= ElevationProfile.minimumSectionMetres else { continue }
      let run = max(metres[index] - metres[start], ElevationProfile.minimumSectionMetres)
      sections.append(abs(Double(heights[index] - heights[start])) / 100 / run)
      start = index
    }
    sections.sort(by: >)
    return sections.first.map { GradientSpread(steepest: $0, percentile90: sections[sections.count / 10]) }
  }

  /// Returns the grade of a connector: none on foot, else that of its steepest section, in the convention of the runs
  /// that it joins, else of its place.
  ///
  /// A connector that is shorter than the sections over which its elevations tell gradients is no harder than the runs
  /// that it joins: at each end the easiest of them counts.
  /// - Complexity: O(*d* log *s*) in the lines through its ends and their sites.
  func grade(of connector: Connector, _ network: Network) -> Grade {
    guard !connector.cause.isOnFoot, let steepest = connector.profile.steepestGradient else { return Grade() }
    let ends = [network.root(connector.tail), network.root(connector.head)]
    let run = ends.lazy.compactMap { network.stopNumbers(at: $0).first }.first.map {
      runs[network.lines[$0.line].feature]
    }
    let convention =
      run?.run.colourConvention ?? DifficultyConvention(at: network.sites[ends[0]].place.coordinate)
    var grade = TerrainGrade.connectorGrade(steepest: steepest, in: convention)
    if connector.mapLengthMetres < connector.profile.windowMetres,
      let joined = ends.compactMap({ easiest(at: $0, network) }).max()
    {
      grade = min(grade, joined)
    }
    return Grade(difficulty: grade, isEstimated: true)
  }

  /// Returns the easiest grade of the runs through a site; nil without a graded one.
  func easiest(at site: Int, _ network: Network) -> Difficulty? {
    let root = network.root(site)
    return network.stopNumbers(at: root).compactMap { line, number -> Difficulty? in
      guard !network.lines[line].isClimbed else { return nil }
      let run = runs[network.lines[line].feature]
      return run.grade ?? run.estimatedGrade
    }.filter(\.isOnScale).min()
  }
}
