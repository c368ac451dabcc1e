import SkiBase
import SkiGraph
import SkiTerrain

extension Emitter {
  mutating func emitCrossings(_ builder: inout RoutingGraphBuilder) {
    for crossing in group.network.crossings {
      guard group.network.root(crossing.tail) != group.network.root(crossing.head),
        var link = madeLink(
          crossing.tail, crossing.head, inner: crossing.points, crossing.elevations, &builder)
      else { continue }
      let run = group.runs[crossing.run]
      link.inferredElevationsCentimetres = crossing.elevations == nil ? crossing.inferredElevations : nil
      link.kind = .run
      link.feature = feature(run: crossing.run)
      link.allowsBackward = crossing.allowsBackward
      link.cause = .areaCrossing
      link.take(grades.grade(of: crossing))
      link.flags.insert(.areaCrossing)
      link.flags.formUnion(useFlags[crossing.run])
      if run.run.uses.contains(.connection) { link.flags.insert(.connection) }
      if crossing.isEstimated { link.flags.insert(.directionEstimated) }
      if crossing.isDirectionUnknown { link.flags.insert(.directionUnknown) }
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
      link.take(grades.grade(of: connector, group.network))
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
}

extension BuilderLink {
  /// Sets the grade of the link, and how it is known.
  mutating func take(_ grade: LinkGrades.Grade) {
    difficulty = grade.difficulty
    if grade.isEstimated { flags.insert(.difficultyEstimated) }
    if grade.isFromOverlap { flags.insert(.difficultyFromOverlap) }
  }
}
