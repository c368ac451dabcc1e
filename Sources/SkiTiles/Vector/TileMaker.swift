import SkiBase

/// A maker of single tiles that reuses its memory.
///
/// Belongs to one thread at a time.
final class TileMaker {
  /// The settings of a maker.
  struct Settings: Sendable {
    var layers: [VectorLayer]
    var deepestZoom: Int
    /// The greatest number of bytes of a compressed tile.
    var limitBytes: Int
    /// The zoom from which all attributes are shown.
    var closeZoom: Int
  }

  private let order: Settings
  private let packer: Gzip
  private let quickPacker: Gzip
  private var tile = ByteWriter(capacity: 1 << 16)
  private var layer = LayerWriter()
  private var geometry = GeometryWriter()
  private var found: [UInt32] = []
  /// The priorities of the features in the tile.
  private var prominences: [Float] = []

  /// Creates a maker.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there is no memory.
  init(_ order: Settings) throws(SkiError) {
    self.order = order
    // The default level of libdeflate.
    packer = try Gzip(level: 6)
    // Level 1 takes 40 % of the time of level 6 for 5 % more bytes (tiles of an area of 500 runs).
    quickPacker = try Gzip(level: 1)
  }

  /// Returns the compressed tile of some regions; nil when it is empty.
  ///
  /// Leaves out features of the least priority until the tile keeps to its limit. The content does not depend on
  /// `isQuick`: a tile is compressed quickly where that can't exceed the limit.
  /// - Complexity: O(log *n* + *k*) in shapes of the regions and points of those in the tile.
  func tile(_ address: TileAddress, of regions: [any TileShapes], isQuick: Bool) -> [UInt8]? {
    var least = -Float.infinity
    for attempt in 1... {
      write(address, regions, least: least)
      guard tile.count > 0 else { return nil }
      if isQuick, packer.greatestCount(tile.count) <= order.limitBytes {
        return quickPacker.packed(tile.bytes)
      }
      let packed = packer.packed(tile.bytes)
      guard packed.count > order.limitBytes else { return packed }
      let share = Double(order.limitBytes) / Double(packed.count) * 0.9
      prominences.sort()
      // Each attempt removes at least a tenth, which bounds their number.
      let count = Int(Double(prominences.count) * (1 - min(0.9, share)))
      let cut = prominences[min(prominences.count - 1, count)].nextUp
      least = attempt > 40 ? .infinity : max(cut, least)
    }
    return nil
  }

  private func write(_ address: TileAddress, _ regions: [any TileShapes], least: Float) {
    let window = TileWindow(address)
    tile.removeAll()
    prominences.removeAll(keepingCapacity: true)
    for (position, kind) in order.layers.enumerated() {
      layer.begin()
      for region in regions {
        found.removeAll(keepingCapacity: true)
        let (shapes, values) = region.shapes(
          ofLayer: position, in: window.box, zoom: UInt8(address.zoom), into: &found)
        guard !found.isEmpty else { continue }
        layer.enter(values)
        add(shapes, kind, values, window, zoom: address.zoom, least: least)
      }
      layer.finish(name: kind.rawValue, extent: TileWindow.extent, into: &tile)
    }
  }

  private func add(
    _ shapes: ShapeSet, _ kind: VectorLayer, _ values: AttributeTable, _ window: TileWindow, zoom: Int,
    least: Float
  ) {
    let box = window.box
    let isDeepest = zoom == order.deepestZoom
    let threshold = VertexLevels.threshold(zoom: zoom, isDeepest: isDeepest)
    let type = kind.geometry
    for shape in found.map(Int.init) where shapes.records[shape].priority >= least {
      geometry.begin()
      if type == .polygon {
        addPolygons(shapes, shape, kind, threshold, window, isDeepest: isDeepest)
      } else {
        for part in shapes.parts(shape) where shapes.partBoxes[part].intersects(box) {
          let points = shapes.points(ofPart: part)
          if type == .line {
            geometry.addLine(
              shapes.points, points, threshold: threshold, keepsPoints: isDeepest && !kind.isTerrain,
              in: window)
          } else {
            geometry.addPoint(
              x: shapes.points.xs[points.lowerBound], y: shapes.points.ys[points.lowerBound], in: window)
          }
        }
      }
      guard !geometry.isEmpty else { continue }
      layer.add(
        id: shapes.records[shape].id, type,
        shapes.attributes(shape, isClose: zoom >= order.closeZoom), of: values, geometry: geometry.bytes)
      prominences.append(shapes.records[shape].priority)
    }
  }

  private func addPolygons(
    _ shapes: ShapeSet, _ shape: Int, _ kind: VectorLayer, _ threshold: UInt8, _ window: TileWindow,
    isDeepest: Bool
  ) {
    let box = window.box
    let least = kind.leastDoubleArea(isDeepest: isDeepest)
    let rings = shapes.parts(shape).lazy.filter { shapes.partBoxes[$0].intersects(box) }
      .map { shapes.points(ofPart: $0) }
    geometry.addPolygons(shapes.points, Array(rings), threshold: threshold, in: window) { ring, area in
      area >= least || kind.keepsCutPieces && Self.isCut(ring)
    }
  }

  /// Returns whether a ring continues in an adjacent tile.
  private static func isCut(_ ring: [GridPoint]) -> Bool {
    let side = Int32(TileWindow.extent)
    return ring.contains { $0.x <= 0 || $0.y <= 0 || $0.x >= side || $0.y >= side }
  }
}
