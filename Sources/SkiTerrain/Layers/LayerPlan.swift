/// What one layer will be made of.
struct LayerPlan {
  let grid: ElevationGrid
  let reader: any TileReader
  /// Finds the tiles from the first to the last; nil when there are none.
  let bounds: @Sendable () throws -> TileBounds?
  /// The GeoTIFF keys of what the layer is read from, if it is one.
  let geoKeys: GeoKeys?

  init(
    grid: ElevationGrid, reader: any TileReader, geoKeys: GeoKeys? = nil,
    bounds: @escaping @Sendable () throws -> TileBounds?
  ) {
    self.grid = grid
    self.reader = reader
    self.geoKeys = geoKeys
    self.bounds = bounds
  }
}
