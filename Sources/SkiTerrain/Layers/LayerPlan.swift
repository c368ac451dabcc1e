/// The parts from which a layer is created.
struct LayerPlan {
  let grid: ElevationGrid
  let reader: any TileReader
  /// A closure that returns the bounds of the existing tiles; nil when there are none.
  let bounds: @Sendable () throws -> TileBounds?
  /// The GeoTIFF keys of the file, if the layer is read from one.
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
