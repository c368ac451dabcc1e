import SkiGraph

/// All that is drawn of a region, layer by layer, with its attributes.
///
/// A class because many tiles share it; immutable and `Sendable`.
final class RegionShapes: Sendable {
  let attributes: AttributeTable
  /// The shapes of each layer asked for, in the order they were.
  let sets: [ShapeSet]
  /// How many bytes it takes, about.
  let byteCount: Int

  /// Reads a region for tiles whose deepest zoom is given.
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

  /// Takes shapes as they are, one set a layer.
  init(attributes: AttributeTable, sets: [ShapeSet]) {
    self.attributes = attributes
    self.sets = sets
    byteCount =
      sets.reduce(0) { $0 + $1.byteCount } + attributes.bytes.count + attributes.count * 12
  }
}
