import SkiGraph

/// The shapes of a region that tiles are made from.
protocol TileShapes: AnyObject, Sendable {
  /// The approximate number of bytes in memory, of all shapes once they are made.
  var byteCount: Int { get }

  /// Returns shapes of a layer, and appends the positions of those that may be seen in a tile, in order.
  /// - Parameters:
  ///   - layer: The position of the layer among those requested.
  ///   - box: The window of the tile.
  ///   - zoom: The zoom of the tile.
  ///   - found: The positions of the shapes.
  func shapes(
    ofLayer layer: Int, in box: WorldBox, zoom: UInt8, into found: inout [UInt32]
  ) -> (ShapeSet, AttributeTable)
}

/// The shapes of a region's layers, with their attributes.
///
/// A class because many tiles share it; immutable and `Sendable`.
final class RegionShapes: TileShapes {
  let attributes: AttributeTable
  /// The shapes of each requested layer, in order.
  let sets: [ShapeSet]
  let byteCount: Int

  /// Creates the shapes of a region.
  /// - Complexity: O(*n* log *n*) in its points.
  convenience init(_ reader: RegionReader, layers: [VectorLayer]) {
    var reader = reader
    let sets = layers.map { layer in
      var collector = ShapeCollector()
      for draft in reader.drafts(of: layer) { reader.add(draft, of: layer, to: &collector) }
      return collector.finished()
    }
    self.init(attributes: reader.values.table, sets: sets)
  }

  /// Creates a region from one shape set for each layer.
  init(attributes: AttributeTable, sets: [ShapeSet]) {
    self.attributes = attributes
    self.sets = sets
    byteCount =
      sets.reduce(0) { $0 + $1.byteCount } + attributes.bytes.count + attributes.count * 12
  }

  func shapes(
    ofLayer layer: Int, in box: WorldBox, zoom: UInt8, into found: inout [UInt32]
  ) -> (ShapeSet, AttributeTable) {
    sets[layer].tree.find(box, zoom: zoom, into: &found)
    return (sets[layer], attributes)
  }
}
