import FuzzSupport
import SkiBase
import SkiGraph

/// Reads all of a graph that was accepted by the reader.
func checkGraph(_ graph: RoutingGraph) {
  do {
    try graph.checkInvariants()
  } catch {
    fatalError("broken promise: a graph was opened that breaks a rule: \(error)")
  }
  for node in 0..<graph.nodeCount {
    let place = graph.point(NodeIndex(node)).position.coordinate
    require(place.isValid, "node \(node) is at \(place)")
    for edge in graph.edges(from: NodeIndex(node)) {
      require(graph.tail(EdgeIndex(edge)) == NodeIndex(node), "edge \(edge) starts elsewhere")
      require(graph.head(EdgeIndex(edge)).position < graph.nodeCount, "edge \(edge) ends nowhere")
      require(graph.link(of: EdgeIndex(edge)).position < graph.linkCount, "edge \(edge) has no link")
    }
  }
  for link in 0..<graph.linkCount {
    let facts = graph.link(LinkIndex(link))
    require(facts.points.count >= 2, "link \(link) has \(facts.points.count) points")
    require(facts.points.allSatisfy { $0.position.coordinate.isValid }, "link \(link) leaves the Earth")
  }
  for feature in 0..<graph.featureCount {
    _ = graph.feature(FeatureIndex(feature))
    let links = graph.links(of: FeatureIndex(feature))
    require(links.upperBound <= graph.linkCount, "feature \(feature) has links \(links)")
    let outline = graph.outline(of: FeatureIndex(feature))
    require(outline.first?.isHole != true, "feature \(feature) has a hole in nothing")
    require(
      outline.allSatisfy { ring in
        ring.places.count > 2 && ring.places.allSatisfy { $0.coordinate.isValid }
      }, "feature \(feature) has a ring that is none")
  }
  for area in 0..<graph.areaCount { _ = graph.area(AreaIndex(area)) }
}

/// Decodes the tiles of the height grid of a graph.
func checkHeights(_ graph: RoutingGraph, isWhole: Bool) {
  guard let grid = graph.heightGrid else { return }
  require(grid.lattice.isValid, "a height grid lies on \(grid.lattice)")
  for tile in 0..<min(16, grid.tileCount) {
    require(grid.position(of: grid.address(tile)) == tile, "tile \(tile) is not found")
    do {
      let metres = try grid.metres(ofTile: tile)
      require(metres.count == HeightTileCode.count, "tile \(tile) has \(metres.count) heights")
      require(metres.allSatisfy { $0.isNaN || (-1000...10_000).contains($0) }, "tile \(tile) is out of range")
    } catch {
      require(!isWhole && error.code == .malformedData, "tile \(tile) of a whole map: \(error)")
    }
  }
  require(grid.attributions.count <= 1 << 20, "a height grid has \(grid.attributions.count) attributions")
}

/// Decodes any bytes as a tile of heights; what is read is the same after encoding.
func checkHeightCode(_ bytes: [UInt8]) {
  let range = HeightTileCode.range(ofStepMillimetres: 100)
  func decoded(_ code: [UInt8]) -> [Int32]? {
    var heights = [Int32](repeating: 0, count: HeightTileCode.count)
    let isWellFormed = heights.withUnsafeMutableBufferPointer { heights in
      code.withUnsafeBufferPointer { HeightTileCode.decode($0, within: range, into: heights) }
    }
    return isWellFormed ? heights : nil
  }
  guard let heights = decoded(bytes) else { return }
  require(
    heights.allSatisfy { $0 == HeightTileCode.void || range.contains($0) }, "a tile has heights of no map")
  guard let code = HeightTileCode.encoded(heights) else { return }
  require(decoded(code) == heights, "a tile changes when it is encoded again")
}

/// Finds the nearest links around a few places of a graph.
func checkSnaps(_ graph: RoutingGraph, _ chosen: UInt64) {
  for turn in 0..<4 where graph.nodeCount > 0 {
    let node = NodeIndex(Int((chosen >> UInt64(8 * turn)) % UInt64(graph.nodeCount)))
    let place = graph.point(node).position.coordinate
    let near = Coordinate(
      latitude: min(90, place.latitude + 0.0003 * Double(turn)), longitude: place.longitude)
    let snaps = graph.snaps(near: near, withinMetres: 500, limit: 5)
    require(snaps.count <= 5, "\(snaps.count) places were found instead of 5")
    for (index, snap) in snaps.enumerated() {
      require((0...500).contains(snap.distanceMetres), "a link lies \(snap.distanceMetres) m away")
      require(
        index == 0 || snaps[index - 1].distanceMetres <= snap.distanceMetres,
        "snapped points are out of order")
    }
    let box = BoundingBox(
      south: place.latitude - 0.01, west: place.longitude - 0.01, north: place.latitude + 0.01,
      east: place.longitude + 0.01)
    for link in graph.links(intersecting: box) {
      require(link.position < graph.linkCount, "the index leads to link \(link.rawValue)")
    }
  }
}
