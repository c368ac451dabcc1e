import SkiGeo
import SkiGraph
import SkiModel
import SkiProjection
import SkiTerrain

extension Emitter {
  mutating func emitCrossings(_ builder: inout RoutingGraphBuilder) {
    for crossing in group.network.crossings {
      guard group.network.root(crossing.tail) != group.network.root(crossing.head),
        var link = madeLink(
          crossing.tail, crossing.head, inner: crossing.points, crossing.elevations, &builder)
      else { continue }
      let run = group.runs[crossing.run]
      let isGraded = run.grade != nil
      let spread = gradients(link)
      link.inferredElevationsCentimetres = crossing.elevations == nil ? crossing.inferredElevations : nil
      link.kind = .run
      link.feature = feature(run: crossing.run)
      link.allowsBackward = crossing.allowsBackward
      link.cause = .areaCrossing
      link.difficulty =
        run.grade
        ?? spread.map {
          TerrainGrade.grade(
            $0, in: run.run.colourConvention, isConnection: run.run.uses.contains(.connection))
        }
      link.flags.insert(.areaCrossing)
      if !isGraded, link.difficulty != nil { link.flags.insert(.difficultyEstimated) }
      link.flags.formUnion(useFlags[crossing.run])
      if run.run.uses.contains(.connection) { link.flags.insert(.connection) }
      if crossing.isEstimated { link.flags.insert(.directionEstimated) }
      link.confidencePercent = ConnectionConfidence.areaCrossing(isDirectionKnown: !crossing.isEstimated)
      link.endOffsetCentimetres = 0
      builder.links.append(link)
    }
  }

  mutating func emitConnectors(_ builder: inout RoutingGraphBuilder) {
    for connector in group.network.connectors {
      let (tail, head) = (group.network.root(connector.tail), group.network.root(connector.head))
      let profile = connector.profile
      guard tail != head, var link = madeLink(tail, head, over: profile, &builder) else { continue }
      link.allowsForward = connector.allowsForward
      link.allowsBackward = connector.allowsBackward
      link.inferredElevationsCentimetres = profile.inferredCentimetres
      link.cause = connector.cause
      link.difficulty = profile.steepestGradient.map {
        TerrainGrade.connectorGrade(steepest: $0, in: DifficultyConvention(at: link.points[0].coordinate))
      }
      link.flags.insert(.difficultyEstimated)
      link.confidencePercent = ConnectionConfidence.connector(over: profile, cause: connector.cause)
      builder.links.append(link)
    }
  }

  /// Returns a straight link between two sites over known terrain; nil when it has no length.
  mutating func madeLink(
    _ tail: Int, _ head: Int, over profile: ConnectorProfile, _ builder: inout RoutingGraphBuilder
  ) -> BuilderLink? {
    let ends = (group.network.sites[tail].plane, group.network.sites[head].plane)
    let last = max(1, (profile.metres?.count ?? 2) - 1)
    let inner = (0...last).map { ends.0.towards(ends.1, Double($0) / Double(last)) }
    let heights = profile.metres?.map { Int32(($0 * 100).rounded()) }
    return madeLink(tail, head, inner: inner, heights, &builder)
  }

  /// Returns a link through projected points whose first and last are the nodes; nil when it has no length.
  mutating func madeLink(
    _ tail: Int, _ head: Int, inner: [PlanePoint], _ heights: [Int32]?, _ builder: inout RoutingGraphBuilder
  ) -> BuilderLink? {
    guard let between = try? group.projection.places(inner.dropFirst().dropLast()) else { return nil }
    let ends = [tail, head].map { group.network.sites[group.network.root($0)].place }
    let places = [ends[0]] + between + [ends[1]]
    let lengths = geodesicLengthsMetres(along: places.map(\.coordinate))
    guard let total = lengths.last, total.isFinite, total > 0 else { return nil }
    let points = places.indices.map { GraphPoint(position: places[$0], elevationCentimetres: heights?[$0]) }
    var link = BuilderLink(
      kind: .connector, feature: nil, tail: node(tail, &builder), head: node(head, &builder),
      allowsForward: true,
      allowsBackward: true, points: points, distancesCentimetres: lengths.map { UInt32(($0 * 100).rounded()) }
    )
    if heights != nil { link.flags.insert(.hasElevation) }
    return link
  }

  /// Returns the gradients of a link over sections of at least 25 m, a shorter rest counted as 25 m; nil without
  /// elevations.
  private func gradients(_ link: BuilderLink) -> GradientSpread? {
    let heights = link.points.compactMap(\.elevationMetres)
    guard heights.count == link.points.count else { return nil }
    let metres = link.distancesCentimetres.map { Double($0) / 100 }
    var sections: [Double] = []
    var start = 0
    for index in metres.indices where index > 0 {
      let isLast = index == metres.count - 1
      guard isLast || metres[index] - metres[start] >= ElevationProfile.minimumSectionMetres else { continue }
      let run = max(metres[index] - metres[start], ElevationProfile.minimumSectionMetres)
      sections.append(abs(heights[index] - heights[start]) / run)
      start = index
    }
    sections.sort(by: >)
    return sections.first.map { GradientSpread(steepest: $0, percentile90: sections[sections.count / 10]) }
  }
}
