import Glibc
import SkiGraph

/// A reader of a region's layers as shapes.
struct RegionReader {
  let graph: RoutingGraph
  let deepestZoom: Int
  /// The least length in pixels of a line shown before the deepest zoom.
  let leastPixels: Double
  var layers: [VectorLayer: ShapeCollector] = [:]
  var values = AttributeCollector()
  /// The column of each point of the graph, in world units.
  let xs: [Int32]
  /// The row of each point of the graph, in world units.
  let ys: [Int32]
  /// The features of the graph.
  let features: [GraphFeature]
  /// The first zoom of each feature that is a line.
  var firstZooms: [Int]
  /// The zooms from which nodes are kept in lines.
  var meetings: LineJunctions

  /// The length of lines in pixels from which their junctions are visible.
  static let meetingPixels = 4.0

  init(_ graph: RoutingGraph, deepestZoom: Int, leastPixels: Double = 4) {
    self.graph = graph
    self.deepestZoom = deepestZoom
    self.leastPixels = leastPixels
    let storage = graph.storage
    xs = storage.pointLongitude.map { WorldProjection.x(longitudeE7: $0) }
    ys = storage.pointLatitude.map { WorldProjection.y(latitudeE7: $0) }
    features = (0..<graph.featureCount).map { graph.feature(FeatureIndex($0)) }
    firstZooms = []
    meetings = LineJunctions(nodeCount: graph.nodeCount)
  }

  /// Reads the given layers. Complexity: O(*n* log *n*) in points.
  mutating func read(_ wanted: Set<VectorLayer>) {
    firstZooms = features.indices.map { firstZoom($0, pixels: leastPixels) }
    findMeetings(of: wanted)
    if wanted.contains(.connectors) { readConnectors() }
    readLines(wanted)
    if wanted.contains(.stations) { readStations() }
    if wanted.contains(.junctions) { readJunctions() }
    if wanted.contains(.runAreas) { readRunAreas() }
    if !wanted.isDisjoint(with: [.areas, .labels]) { readAreas(wanted) }
  }

  /// Returns the first zoom of a line: where it is `pixels` long, but not before its layer's.
  private func firstZoom(_ feature: Int, pixels: Double) -> Int {
    guard let layer = lineLayer(of: features[feature].kind) else { return deepestZoom }
    return max(
      layer.zooms(in: 0...deepestZoom).lowerBound,
      Self.firstZoom(diagonal: box(feature).diagonal, pixels: pixels, deepest: deepestZoom))
  }

  /// Returns the first zoom at which a length in world units takes some pixels of a tile 512 pixels wide, at most the
  /// deepest.
  static func firstZoom(diagonal: Double, pixels: Double, deepest: Int) -> Int {
    guard pixels > 0 else { return 0 }
    guard diagonal >= 1 else { return deepest }
    let zoom = 23 - log2(diagonal / pixels)
    return max(0, min(deepest, Int(zoom.rounded(.up))))
  }

  func lineLayer(of kind: FeatureKind) -> VectorLayer? {
    switch kind {
    case .run: .runs
    case .lift: .lifts
    case .street: .streets
    default: nil
    }
  }

  /// Returns the box around all points of a feature's links.
  func box(_ feature: Int) -> WorldBox {
    var box = WorldBox.empty
    for link in graph.links(of: FeatureIndex(feature)) {
      for point in graph.pointRange(LinkIndex(link)) { box.formUnion(x: xs[point], y: ys[point]) }
    }
    return box
  }

  /// Computes the zoom from which each node joins two lines shown in the given layers.
  private mutating func findMeetings(of wanted: Set<VectorLayer>) {
    let storage = graph.storage
    let lengthZooms = features.indices.map { firstZoom($0, pixels: max(leastPixels, Self.meetingPixels)) }
    let connectorZoom = VectorLayer.connectors.zooms(in: 0...deepestZoom).lowerBound
    for link in 0..<graph.linkCount {
      let feature = storage.linkFeature[link]
      let layer = feature == .max ? .connectors : lineLayer(of: features[Int(feature)].kind)
      guard layer.map(wanted.contains) ?? true else { continue }
      let owner = feature == .max ? UInt32(link) | 1 << 31 : feature
      let zoom = feature == .max ? connectorZoom : lengthZooms[Int(feature)]
      meetings.add(owner, zoom: zoom, at: Int(storage.linkTail[link]))
      meetings.add(owner, zoom: zoom, at: Int(storage.linkHead[link]))
    }
  }

  /// Returns the vertices of a link from tail to head, or reversed, with the levels of its ends.
  func vertices(_ link: Int, isReversed: Bool) -> [WorldVertex] {
    let range = graph.pointRange(LinkIndex(link))
    var vertices = range.map { WorldVertex(x: xs[$0], y: ys[$0]) }
    if !vertices.isEmpty {
      vertices[0].level = level(node: Int(graph.storage.linkTail[link]))
      vertices[vertices.count - 1].level = level(node: Int(graph.storage.linkHead[link]))
    }
    return isReversed ? vertices.reversed() : vertices
  }

  private func level(node: Int) -> UInt8 {
    guard let zoom = meetings.firstZoom(at: node) else { return 0 }
    return VertexLevels.threshold(zoom: zoom, isDeepest: zoom == deepestZoom)
  }

  /// Returns the length of a link on the map, in centimetres.
  func lengthCentimetres(_ link: Int) -> Int {
    let range = graph.pointRange(LinkIndex(link))
    return range.isEmpty ? 0 : Int(graph.storage.pointDistance[range.upperBound - 1])
  }
}

/// The lowest zoom at which two lines that meet at a node are both shown.
struct LineJunctions {
  private static let none = UInt32.max

  private var owners: [UInt32]
  private var firstZooms: [UInt8]
  private var secondZooms: [UInt8]

  init(nodeCount: Int) {
    owners = Array(repeating: Self.none, count: nodeCount)
    firstZooms = Array(repeating: .max, count: nodeCount)
    secondZooms = Array(repeating: .max, count: nodeCount)
  }

  /// Adds a line, identified by its owner and shown from a zoom on, that touches a node.
  mutating func add(_ owner: UInt32, zoom: Int, at node: Int) {
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
