import SkiGeo
import SkiGraph
import SkiModel
import SkiProjection
import SkiTerrain

extension Emitter {
  /// How sure a way across a mapped area is.
  private static let crossingConfidencePercent: UInt8 = 70

  mutating func emitCrossings(_ builder: inout RoutingGraphBuilder) {
    for crossing in locality.network.crossings {
      guard locality.network.root(crossing.tail) != locality.network.root(crossing.head),
        var link = madeLink(crossing.tail, crossing.head, inner: crossing.points, crossing.heights, &builder)
      else { continue }
      let run = locality.runs[crossing.run]
      let isGraded = run.grade != nil
      let steepest = steepestGradient(link)
      link.kind = .run
      link.feature = feature(run: crossing.run)
      link.allowsBackward = crossing.allowsBackward
      link.cause = .areaCrossing
      link.difficulty = run.grade ?? steepest.map { TerrainGrade.grade(steepest: $0) }
      link.flags.insert(.areaCrossing)
      if !isGraded, link.difficulty != nil { link.flags.insert(.difficultyEstimated) }
      if run.run.isClimbed { link.flags.insert(.optIn) }
      if run.run.uses.contains(.connection) { link.flags.insert(.connection) }
      link.confidencePercent = Self.crossingConfidencePercent
      link.endOffsetCentimetres = 0
      builder.links.append(link)
    }
  }

  mutating func emitConnectors(_ builder: inout RoutingGraphBuilder) {
    for connector in locality.network.connectors {
      let (tail, head) = (locality.network.root(connector.tail), locality.network.root(connector.head))
      let (from, to) = (locality.network.sites[tail], locality.network.sites[head])
      let heights = from.height.flatMap { low in to.height.map { [low, $0] } }
      guard tail != head, var link = madeLink(tail, head, inner: [from.plane, to.plane], heights, &builder)
      else {
        continue
      }
      link.allowsBackward = connector.allowsBackward
      link.cause = connector.cause
      link.difficulty = steepestGradient(link).map { TerrainGrade.grade(steepest: $0) }
      link.flags.insert(.difficultyEstimated)
      link.confidencePercent = Self.confidence(lengthMetres: connector.lengthMetres)
      builder.links.append(link)
    }
  }

  /// How sure a connector is: the longer, the less. 95 when it is a step, 35 at 150 m.
  static func confidence(lengthMetres: Double) -> UInt8 {
    UInt8(max(10, min(95, 95 - lengthMetres * 0.4)))
  }

  /// Makes a link through points of the flat map whose first and last are the nodes; nil when it has no length.
  mutating func madeLink(
    _ tail: Int, _ head: Int, inner: [PlanePoint], _ heights: [Int32]?, _ builder: inout RoutingGraphBuilder
  ) -> GraphLink? {
    var places = inner.dropFirst().dropLast().compactMap { try? locality.place($0) }
    guard places.count == inner.count - 2 else { return nil }
    places.insert(locality.network.sites[locality.network.root(tail)].place, at: 0)
    places.append(locality.network.sites[locality.network.root(head)].place)
    let lengths = geodesicLengthsMetres(along: places.map(\.coordinate))
    guard let total = lengths.last, total.isFinite, total > 0 else { return nil }
    let points = places.indices.map { GraphPoint(position: places[$0], elevationCentimetres: heights?[$0]) }
    var link = GraphLink(
      kind: .connector, feature: nil, tail: node(tail, &builder), head: node(head, &builder),
      allowsForward: true,
      allowsBackward: true, points: points, distancesCentimetres: lengths.map { UInt32(($0 * 100).rounded()) }
    )
    if heights != nil { link.flags.insert(.hasElevation) }
    return link
  }

  /// The steepest section of a made link, sections no shorter than 25 m; nil without heights.
  private func steepestGradient(_ link: GraphLink) -> Double? {
    let heights = link.points.compactMap(\.elevationMetres)
    guard heights.count == link.points.count else { return nil }
    let metres = link.distancesCentimetres.map { Double($0) / 100 }
    var steepest = 0.0
    var start = 0
    for index in metres.indices where index > 0 {
      let isLast = index == metres.count - 1
      guard isLast || metres[index] - metres[start] >= ElevationProfile.leastSectionMetres else { continue }
      let run = max(metres[index] - metres[start], ElevationProfile.leastSectionMetres)
      steepest = max(steepest, abs(heights[index] - heights[start]) / run)
      start = index
    }
    return steepest
  }
}
