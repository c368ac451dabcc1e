package import SkiBase

extension RoutingGraphBuilder {
  /// Encodes the contents into an immutable graph.
  ///
  /// - Throws: ``SkiError`` with code `.internalInconsistency` when the contents are inconsistent (its subject is the
  ///   feature's id), `.limitExceeded` when there are more elements than a map can hold, `.cancelled`, `.timedOut` or
  ///   `.limitExceeded` by the task's work limit.
  /// - Complexity: O(*n* log *n*) in nodes, points and features; memory about twice the result.
  package func build() throws(SkiError) -> RoutingGraph {
    try RoutingGraph(bytes: frozen().bytes)
  }

  /// Encodes as ``build()``, and returns the graph with its indices of the builder's nodes and features.
  package func buildWithIndices() throws(SkiError) -> (graph: RoutingGraph, indices: FrozenIndices) {
    let region = try frozen()
    return (try RoutingGraph(bytes: region.bytes), region.indices)
  }

  /// Returns the contents encoded as a region of a `.skimap`.
  /// - Throws: As ``build()``.
  func frozen() throws(SkiError) -> FrozenRegion {
    try check()
    try WorkLimit.check("freezing the map")
    var arrays = try FrozenArrays(self)
    let bytes = try arrays.write()
    return FrozenRegion(
      bytes: bytes, bounds: bounds(), nodeCount: nodes.count,
      features: arrays.featureOrder.map { features[$0] },
      indices: FrozenIndices(nodes: arrays.nodeRank, features: arrays.featureRank))
  }

  /// Returns the bounding box of all coordinates; all longitudes when it crosses the antimeridian.
  private func bounds() -> TreeBox {
    var places = nodes.lazy.map(\.position).makeIterator()
    guard let first = places.next() ?? features.first?.facts.start.position else {
      return TreeBox(south: 0, west: 0, north: 0, east: 0)
    }
    var box = TreeBox(first)
    while let place = places.next() { box.formUnion(TreeBox(place)) }
    for link in links { for point in link.points { box.formUnion(TreeBox(point.position)) } }
    for feature in features {
      box.formUnion(TreeBox(feature.facts.start.position))
      box.formUnion(TreeBox(feature.facts.end.position))
    }
    for ring in outlines.values.joined() {
      for place in ring.places { box.formUnion(TreeBox(place)) }
    }
    if Int64(box.east) - Int64(box.west) > 1_800_000_000 {
      (box.west, box.east) = (-1_800_000_000, 1_800_000_000)
    }
    return box
  }
}

/// An encoded region, with the data that the map's directory and name index need.
struct FrozenRegion {
  var bytes: [UInt8]
  /// The bounding box in 1e-7 degrees; all longitudes when it crosses the antimeridian.
  var bounds: TreeBox
  var nodeCount: Int
  /// The features in their final order.
  var features: [BuilderFeature]
  /// The indices of nodes and features in the graph.
  var indices: FrozenIndices
}

/// The arrays of a graph in their final order.
private struct FrozenArrays {
  let source: RoutingGraphBuilder
  /// The builder position of each final node.
  let nodeOrder: [Int]
  /// The final position of each builder node.
  let nodeRank: [UInt32]
  /// The builder position of each final feature.
  let featureOrder: [Int]
  /// The final position of each builder feature.
  let featureRank: [UInt32]
  /// The builder position of each final link.
  let linkOrder: [Int]
  var strings = StringTable()
  var writer: SectionWriter

  init(_ builder: RoutingGraphBuilder) throws(SkiError) {
    source = builder
    let absent = builder.heightGrid == nil ? SectionID.ofHeights.count : 0
    writer = SectionWriter(sectionCount: SectionID.ofRegion.count - absent)
    (nodeOrder, nodeRank) = Self.order(
      builder.nodes.map { hilbertKey($0.position) }, groups: Self.nodeAreas(builder))
    let featureAreas = builder.features.map { $0.facts.area?.rawValue ?? .max }
    (featureOrder, featureRank) = Self.order(
      builder.features.map { hilbertKey($0.facts.start.position) }, groups: featureAreas)
    try WorkLimit.check("freezing the map")
    let rank = featureRank
    let linkKeys = builder.links.map { link in link.feature.map { UInt64(rank[$0.position]) } ?? .max }
    (linkOrder, _) = Self.order(linkKeys, groups: builder.links.map { _ in 0 })
  }

