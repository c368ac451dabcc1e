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
