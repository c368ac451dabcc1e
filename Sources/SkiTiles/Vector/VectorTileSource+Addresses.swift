import SkiGeo
import SkiGraph

extension VectorTileSource {
  /// Returns every address that may hold a tile, zoom after zoom, near ones near each other within a zoom.
  ///
  /// Found from the features, not from the box around them: every tile that holds something is among them, and few hold
  /// nothing. For archives: cut the list into pieces and hand them to threads.
  /// - Throws: As ``tile(_:)``.
  /// - Complexity: O(*n* log *n*) in vertices of the map and tiles; regions are read one after the other.
  public func addresses() throws -> [TileAddress] {
    try addresses(zooms: options.zooms)
  }

  /// Returns every address of some zooms that may hold a tile, as ``addresses()`` does.
  /// - Throws: As ``tile(_:)``.
  public func addresses(zooms: ClosedRange<Int>) throws -> [TileAddress] {
    guard zooms.overlaps(options.zooms) else { return [] }
    var covers = zooms.clamped(to: options.zooms).map { TileCover(zoom: $0) }
    for region in regionOrder {
      let shapes = try shapes(of: region)
      for (set, layer) in zip(shapes.sets, options.orderedLayers) {
        for index in covers.indices {
          covers[index].add(set, layer.geometry, deepestZoom: options.zooms.upperBound)
        }
      }
      for index in covers.indices { covers[index].compact() }
    }
    return covers.flatMap { $0.addresses() }
  }
}
