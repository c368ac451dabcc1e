import SkiBase
import SkiGraph

extension Emitter {
  /// Writes the streets that are kept and the connectors to them.
  ///
  /// All are walked both ways and have no grade, so no ceiling applies to them.
  mutating func emitStreets(_ builder: inout RoutingGraphBuilder) {
    var features: [Int: BuilderFeatureIndex] = [:]
    for way in group.connections.streets.segments {
      guard var link = walk(way, &builder) else { continue }
      let index =
        features[way.street]
        ?? builder.addFeature(streetFeature(way.street, along: link), from: link.tail, to: link.head)
      features[way.street] = index
      builder.features[index.position].facts.end = link.points[link.points.count - 1]
      builder.features[index.position].endNode = link.head
      link.feature = index
      builder.links.append(link)
    }
    for connector in group.connections.streets.connectors {
      let (tail, head) = (group.network.root(connector.tail), group.network.root(connector.head))
      guard tail != head, var link = madeLink(tail, head, over: connector.ground, &builder) else { continue }
      link.cause = .street
      link.confidencePercent = ConnectionConfidence.connector(over: connector.ground, cause: .street)
      builder.links.append(link)
    }
  }

  private func streetFeature(_ index: Int, along link: BuilderLink) -> GraphFeature {
    let street = group.connections.streets.streets[index].street
    var feature = GraphFeature(
      kind: .street, id: street.id, name: street.name, refs: ReferenceNumbers.list(street.ref),
      start: link.points[0],
      end: link.points[link.points.count - 1])
    feature.streetKind = street.kind
    feature.convention = DifficultyConvention(at: feature.start.coordinate)
    return feature
  }

  /// Returns a section of a street as a link; nil when its ends were merged.
  private mutating func walk(_ way: StreetSegment, _ builder: inout RoutingGraphBuilder) -> BuilderLink? {
    let (tail, head) = (group.network.root(way.tail), group.network.root(way.head))
    guard tail != head, way.points.count > 1, let length = way.distances.last, length > 0 else { return nil }
    var points = way.points
    points[0].position = group.network.sites[tail].place
    points[points.count - 1].position = group.network.sites[head].place
    var link = BuilderLink(
      kind: .walk, feature: nil, tail: node(tail, &builder), head: node(head, &builder), allowsForward: true,
      allowsBackward: true, cause: .street, startOffsetCentimetres: way.startOffset,
      endOffsetCentimetres: way.startOffset &+ length, points: points, distancesCentimetres: way.distances)
    if points.allSatisfy({ $0.elevationCentimetres != nil }) { link.flags.insert(.hasElevation) }
    switch way.snow {
    case .cleared: break
    case .short: link.flags.insert(.shortSnowPassage)
    case .long: link.flags.insert(.snowCovered)
    }
    return link
  }
}
