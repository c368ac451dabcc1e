import SkiGraph

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
