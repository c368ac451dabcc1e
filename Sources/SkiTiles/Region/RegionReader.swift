import SkiBase
import SkiGraph
import SkiSystem

/// A reader of a region's shapes: their drafts first, and each shape from its draft.
///
/// Creating one takes a pass over links and points; a shape takes time in its own points.
struct RegionReader {
  let graph: RoutingGraph
  let deepestZoom: Int
  /// The least length in pixels of a line shown before the deepest zoom.
  let leastPixels: Double
  var values: AttributeCollector
  /// The boxes around all points of each feature's links.
  let boxes: [WorldBox]
  /// The first zoom of each feature that is a line.
  let firstZooms: [Int]
  /// The zooms from which nodes are kept in lines.
  private let meetings: LineJunctions
  /// The projection of the region's points.
  var rows = MercatorRows()
  /// The corners of runs mapped as areas, once they are read.
  var runAreas: RunAreaRings?
  /// The runs and lifts of each ski area, once one is read.
  var areaMembers: [[Int]]?
  /// The outlines of the ski areas read so far.
  var outlines: [Int: ClosedOutline?] = [:]
  /// The attributes of runs by their style, read so far.
  var styles: [RunStyle: [Attribute]] = [:]

  /// The length of lines in pixels from which their junctions are visible.
  static let meetingPixels = 4.0

  /// Creates a reader. Complexity: O(*n*) in points, links and features.
  init(
    _ graph: RoutingGraph, layers: [VectorLayer], keys: Set<AttributeKey>?, deepestZoom: Int,
    leastPixels: Double
  ) {
    self.graph = graph
    self.deepestZoom = deepestZoom
    self.leastPixels = leastPixels
    values = AttributeCollector(wanted: keys)
    let boxes = Self.boxes(graph)
    func zooms(_ pixels: Double) -> [Int] {
      boxes.indices.map { index in
        guard let layer = Self.lineLayer(ofCode: graph.kindCode(of: index)) else { return deepestZoom }
        return max(
          layer.zooms(in: 0...deepestZoom).lowerBound,
          Self.firstZoom(diagonal: boxes[index].diagonal, pixels: pixels, deepest: deepestZoom))
      }
    }
    firstZooms = zooms(leastPixels)
    let lengthZooms = leastPixels >= Self.meetingPixels ? firstZooms : zooms(Self.meetingPixels)
    meetings = LineJunctions(
      graph, layers: Set(layers), featureZooms: lengthZooms,
      connectorZoom: VectorLayer.connectors.zooms(in: 0...deepestZoom).lowerBound)
    self.boxes = boxes
  }

  /// Returns the box around the points of each feature's links.
  private static func boxes(_ graph: RoutingGraph) -> [WorldBox] {
    var rows = MercatorRows()
    return (0..<graph.featureCount).map { index in
      let links = graph.links(of: FeatureIndex(index))
      guard let first = links.first, let last = links.last else { return .empty }
      let points =
        graph.pointRange(LinkIndex(first)).lowerBound..<graph.pointRange(LinkIndex(last)).upperBound
      return rows.box(graph, points)
    }
  }

  /// Returns the first zoom at which a length in world units takes some pixels of a tile 512 pixels wide, at most the
  /// deepest.
  static func firstZoom(diagonal: Double, pixels: Double, deepest: Int) -> Int {
    guard pixels > 0 else { return 0 }
    guard diagonal >= 1 else { return deepest }
    let zoom = 23 - log2(diagonal / pixels)
    return max(0, min(deepest, Int(zoom.rounded(.up))))
  }

  /// Returns the layer of lines of a code of ``FeatureKind``; nil for other features.
  static func lineLayer(ofCode code: UInt8) -> VectorLayer? {
    switch FeatureKind(code: code) ?? .run {
    case .run: .runs
    case .lift: .lifts
    case .street: .streets
    default: nil
    }
  }

  /// Appends the vertices of a link from tail to head, or reversed, with the levels of its ends, to a line that ends
  /// where the link begins.
  mutating func append(_ link: Int, isReversed: Bool, to line: inout [WorldVertex]) {
    let range = graph.pointRange(LinkIndex(link))
    guard !range.isEmpty else { return }
    let storage = graph.storage
    for step in (line.isEmpty ? 0 : 1)..<range.count {
      let point = isReversed ? range.upperBound - 1 - step : range.lowerBound + step
      var vertex = rows.vertex(storage.pointLatitude[point], storage.pointLongitude[point])
      if point == range.lowerBound { vertex.level = level(node: Int(storage.linkTail[link])) }
      if point == range.upperBound - 1 { vertex.level = level(node: Int(storage.linkHead[link])) }
      line.append(vertex)
    }
  }