  /// Returns the ski area of each node: the least of the features whose links end there.
  static func nodeAreas(_ builder: RoutingGraphBuilder) -> [UInt32] {
    var areas = [UInt32](repeating: .max, count: builder.nodes.count)
    for link in builder.links {
      guard let feature = link.feature, let area = builder.features[feature.position].facts.area else {
        continue
      }
      areas[link.tail.position] = min(areas[link.tail.position], area.rawValue)
      areas[link.head.position] = min(areas[link.head.position], area.rawValue)
    }
    return areas
  }

  /// Returns positions sorted by group, then key, then position, and the rank of each position.
  static func order(_ keys: [UInt64], groups: [UInt32]) -> (order: [Int], rank: [UInt32]) {
    var rows = keys.indices.map { (group: groups[$0], key: keys[$0], index: $0) }
    rows.sort { ($0.group, $0.key, $0.index) < ($1.group, $1.key, $1.index) }
    var rank = [UInt32](repeating: 0, count: keys.count)
    for (position, row) in rows.enumerated() { rank[row.index] = UInt32(position) }
    return (rows.map(\.index), rank)
  }

  mutating func write() throws(SkiError) -> [UInt8] {
    let parts: [(inout Self) -> Void] = [
      { $0.writeNodes() }, { $0.writeLinksAndEdges() }, { $0.writePoints() }, { $0.writeFeatureLinks() },
      { $0.writeFeatures() }, { $0.writeTree() }, { $0.writeRings() },
    ]
    for write in parts {
      try WorkLimit.check("freezing the map")
      write(&self)
    }
    try source.heightGrid?.write(to: &writer, &strings)
    writer.add(strings)
    guard !strings.isFull else {
      throw SkiError(.limitExceeded, "region holds more than 4 GiB of text; build fewer features at a time")
    }
    return writer.bytes()
  }

  private mutating func writeNodes() {
    let nodes = nodeOrder.map { source.nodes[$0] }
    writer.add(.nodeLatitude, nodes.map(\.position.latitudeE7))
    writer.add(.nodeLongitude, nodes.map(\.position.longitudeE7))
    writer.add(.nodeElevation, nodes.map { $0.elevationCentimetres ?? .min })
    let junctions = nodeOrder.map { source.junctions[BuilderNodeIndex($0)] ?? .alone }
    writer.add(.nodeJunction, junctions.map(\.cause.code))
    writer.add(.nodeConfidence, junctions.map(\.confidencePercent))
  }

  private mutating func writeLinksAndEdges() {
    let tails = perLink { nodeRank[$0.tail.position] }
    let heads = perLink { nodeRank[$0.head.position] }
    writer.add(.linkTail, tails)
    writer.add(.linkHead, heads)
    writer.add(.linkFeature, perLink { $0.feature.map { featureRank[$0.position] } ?? .max })
    writer.add(.linkKind, perLink(\.kind.code))
    writer.add(.linkDifficulty, perLink { $0.difficulty?.rank ?? 0 })
    writer.add(.linkFlags, perLink(\.flags.rawValue))
    writer.add(.linkCause, perLink(\.cause.code))
    writer.add(.linkConfidence, perLink(\.confidencePercent))
    writer.add(.linkStartOffset, perLink(\.startOffsetCentimetres))
    writer.add(.linkEndOffset, perLink(\.endOffsetCentimetres))
    writeEdges(tails: tails, heads: heads)
  }

  /// Returns one value per link, in final order.
  private func perLink<T>(_ value: (BuilderLink) -> T) -> [T] { linkOrder.map { value(source.links[$0]) } }

