import Glibc
import SkiGeo
import SkiGraph
import SkiModel

extension RegionReader {
  /// Reads the runs mapped as areas. Complexity: O(*n* log *n*) in corners.
  mutating func readRunAreas() {
    var collector = ShapeCollector()
    let outlines = features.indices.map { graph.outline(of: FeatureIndex($0)).flatMap(Self.worldRings) }
    var leveled = SharedRings.leveled(outlines.flatMap { $0 })[...]
    for (index, rings) in outlines.enumerated() where !rings.isEmpty {
      let own = leveled.prefix(rings.count)
      leveled = leveled.dropFirst(rings.count)
      // An area as wide as a country is an error and would fill every tile.
      guard rings.allSatisfy({ Self.box($0).isAreaSized }) else { continue }
      for ring in own { collector.addLeveled(ring) }
      let feature = features[index]
      let diagonal = Self.box(Array(own)).diagonal
      var close = AttributeList()
      close.add(.id, feature.id.rawValue)
      collector.endShape(
        id: StableHash.featureID("run-area/" + feature.id.rawValue),
        firstZoom: Self.firstZoom(diagonal: diagonal, pixels: leastPixels, deepest: deepestZoom),
        priority: VectorLayer.runAreas.priority + log2(max(1, diagonal)),
        attributes: runAreaAttributes(feature), closeAttributes: values.attributes(close))
    }
    layers[.runAreas] = collector
  }

  private static func worldRings(_ ring: GraphRing) -> [[GridPoint]] {
    RingClip.acrossWorld(
      ring.places.map {
        GridPoint(
          WorldProjection.x(longitudeE7: $0.longitudeE7), WorldProjection.y(latitudeE7: $0.latitudeE7))
      })
  }

  private static func box(_ ring: [GridPoint]) -> WorldBox {
    var box = WorldBox.empty
    for corner in ring { box.formUnion(x: corner.x, y: corner.y) }
    return box
  }

  private mutating func runAreaAttributes(_ feature: GraphFeature) -> [Attribute] {
    var list = AttributeList()
    list.add(.name, feature.name)
    list.add(.ref, feature.ref)
    Self.addRunAttributes(feature, to: &list)
    list.add(.status, feature.status.rawValue)
    return values.attributes(list)
  }

  /// Reads the outlines and labels of the ski areas.
  mutating func readAreas(_ wanted: Set<VectorLayer>) {
    let lines = areaLines()
    for index in 0..<graph.areaCount {
      let area = graph.area(AreaIndex(index))
      guard let ground = ClosedOutline(lines[index], latitude: area.bounds.centre.latitude) else { continue }
      let id = "area/\(area.id?.rawValue ?? "")/\(area.name ?? "")/\(area.bounds.centre)"
      var list = AttributeList()
      list.add(.name, area.name)
      list.add(.convention, DifficultyConvention(at: area.bounds.centre).rawValue)
      list.add(.liftCount, area.operatingLiftCount)
      if wanted.contains(.areas) { addArea(id, ground.rings, area, list) }
      guard wanted.contains(.labels), area.name != nil else { continue }
      list.add(.kind, "area")
      // An area's first zoom decreases with its number of lifts: from thirty lifts on it is labelled at low zooms.
      let lifts = log2(Double(max(1, area.operatingLiftCount)))
      let first = max(0, min(deepestZoom, 11 - Int((lifts * 1.2).rounded())))
      addLabel(id: id, at: LabelAnchor(ground.centre), first, 24 + lifts, list)
    }
  }

  /// The least level of an outline's vertices, which moves it by about twenty metres.
  private static let areaLevel: UInt8 = 12

  private mutating func addArea(
    _ id: String, _ rings: [[GridPoint]], _ area: GraphArea, _ list: AttributeList
  ) {
    var close = AttributeList()
    close.add(.id, area.id?.rawValue)
    var collector = layers[.areas] ?? ShapeCollector()
    layers[.areas] = nil
    // The outline is an estimate, so a coarser tolerance than a zoom's own is harmless.
    let leveled = SharedRings.leveled(rings).map { ring in ring.filter { $0.level >= Self.areaLevel } }
    for ring in leveled where ring.count > 2 { collector.addLeveled(ring) }
    let diagonal = Self.box(leveled).diagonal
    collector.endShape(
      id: StableHash.featureID(id),
      firstZoom: Self.firstZoom(diagonal: diagonal, pixels: 2, deepest: deepestZoom),
      priority: VectorLayer.areas.priority + log2(max(1, diagonal)),
      attributes: values.attributes(list), closeAttributes: values.attributes(close))
    layers[.areas] = collector
  }

  /// Returns the lines of each area's runs and lifts, and the outlines of its run areas.
  private func areaLines() -> [[[GridPoint]]] {
    var lines = [[[GridPoint]]](repeating: [], count: graph.areaCount)
    for (index, feature) in features.enumerated() {
      guard let area = feature.area, feature.kind == .run || feature.kind == .lift else { continue }
      for link in graph.links(of: FeatureIndex(index)) {
        lines[area.position].append(graph.pointRange(LinkIndex(link)).map { GridPoint(xs[$0], ys[$0]) })
      }
      for ring in graph.outline(of: FeatureIndex(index)).flatMap(Self.worldRings) {
        lines[area.position].append(ring + ring.prefix(1))
      }
      guard feature.kind == .lift else { continue }
      lines[area.position].append(
        [feature.start, feature.end].map { point in
          let vertex = Self.vertex(point)
          return GridPoint(vertex.x, vertex.y)
        })
    }
    return lines
  }
}
