import SkiBase
import SkiGraph
import SkiTracks

extension MapKindTile {
  /// Returns the answer for a place in the tile. Complexity: O(1) expected.
  func answer(at place: Coordinate, accuracyMetres: Double) -> MapKindAnswer {
    let metres = plane.metres(place)
    let signed = signedMetres(at: metres)
    let found = lines.nearest(
      to: SIMD2<Float>(metres), withinMetres: Float(MountainRule.farthestMetres))
    var answer = MapKindAnswer(
      kind: signed > 0 ? .mountain : .street,
      confidence: MapKindIndex.confidence(boundaryMetres: abs(signed), accuracyMetres: accuracyMetres),
      boundaryMetres: abs(signed) < MountainRule.farthestMetres ? abs(signed) : nil)
    answer.area = found.skied.flatMap(area)
    answer.nearest = found.any.flatMap(edge)
    answer.boardingMetres = boardingMetres(to: SIMD2<Float>(metres))
    return answer
  }

  /// Returns the distance to the nearest boarding place; nil beyond the greatest distance. Complexity: O(lifts near).
  private func boardingMetres(to place: SIMD2<Float>) -> Double? {
    let limit = Float(MountainRule.farthestMetres)
    var least = limit * limit
    for boarding in boardings {
      let way = boarding - place
      least = min(least, (way * way).sum())
    }
    return least < limit * limit ? Double(least).squareRoot() : nil
  }

  private func graph(of segment: TileSegment) -> RegionLines? {
    regions.first { $0.graph.region.rawValue == segment.region }
  }

  private func area(_ found: NearSegments.NearestSegment) -> SkiAreaName? {
    let segment = lines.segments[found.segment]
    guard let region = graph(of: segment) else { return nil }
    let feature = region.graph.storage.linkFeature[Int(segment.link)]
    guard feature != .max else { return nil }
    let area = region.graph.areaPosition(of: Int(feature))
    return area == .max ? nil : region.areas[Int(area)]
  }

  private func edge(_ found: NearSegments.NearestSegment) -> NearestEdge? {
    let segment = lines.segments[found.segment]
    guard let graph = graph(of: segment)?.graph else { return nil }
    let link = LinkIndex(segment.link)
    let feature = graph.storage.linkFeature[link.position]
    let isReversed = graph.edge(of: link, reversed: false) == nil
    guard feature != .max, let edge = graph.edge(of: link, reversed: isReversed),
      let kind = FeatureKind(code: graph.kindCode(of: Int(feature)))
    else { return nil }
    let distances = graph.storage.pointDistance
    let (from, to) = (distances[Int(segment.point)], distances[Int(segment.point) + 1])
    let fromTail = Double(from) + Double(to - from) * Double(found.share)
    let length = Double(distances[graph.pointRange(link).upperBound - 1])
    return NearestEdge(
      kind: kind, feature: FeatureIndex(feature),
      place: EdgePlace(
        region: graph.region, edge: edge, metresAlong: (isReversed ? length - fromTail : fromTail) / 100),
      distanceMetres: Double(found.squared).squareRoot())
  }
}