  private mutating func writeEdges(tails: [UInt32], heads: [UInt32]) {
    var edges: [(tail: UInt32, head: UInt32, link: UInt32)] = []
    for (position, index) in linkOrder.enumerated() {
      let (tail, head, code) = (tails[position], heads[position], UInt32(position) * 2)
      if source.links[index].allowsForward { edges.append((tail, head, code)) }
      if source.links[index].allowsBackward { edges.append((head, tail, code + 1)) }
    }
    edges.sort { ($0.tail, $0.head, $0.link) < ($1.tail, $1.head, $1.link) }
    var firstOut = [UInt32](repeating: 0, count: source.nodes.count + 1)
    var forward = [UInt32](repeating: .max, count: linkOrder.count)
    var backward = forward
    for (position, edge) in edges.enumerated() {
      firstOut[Int(edge.tail) + 1] += 1
      if edge.link & 1 == 0 {
        forward[Int(edge.link / 2)] = UInt32(position)
      } else {
        backward[Int(edge.link / 2)] = UInt32(position)
      }
    }
    for node in 0..<source.nodes.count { firstOut[node + 1] += firstOut[node] }
    let edgeHeads = edges.map(\.head)
    writer.add(.firstOut, firstOut)
    writer.add(.edgeHead, edgeHeads)
    writer.add(.eliminationOrder, EliminationOrder.stored(firstOut: firstOut, heads: edgeHeads))
    writer.add(.edgeLink, edges.map(\.link))
    writer.add(.linkForwardEdge, forward)
    writer.add(.linkBackwardEdge, backward)
  }

  /// Writes the points one attribute at a time, so that the points are never copied whole.
  private mutating func writePoints() {
    var first: [UInt32] = [0]
    var count: UInt32 = 0
    for index in linkOrder {
      count += UInt32(source.links[index].points.count)
      first.append(count)
    }
    writer.add(.linkFirstPoint, first)
    writer.add(.pointLatitude, perPoint(Int(count), \.position.latitudeE7))
    writer.add(.pointLongitude, perPoint(Int(count), \.position.longitudeE7))
    writer.add(.pointElevation, perPoint(Int(count)) { $0.elevationCentimetres ?? .min })
    var distances: [UInt32] = []
    distances.reserveCapacity(Int(count))
    for index in linkOrder { distances += source.links[index].distancesCentimetres }
    writer.add(.pointDistance, distances)
    writer.add(.pointInferredElevation, inferredElevations(Int(count)))
  }

  /// Returns the inferred elevation of each point in final order; empty when no link has any.
  private func inferredElevations(_ count: Int) -> [Int32] {
    guard source.links.contains(where: { $0.inferredElevationsCentimetres != nil }) else { return [] }
    var values: [Int32] = []
    values.reserveCapacity(count)
    for index in linkOrder {
      let link = source.links[index]
      values += link.inferredElevationsCentimetres ?? Array(repeating: .min, count: link.points.count)
    }
    return values
  }

  /// Returns one value per point, in final order.
  private func perPoint<T>(_ count: Int, _ value: (GraphPoint) -> T) -> [T] {
    var values: [T] = []
    values.reserveCapacity(count)
    for index in linkOrder { for point in source.links[index].points { values.append(value(point)) } }
    return values
  }

  private mutating func writeFeatureLinks() {
    var first = [UInt32](repeating: 0, count: source.features.count + 1)
    for link in source.links {
      if let feature = link.feature { first[Int(featureRank[feature.position]) + 1] += 1 }
    }
    for index in source.features.indices { first[index + 1] += first[index] }
    writer.add(.featureFirstLink, first)
  }

  private mutating func writeFeatures() {
    var records: [FeatureRecord] = []
    records.reserveCapacity(featureOrder.count)
    var texts: [FeatureText] = []
    for (rank, index) in featureOrder.enumerated() {
      records.append(record(source.features[index]))
      texts += FeatureText.all(of: source.features[index].facts, UInt32(rank), &strings)
    }
    writer.add(.featureRecord, records)
    writer.add(.featureText, texts)
    let areas = source.areas.map { area in
      let low = FixedCoordinate(Coordinate(latitude: area.bounds.south, longitude: area.bounds.west))
      let high = FixedCoordinate(Coordinate(latitude: area.bounds.north, longitude: area.bounds.east))
      return AreaRecord(
        name: strings.number(area.name), id: strings.number(area.id?.rawValue),
        operatingLiftCount: UInt32(area.operatingLiftCount),
        zone: area.zone.map { strings.number($0) + 1 } ?? 0, south: low.latitudeE7, west: low.longitudeE7,
        north: high.latitudeE7, east: high.longitudeE7)
    }
    writer.add(.areaRecord, areas)
  }

