import SkiBase
import SkiGraph

extension RegionReader {
  /// Adds a station of a lift, or a hut.
  mutating func addStation(_ draft: ShapeDraft, to collector: inout ShapeCollector) {
    let (station, lift) = station(draft)
    let place = rows.vertex(station.start.position)
    collector.addCorners([SIMD2(place.x, place.y)])
    var list = AttributeList()
    list.add(.kind, station.kind.rawValue)
    list.add(.name, station.name)
    list.add(.lift, lift?.name)
    list.add(.liftType, lift?.liftKind.rawValue)
    if let lift { list.add(.position, Self.position(of: station.start, on: lift)) }
    list.add(.elevationMetres, station.start.elevationMetres.map { Int($0.rounded()) })
    var close = AttributeList()
    close.add(.id, station.id.rawValue)
    collector.endShape(
      id: Self.id(station, lift), firstZoom: VectorLayer.stations.zooms(in: 0...deepestZoom).lowerBound,
      priority: VectorLayer.stations.priority + (station.name == nil ? 0 : 4) + 15,
      attributes: values.attributes(list), closeAttributes: values.attributes(close))
  }

  private static func id(_ station: GraphFeature, _ lift: GraphFeature?) -> UInt64 {
    var hash = FeatureIDHash(station.kind.rawValue)
    for text in ["/", "\(station.id)", "/", lift?.id.rawValue ?? "", "/"] { hash.add(text) }
    hash.add(station.start.position)
    return hash.id
  }

  /// Returns a station or hut with its lift; for an end of a lift without a station, one without a name.
  private func station(_ draft: ShapeDraft) -> (GraphFeature, lift: GraphFeature?) {
    let feature = graph.feature(FeatureIndex(Int(draft.index)))
    guard draft.source != .feature else { return (feature, feature.parent.map(graph.feature)) }
    let end = draft.source == .liftStart ? feature.start : feature.end
    var station = GraphFeature(kind: .station, id: feature.id, start: end, end: end)
    station.status = feature.status
    return (station, feature)
  }

  /// Returns the position of a station on its lift: `bottom`, `mid` or `top`.
  private static func position(of place: GraphPoint, on lift: GraphFeature) -> String {
    let isFalling =
      (lift.start.elevationCentimetres ?? 0)
      > (lift.end.elevationCentimetres ?? lift.start.elevationCentimetres ?? 0)
    if place.position == lift.start.position { return isFalling ? "top" : "bottom" }
    if place.position == lift.end.position { return isFalling ? "bottom" : "top" }
    return "mid"
  }

  /// Adds a junction of runs.
  mutating func addJunction(_ node: NodeIndex, to collector: inout ShapeCollector) {
    let junction = graph.junction(node)
    let point = graph.point(node)
    let place = rows.vertex(point.position)
    collector.addCorners([SIMD2(place.x, place.y)])
    var list = AttributeList()
    list.add(.cause, junction.cause.rawValue)
    list.add(.confidence, Int(junction.confidencePercent))
    list.add(.elevationMetres, point.elevationMetres.map { Int($0.rounded()) })
    var id = FeatureIDHash("junction/")
    id.add(point.position)
    collector.endShape(
      id: id.id, firstZoom: VectorLayer.junctions.zooms(in: 0...deepestZoom).lowerBound,
      priority: VectorLayer.junctions.priority + 15, attributes: values.attributes(list))
  }
}
