import SkiGraph

/// The shapes of a region's layers, with their attributes.
///
/// A class because many tiles share it; immutable and `Sendable`.
final class RegionShapes: Sendable {
  let attributes: AttributeTable
  /// The shapes of each requested layer, in order.
  let sets: [ShapeSet]
  /// The approximate number of bytes in memory.
  let byteCount: Int

  /// Creates the shapes of a region for tiles up to the deepest zoom.
  /// - Complexity: O(*n* log *n*) in its points.
  convenience init(
    _ graph: RoutingGraph, layers: [VectorLayer], keys: Set<AttributeKey>? = nil, deepestZoom: Int,
    leastPixels: Double = 4
  ) {
    var reader = RegionReader(graph, deepestZoom: deepestZoom, leastPixels: leastPixels)
    reader.values = AttributeCollector(wanted: keys)
    reader.read(Set(layers))
    let found = reader.layers
    self.init(
      attributes: reader.values.table, sets: layers.map { (found[$0] ?? ShapeCollector()).finished() })
  }

  /// Creates a region from one shape set for each layer.
  init(attributes: AttributeTable, sets: [ShapeSet]) {
    self.attributes = attributes
    self.sets = sets
    byteCount =
      sets.reduce(0) { $0 + $1.byteCount } + attributes.bytes.count + attributes.count * 12
  }
}
