import SkiBase
import SkiGraph

extension RegionReader {
  /// Returns the drafts of a layer's shapes in the order of their features; a draft may turn out to have no shape.
  /// - Complexity: O(*n* log *n*) in features, links and nodes.
  mutating func drafts(of layer: VectorLayer) -> [ShapeDraft] {
    switch layer {
    case .runs, .lifts, .streets: lineDrafts(layer)
    case .labels: labelDrafts() + areaDrafts(layer)
    case .connectors: connectorDrafts()
    case .junctions: junctionDrafts()
    case .stations: stationDrafts()
    case .runAreas: runAreaDrafts()
    case .areas: areaDrafts(layer)
    case .contours, .slopeBands: []
    }
  }

  private mutating func lineDrafts(_ layer: VectorLayer) -> [ShapeDraft] {
    var drafts: [ShapeDraft] = []
    for index in 0..<graph.featureCount where Self.lineLayer(ofCode: graph.kindCode(of: index)) == layer {
      guard let box = lineBox(index) else { continue }
      drafts.append(ShapeDraft(.feature, index, firstZoom: firstZoom(index, box), box: box))
    }
    return drafts
  }

  private mutating func labelDrafts() -> [ShapeDraft] {
    var drafts: [ShapeDraft] = []
    for index in 0..<graph.featureCount {
      let layer = Self.lineLayer(ofCode: graph.kindCode(of: index))
      guard layer == .runs || layer == .lifts, let box = lineBox(index) else { continue }
      let zoom = labelZoom(size: Self.size(box))
      drafts.append(ShapeDraft(.feature, index, firstZoom: zoom, box: box))
    }
    return drafts
  }

  /// Returns the box around the line that a feature is drawn as; nil when it has none.
  private mutating func lineBox(_ index: Int) -> WorldBox? {
    let links = graph.links(of: FeatureIndex(index))
    let isLift = links.contains { graph.storage.linkKind[$0] == LinkKind.lift.code }
    if !links.isEmpty, !links.contains(where: graph.isThroughRide), !isLift || links.count == 1 {
      return boxes[index]
    }
    var box = WorldBox.empty
    let chain = FeatureChains.links(graph, feature: index)
    for link in chain { box.formUnion(rows.box(graph, graph.pointRange(LinkIndex(link)))) }
    if chain.isEmpty {
      for vertex in unlinkedLine(index) { box.formUnion(x: vertex.x, y: vertex.y) }
    }
    return box == .empty ? nil : box
  }

  private mutating func connectorDrafts() -> [ShapeDraft] {
    let storage = graph.storage
    let first = VectorLayer.connectors.zooms(in: 0...deepestZoom).lowerBound
    var drafts: [ShapeDraft] = []
    for link in 0..<graph.linkCount where storage.linkFeature[link] == .max {
      let points = graph.pointRange(LinkIndex(link))
      guard !points.isEmpty else { continue }
      drafts.append(ShapeDraft(.link, link, firstZoom: first, box: rows.box(graph, points)))
    }
    return drafts
  }

  private mutating func junctionDrafts() -> [ShapeDraft] {
    let first = VectorLayer.junctions.zooms(in: 0...deepestZoom).lowerBound
    var drafts: [ShapeDraft] = []
    for node in 0..<graph.nodeCount where graph.junction(NodeIndex(node)).cause != .alone {
      let box = box(at: graph.point(NodeIndex(node)).position)
      drafts.append(ShapeDraft(.node, node, firstZoom: first, box: box))
    }
    return drafts
  }

  private struct StationKey: Hashable {
    var lift: UInt32
    var place: FixedCoordinate
  }

  private mutating func stationDrafts() -> [ShapeDraft] {
    let first = VectorLayer.stations.zooms(in: 0...deepestZoom).lowerBound
    var drafts: [ShapeDraft] = []
    var known: Set<StationKey> = []
    let kinds = (0..<graph.featureCount).map { FeatureKind(code: graph.kindCode(of: $0)) ?? .run }
    for (index, kind) in kinds.enumerated() where kind == .station || kind == .hut {
      let (place, _) = graph.endPlaces(of: FeatureIndex(index))
      let lift = graph.parent(of: FeatureIndex(index))?.rawValue ?? .max
      known.insert(StationKey(lift: lift, place: place))
      drafts.append(ShapeDraft(.feature, index, firstZoom: first, box: box(at: place)))
    }
    for (index, kind) in kinds.enumerated() where kind == .lift {
      let (start, end) = graph.endPlaces(of: FeatureIndex(index))
      if known.insert(StationKey(lift: UInt32(index), place: start)).inserted {
        drafts.append(ShapeDraft(.liftStart, index, firstZoom: first, box: box(at: start)))
      }
      if end != start, known.insert(StationKey(lift: UInt32(index), place: end)).inserted {
        drafts.append(ShapeDraft(.liftEnd, index, firstZoom: first, box: box(at: end)))
      }
    }
    return drafts
  }

  private mutating func runAreaDrafts() -> [ShapeDraft] {
    let areas = readRunAreas()
    return areas.features.indices.compactMap { position in
      guard areas.areSized[position] else { return nil }
      let box = areas.boxes[position]
      let zoom = Self.firstZoom(diagonal: box.diagonal, pixels: leastPixels, deepest: deepestZoom)
      return ShapeDraft(.feature, areas.features[position], firstZoom: zoom, box: box)
    }
  }

  private mutating func areaDrafts(_ layer: VectorLayer) -> [ShapeDraft] {
    var drafts: [ShapeDraft] = []
    for index in 0..<graph.areaCount {
      let area = graph.area(AreaIndex(index))
      guard layer == .areas || area.name != nil else { continue }
      guard let box = ClosedOutline.extent(around: areaBox(index), latitude: area.bounds.centre.latitude)
      else {
        continue
      }
      let zoom = layer == .areas ? 0 : areaLabelZoom(area)
      drafts.append(ShapeDraft(.area, index, firstZoom: zoom, box: box))
    }
    return drafts
  }

  private mutating func box(at place: FixedCoordinate) -> WorldBox {
    let vertex = rows.vertex(place)
    return WorldBox(west: vertex.x, north: vertex.y, east: vertex.x, south: vertex.y)
  }
}
