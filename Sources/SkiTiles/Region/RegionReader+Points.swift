import Glibc
import SkiGeo
import SkiGraph
import SkiModel

extension RegionReader {
  /// Reads the stations of lifts, and the huts.
  mutating func readStations() {
    var collector = ShapeCollector()
    var known: Set<StationKey> = []
    for (index, feature) in features.enumerated() where feature.kind == .station || feature.kind == .hut {
      known.insert(StationKey(lift: feature.parent?.rawValue ?? .max, place: feature.start.position))
      addStation(feature, lift: feature.parent.map { features[$0.position] }, to: &collector, number: index)
    }
    for (index, lift) in features.enumerated() where lift.kind == .lift {
      var ends: [GraphPoint] = []
      for end in [lift.start, lift.end] where !ends.contains(where: { $0.position == end.position }) {
        ends.append(end)
        let place = StationKey(lift: UInt32(index), place: end.position)
        guard known.insert(place).inserted else { continue }
        var station = GraphFeature(kind: .station, id: lift.id, start: end, end: end)
        station.status = lift.status
        addStation(station, lift: lift, to: &collector, number: index)
      }
    }
    layers[.stations] = collector
  }

  private struct StationKey: Hashable {
    var lift: UInt32
    var place: FixedCoordinate
  }

  private mutating func addStation(
    _ station: GraphFeature, lift: GraphFeature?, to collector: inout ShapeCollector, number: Int
  ) {
    let place = Self.vertex(station.start)
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
    let first = VectorLayer.stations.zooms(in: 0...deepestZoom).lowerBound
    let id = "\(station.kind.rawValue)/\(station.id)/\(lift?.id.rawValue ?? "")/\(station.start.position)"
    collector.endShape(
      id: StableHash.featureID(id), firstZoom: first,
      priority: VectorLayer.stations.priority + (station.name == nil ? 0 : 4) + 15,
      attributes: values.attributes(list), closeAttributes: values.attributes(close))
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

  /// Reads the junctions of runs.
  mutating func readJunctions() {
    var collector = ShapeCollector()
    let first = VectorLayer.junctions.zooms(in: 0...deepestZoom).lowerBound
    for index in 0..<graph.nodeCount {
      let junction = graph.junction(NodeIndex(index))
      guard junction.cause != .alone else { continue }
      let point = graph.point(NodeIndex(index))
      let place = Self.vertex(point)
      collector.addCorners([SIMD2(place.x, place.y)])
      var list = AttributeList()
      list.add(.cause, junction.cause.rawValue)
      list.add(.confidence, Int(junction.confidencePercent))
      list.add(.elevationMetres, point.elevationMetres.map { Int($0.rounded()) })
      collector.endShape(
        id: StableHash.featureID("junction/\(point.position)"), firstZoom: first,
        priority: VectorLayer.junctions.priority + 15, attributes: values.attributes(list))
    }
    layers[.junctions] = collector
  }
}
