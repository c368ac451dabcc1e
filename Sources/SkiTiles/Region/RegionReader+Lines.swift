import Glibc
import SkiGeo
import SkiGraph
import SkiModel

extension RegionReader {
  /// Reads runs, lifts and streets, and the labels of runs and lifts.
  mutating func readLines(_ wanted: Set<VectorLayer>) {
    for index in features.indices {
      guard let layer = lineLayer(of: features[index].kind) else { continue }
      let chains = FeatureChains(graph, feature: index)
      let lines = chains.chains.isEmpty ? unlinkedLines(index) : chains.chains.map(vertices)
      guard !lines.isEmpty else { continue }
      if wanted.contains(layer) { addLines(lines, of: index, isOneway: chains.isOneway, to: layer) }
      if wanted.contains(.labels), layer != .streets {
        addLabel(of: index, along: lines, isOneway: chains.isOneway)
      }
    }
  }

  /// Returns the vertices of a chain of links.
  private func vertices(_ chain: [(link: Int, isReversed: Bool)]) -> [WorldVertex] {
    var all: [WorldVertex] = []
    for (link, isReversed) in chain {
      let next = vertices(link, isReversed: isReversed)
      all += all.isEmpty ? next[...] : next.dropFirst()
    }
    return all
  }

  /// Returns the straight line of a lift outside the network; nothing for other features, of which only a point is
  /// known.
  private func unlinkedLines(_ index: Int) -> [[WorldVertex]] {
    let feature = features[index]
    guard feature.kind == .lift, feature.start.position != feature.end.position else { return [] }
    return [[feature.start, feature.end].map(Self.vertex)]
  }

  static func vertex(_ point: GraphPoint) -> WorldVertex {
    WorldVertex(
      x: WorldProjection.x(longitudeE7: point.position.longitudeE7),
      y: WorldProjection.y(latitudeE7: point.position.latitudeE7))
  }

  private mutating func addLines(
    _ lines: [[WorldVertex]], of index: Int, isOneway: Bool?, to layer: VectorLayer
  ) {
    let feature = features[index]
    var collector = layers[layer] ?? ShapeCollector()
    layers[layer] = nil
    for line in lines { collector.addLine(line) }
    let diagonal = Self.box(lines).diagonal
    let first =
      graph.links(of: FeatureIndex(index)).isEmpty
      ? Self.firstZoom(diagonal: diagonal, pixels: leastPixels, deepest: deepestZoom) : firstZooms[index]
    collector.endShape(
      id: StableHash.featureID(feature.kind.rawValue + "/" + feature.id.rawValue), firstZoom: first,
      priority: layer.priority + log2(max(1, diagonal)),
      attributes: plainAttributes(feature, isOneway: isOneway), closeAttributes: closeAttributes(index))
    layers[layer] = collector
  }

  static func box(_ lines: [[WorldVertex]]) -> WorldBox {
    var box = WorldBox.empty
    for line in lines { for vertex in line { box.formUnion(x: vertex.x, y: vertex.y) } }
    return box
  }

  /// Returns the attributes of a feature shown at every zoom.
  private mutating func plainAttributes(_ feature: GraphFeature, isOneway: Bool?) -> [Attribute] {
    var list = AttributeList()
    list.add(.name, feature.name)
    list.add(.ref, feature.ref)
    switch feature.kind {
    case .run: Self.addRunAttributes(feature, to: &list)
    case .lift:
      list.add(.liftType, feature.liftKind.rawValue)
      list.add(.colour, DrawingColours.lift)
    default: list.add(.kind, feature.streetKind?.rawValue)
    }
    if feature.kind != .street {
      list.add(.status, feature.status.rawValue)
      list.add(.oneway, isOneway)
    }
    return values.attributes(list)
  }

  static func addRunAttributes(_ feature: GraphFeature, to list: inout AttributeList) {
    let words = feature.uses.words
    list.add(.kind, words.first)
    list.add(.uses, words.joined(separator: ","))
    list.add(.difficulty, feature.difficulty?.rawValue)
    list.add(.estimatedDifficulty, feature.estimatedDifficulty?.rawValue)
    list.add(.convention, feature.convention.rawValue)
    addGrade(feature, to: &list)
    list.add(.groomed, feature.terrain.isGroomed)
    list.add(.grooming, feature.terrain.grooming?.rawValue)
    list.add(.gladed, feature.terrain.isGladed)
    list.add(.lit, feature.terrain.isLit)
    list.add(.patrolled, feature.terrain.isPatrolled)
    list.add(.snowmaking, feature.terrain.hasSnowmaking)
    if feature.isArea { list.add(.area, true) }
  }

  /// Adds the colours and the symbol of a run's difficulty.
  static func addGrade(_ feature: GraphFeature, to list: inout AttributeList) {
    let sign = DifficultyStyle(feature)
    list.add(.colour, sign.colour)
    list.add(.colourName, sign.colourName.rawValue)
    list.add(.symbol, sign.symbol?.rawValue)
  }

  /// Returns the attributes of a feature shown from the close zoom on.
  private mutating func closeAttributes(_ index: Int) -> [Attribute] {
    let feature = features[index]
    var list = AttributeList()
    list.add(.id, feature.id.rawValue)
    let centimetres = FeatureChains.links(graph, feature: index).reduce(0) { $0 + lengthCentimetres($1) }
    if centimetres > 0, !feature.isArea { list.add(.mapLengthMetres, (centimetres + 50) / 100) }
    if feature.kind == .lift {
      list.add(.occupancy, feature.occupancy)
      list.add(.capacity, feature.capacityPerHour)
      list.add(.durationSeconds, feature.durationMilliseconds.map { ($0 + 500) / 1000 })
      list.add(.detachable, feature.isDetachable)
      list.add(.bubble, feature.hasBubble)
      list.add(.heated, feature.isHeated)
    }
    return values.attributes(list)
  }

  /// Reads the connectors.
  mutating func readConnectors() {
    let storage = graph.storage
    var collector = ShapeCollector()
    let first = VectorLayer.connectors.zooms(in: 0...deepestZoom).lowerBound
    for link in 0..<graph.linkCount where storage.linkFeature[link] == .max {
      let facts = graph.link(LinkIndex(link))
      let isReversed = !facts.allowsForward && facts.allowsBackward
      let line = vertices(link, isReversed: isReversed)
      guard let start = facts.points.first?.position, let end = facts.points.last?.position else { continue }
      collector.addLine(line)
      var list = AttributeList()
      list.add(.cause, facts.cause.rawValue)
      list.add(.confidence, Int(facts.confidencePercent))
      list.add(.oneway, facts.allowsForward != facts.allowsBackward)
      list.add(.mapLengthMetres, (lengthCentimetres(link) + 50) / 100)
      collector.endShape(
        id: StableHash.featureID("connector/\(start)/\(end)"), firstZoom: first,
        priority: VectorLayer.connectors.priority + log2(max(1, Self.box([line]).diagonal)),
        attributes: values.attributes(list))
    }
    layers[.connectors] = collector
  }
}