  private mutating func record(_ feature: BuilderFeature) -> FeatureRecord {
    let facts = feature.facts
    var record = FeatureRecord()
    record.kind = facts.kind.code
    record.status = facts.status.code
    record.convention = facts.convention.code
    record.difficulty = facts.difficulty?.rank ?? 0
    record.estimatedDifficulty = facts.estimatedDifficulty?.rank ?? 0
    record.liftKind = facts.liftKind.code
    record.flags = facts.isArea ? 1 : 0
    record.setTerrain(facts.terrain)
    record.setFlag(.detachable, facts.isDetachable)
    record.setFlag(.bubble, facts.hasBubble)
    record.setFlag(.heated, facts.isHeated)
    record.setRopes(facts.ropes)
    record.uses = facts.uses.rawValue
    record.streetKind = facts.streetKind.map { $0.code + 1 } ?? 0
    record.occupancy = UInt16(clamping: facts.occupancy ?? 0)
    record.capacityPerHour = UInt32(clamping: facts.capacityPerHour ?? 0)
    record.durationMilliseconds = UInt32(clamping: facts.durationMilliseconds ?? 0)
    record.id = strings.number(facts.id.rawValue)
    record.name = strings.number(facts.name)
    record.ref = strings.number(facts.refs.isEmpty ? nil : facts.refs.joined(separator: ";"))
    record.parent = feature.parent.map { featureRank[$0.position] } ?? .max
    record.area = facts.area?.rawValue ?? .max
    record.zone = facts.zone.map { strings.number($0) + 1 } ?? 0
    record.startNode = feature.startNode.map { nodeRank[$0.position] } ?? .max
    record.endNode = feature.endNode.map { nodeRank[$0.position] } ?? .max
    record.startLatitude = facts.start.position.latitudeE7
    record.startLongitude = facts.start.position.longitudeE7
    record.startElevation = facts.start.elevationCentimetres ?? .min
    record.endLatitude = facts.end.position.latitudeE7
    record.endLongitude = facts.end.position.longitudeE7
    record.endElevation = facts.end.elevationCentimetres ?? .min
    return record
  }

  /// Writes the spatial index of runs, streets and lift stations.
  private mutating func writeTree() {
    var items = TreeItems()
    var firstPoint: UInt32 = 0
    for (position, index) in linkOrder.enumerated() {
      let link = source.links[index]
      if link.kind == .run || link.kind == .walk {
        items.addSegments(link.points, link: UInt32(position), firstPoint: firstPoint)
      }
      firstPoint += UInt32(link.points.count)
    }
    for node in stationNodes() { items.addStation(source.nodes[nodeOrder[Int(node)]].position, node: node) }
    items.sort()
    writer.add(
      .treeBox, PackedTree(itemCount: items.boxes.count).boxes(leaves: items.boxes) { $0.formUnion($1) })
    writer.add(.treeItemLink, items.links)
    writer.add(.treeItemPoint, items.points)
  }

  private mutating func writeRings() {
    var (owners, kinds, first): ([UInt32], [UInt8], [UInt32]) = ([], [], [0])
    var places: [FixedCoordinate] = []
    for (rank, index) in featureOrder.enumerated() {
      for ring in source.outlines[BuilderFeatureIndex(index)] ?? [] {
        owners.append(UInt32(rank))
        kinds.append(ring.isHole ? 1 : 0)
        places += ring.places
        first.append(UInt32(places.count))
      }
    }
    writer.add(.ringFeature, owners)
    writer.add(.ringKind, kinds)
    writer.add(.ringFirstPoint, first)
    writer.add(.ringLatitude, places.map(\.latitudeE7))
    writer.add(.ringLongitude, places.map(\.longitudeE7))
  }

  /// Returns the final positions of all nodes where a lift is boarded or left, in order.
  private func stationNodes() -> [UInt32] {
    var nodes = Set<UInt32>()
    for link in source.links where link.kind == .lift && link.flags.isDisjoint(with: [.staysOn, .goesOn]) {
      nodes.insert(nodeRank[link.tail.position])
      nodes.insert(nodeRank[link.head.position])
    }
    return nodes.sorted()
  }
}

/// The indices that freezing gave to the nodes and features of a builder.
package struct FrozenIndices: Sendable {
  /// By builder position: the position in the graph.
  let nodes: [UInt32]
  let features: [UInt32]

  /// Returns the node of the graph that a node of the builder became. Complexity: O(1).
  package subscript(_ node: BuilderNodeIndex) -> NodeIndex { NodeIndex(nodes[node.position]) }

  /// Returns the feature of the graph that a feature of the builder became. Complexity: O(1).
  package subscript(_ feature: BuilderFeatureIndex) -> FeatureIndex {
    FeatureIndex(features[feature.position])
  }
}