  private func level(node: Int) -> UInt8 {
    guard let zoom = meetings.firstZoom(at: node) else { return 0 }
    return VertexLevels.threshold(zoom: zoom, isDeepest: zoom == deepestZoom)
  }

  /// An upper estimate of the number of bytes of the region and all its shapes.
  var greatestByteCount: Int {
    64 * graph.storage.pointLatitude.count + 256 * (graph.linkCount + graph.nodeCount) + 1024
      * graph.featureCount
  }

  /// Indicates whether the region lies within half a turn, so that none of its lines crosses the antimeridian.
  var isNarrow: Bool {
    var box = boxes.reduce(into: WorldBox.empty) { $0.formUnion($1) }
    var rows = rows
    for index in 0..<graph.featureCount {
      let (start, end) = graph.endPlaces(of: FeatureIndex(index))
      for vertex in [rows.vertex(start), rows.vertex(end)] { box.formUnion(x: vertex.x, y: vertex.y) }
    }
    return Int(box.east) - Int(box.west) < 1 << 31
  }

  /// Returns the length of a link on the map, in centimetres.
  func lengthCentimetres(_ link: Int) -> Int {
    let range = graph.pointRange(LinkIndex(link))
    return range.isEmpty ? 0 : Int(graph.storage.pointDistance[range.upperBound - 1])
  }
}

extension RegionReader {
  /// Makes the shape of a draft; nothing when it turns out to have none.
  /// - Complexity: O(*n* log *n*) in its points.
  mutating func add(_ draft: ShapeDraft, of layer: VectorLayer, to collector: inout ShapeCollector) {
    let index = Int(draft.index)
    switch (layer, draft.source) {
    case (.connectors, _): addConnector(index, to: &collector)
    case (.junctions, _): addJunction(NodeIndex(index), to: &collector)
    case (.stations, _): addStation(draft, to: &collector)
    case (.runAreas, _): addRunArea(index, to: &collector)
    case (.areas, _): addArea(index, to: &collector)
    case (.labels, .area): addAreaLabel(index, to: &collector)
    case (.labels, _): addLabel(of: index, to: &collector)
    default: addLine(index, layer, to: &collector)
    }
  }

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

  /// Adds the label of a run or lift at the middle of its longest line, with the direction there.
  mutating func addLabel(of index: Int, to collector: inout ShapeCollector) {
    let feature = graph.feature(FeatureIndex(index))
    guard feature.name != nil || feature.ref != nil else { return }
    let chains = FeatureChains(graph, feature: index)
    let lines = lines(index, chains)
    guard let middle = LabelAnchor(lines) else { return }
    var list = AttributeList()
    list.add(.kind, feature.kind.rawValue)
    list.add(.name, feature.name)
    list.add(.ref, feature.ref)
    if feature.kind == .run {
      list.add(.difficulty, feature.difficulty?.rawValue)
      list.add(.convention, feature.convention.rawValue)
      Self.addGrade(feature, to: &list)
      if feature.isArea { list.add(.area, true) }
    } else {
      list.add(.liftType, feature.liftKind.rawValue)
      list.add(.colour, DrawingColours.lift)
    }
    list.add(.status, feature.status.rawValue)
    list.add(.oneway, chains.isOneway)
    list.add(.bearing, middle.bearingDegrees)
    let size = Self.size(Self.box(lines))
    let weight = size + (feature.kind == .lift ? 1 : 0)
    addLabel(
      id: feature.kind.rawValue + "/" + feature.id.rawValue, at: middle, labelZoom(size: size), weight, list,
      to: &collector)
  }

  /// Returns the first zoom of a label: a name needs a line several words long.
  func labelZoom(size: Double) -> Int {
    Self.firstZoom(diagonal: exp2(size), pixels: 64, deepest: deepestZoom)
  }

  /// Adds a label; its rank is 0 for the most important and grows by one each time the size falls by a factor of √2.
  mutating func addLabel(
    id: String, at middle: LabelAnchor, _ firstZoom: Int, _ weight: Double, _ list: AttributeList,
    to collector: inout ShapeCollector
  ) {
    var list = list
    list.add(.rank, max(0, Int((2 * (32 - weight)).rounded())))
    collector.addCorners([SIMD2(middle.x, middle.y)])
    collector.endShape(
      id: StableHash.featureID("label/" + id), firstZoom: firstZoom,
      priority: VectorLayer.labels.priority + weight, attributes: values.attributes(list))
  }
}

/// The middle of a line or ring, and the line's direction there.
struct LabelAnchor {
  let x: Int32
  let y: Int32
  /// The direction in degrees clockwise from north, 0..<360; nil where there is none.
  let bearingDegrees: Int?

  /// Creates the middle of the longest of the lines, or returns nil when there is none.
  /// - Complexity: O(*n*).
  init?(_ lines: [[WorldVertex]]) {
    let lengths = lines.map { line in zip(line, line.dropFirst()).reduce(0) { $0 + Self.length($1.0, $1.1) } }
    guard let longest = lengths.indices.max(by: { (lengths[$0], -$0) < (lengths[$1], -$1) }),
      var last = lines[longest].first
    else { return nil }
    var rest = lengths[longest] / 2
    for next in lines[longest].dropFirst() {
      let length = Self.length(last, next)
      if length >= rest, length > 0 {
        self.init(from: last, to: next, share: rest / length)
        return
      }
      rest -= length
      last = next
    }
    self.init(x: last.x, y: last.y)
  }

  private init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
    bearingDegrees = nil
  }

  private init(from a: WorldVertex, to b: WorldVertex, share: Double) {
    let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    x = Int32((Double(a.x) + dx * share).rounded())
    y = Int32((Double(a.y) + dy * share).rounded())
    let degrees = Int((atan2(dx, -dy) * 180 / .pi).rounded())
    bearingDegrees = (degrees + 360) % 360
  }

  /// Creates a point without a direction.
  init(_ place: GridPoint) { self.init(x: place.x, y: place.y) }

  private static func length(_ a: WorldVertex, _ b: WorldVertex) -> Double {
    let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// The lowest zoom at which two lines that meet at a node are both shown.
struct LineJunctions {
  private static let none = UInt32.max

  private var owners: [UInt32]
  private var firstZooms: [UInt8]
  private var secondZooms: [UInt8]

  /// Reads the meetings of the lines of some layers.
  /// - Parameters:
  ///   - featureZooms: The first zoom of each feature.
  ///   - connectorZoom: The first zoom of connectors.
  /// - Complexity: O(*n* + *l*) in nodes and links.
  init(_ graph: RoutingGraph, layers: Set<VectorLayer>, featureZooms: [Int], connectorZoom: Int) {
    owners = Array(repeating: Self.none, count: graph.nodeCount)
    firstZooms = Array(repeating: .max, count: graph.nodeCount)
    secondZooms = Array(repeating: .max, count: graph.nodeCount)
    let isWanted = (0..<graph.featureCount).map { index in
      RegionReader.lineLayer(ofCode: graph.kindCode(of: index)).map(layers.contains) ?? true
    }
    let storage = graph.storage
    for link in 0..<graph.linkCount {
      let feature = storage.linkFeature[link]
      let isConnector = feature == .max
      guard isConnector ? layers.contains(.connectors) : isWanted[Int(feature)] else { continue }
      let owner = isConnector ? UInt32(link) | 1 << 31 : feature
      let zoom = isConnector ? connectorZoom : featureZooms[Int(feature)]
      add(owner, zoom: zoom, at: Int(storage.linkTail[link]))
      add(owner, zoom: zoom, at: Int(storage.linkHead[link]))
    }
  }

  /// Adds a line, identified by its owner and shown from a zoom on, that touches a node.
  private mutating func add(_ owner: UInt32, zoom: Int, at node: Int) {
    let zoom = UInt8(clamping: zoom)
    if owner == owners[node] { return }
    if owners[node] == Self.none || zoom < firstZooms[node] {
      secondZooms[node] = firstZooms[node]
      (owners[node], firstZooms[node]) = (owner, zoom)
    } else {
      secondZooms[node] = min(secondZooms[node], zoom)
    }
  }

  /// Returns the zoom from which two lines that meet at a node are shown; nil when none do.
  func firstZoom(at node: Int) -> Int? {
    secondZooms[node] == .max ? nil : Int(secondZooms[node])
  }
}
