import SkiTerrain

/// A source of contours and slope bands of single tiles, from the elevations of the tile and its buffer.
///
/// `Sendable`; safe to use from any number of threads.
struct TerrainShapeSource: Sendable {
  /// The lower bounds of the slope bands in degrees; the last band is open.
  static let bandDegrees: [Float] = [27, 30, 35, 40, 45]
  /// The number of samples along a tile's side: one for two pixels.
  static let samplesAcross = 256
  /// The number of samples beyond the tile on each side: its buffer and the neighbourhood of slope and contours.
  private static let reach = samplesAcross * TileWindow.margin / TileWindow.extent + 3

  private let files: ElevationFiles
  private let layers: [VectorLayer]
  private let zooms: ClosedRange<Int>
  private let keys: Set<AttributeKey>?
  /// The resampled elevations of each zoom, from the lowest.
  private let rasters: [MercatorRaster]

  /// Creates a source.
  /// - Parameters:
  ///   - files: The elevation files.
  ///   - layers: All layers of a tile, in order; only ``VectorLayer/contours`` and ``VectorLayer/slopeBands`` are made.
  ///   - keys: The attributes of features; nil for all.
  ///   - zooms: The zooms of the tiles.
  ///   - latitude: The latitude of the map, in degrees.
  init(
    _ files: ElevationFiles, layers: [VectorLayer], keys: Set<AttributeKey>?, zooms: ClosedRange<Int>,
    latitude: Double
  ) {
    self.files = files
    self.keys = keys
    self.layers = layers
    self.zooms = zooms
    rasters = zooms.map {
      MercatorRaster(files, zoom: $0, tileSide: Self.samplesAcross, latitude: latitude)
    }
  }

  /// The lowest zoom of contours or slope bands; nil when neither is among the layers.
  var firstZoom: Int? { layers.filter(\.isTerrain).map { $0.zooms(in: zooms).lowerBound }.min() }

  /// Returns the contour interval of a zoom, in metres.
  static func intervalMetres(zoom: Int) -> Int {
    switch zoom {
    case ...10: 200
    case 11, 12: 100
    case 13: 50
    default: 20
    }
  }

  /// Returns whether a tile may have elevations.
  /// - Throws: ``SkiError`` when an archive's directory can't be read.
  func mayHold(_ address: TileAddress) throws -> Bool { try files.hasTiles(in: address.bounds) }

  /// Returns the contours and slope bands of a tile; nil when there are none.
  /// - Throws: ``SkiError`` when elevations can't be read.
  /// - Complexity: O(*n* log *n*) in samples and crossings.
  func shapes(_ address: TileAddress) throws -> RegionShapes? {
    guard let firstZoom, address.zoom >= firstZoom, try mayHold(address) else { return nil }
    let raster = rasters[address.zoom - zooms.lowerBound]
    let side = Self.samplesAcross
    let wanted = Self.within(
      RasterWindow(column: address.column * side, row: address.row * side, columns: side, rows: side)
        .grown(by: Self.reach), raster.grid)
    let held = try WindowRaster(raster, Self.within(wanted.grown(by: 1), raster.grid))
    var drawing = TerrainTileShapes(address, keys: keys, isDeepest: address.zoom == zooms.upperBound)
    for layer in layers where layer.isTerrain && layer.zooms(in: zooms).contains(address.zoom) {
      if layer == .contours { drawing.addContours(held) } else { try drawing.addBands(held, wanted) }
    }
    return drawing.shapes(layers)
  }

  /// Returns the part of a window that lies on the grid.
  private static func within(_ window: RasterWindow, _ grid: RasterGrid) -> RasterWindow {
    let columns = (window.column..<window.column + window.columns).clamped(to: 0..<grid.columns)
    let rows = (window.row..<window.row + window.rows).clamped(to: 0..<grid.rows)
    return RasterWindow(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }
}

/// A window of a raster in memory, on the grid of the whole raster; all outside the window is void.
struct WindowRaster: ElevationRaster {
  let grid: RasterGrid
  let verticalDatum: VerticalDatum
  let names: [String]
  /// The window in memory.
  let window: RasterWindow
  /// The elevations in metres, rows from the north; NaN for a void.
  let elevationsMetres: [Float]

  /// Creates a copy of a window of a raster.
  /// - Throws: As the raster's `read`.
  init(_ raster: any ElevationRaster, _ window: RasterWindow) throws {
    (grid, verticalDatum, names, self.window) = (raster.grid, raster.verticalDatum, raster.names, window)
    var heights = [Float](repeating: .nan, count: window.count)
    try heights.withUnsafeMutableBufferPointer { try raster.read(window, into: $0) }
    elevationsMetres = heights
  }

  var blockColumns: Int { max(1, window.columns) }
  var blockRows: Int { max(1, window.rows) }

  func read(_ wanted: RasterWindow, into target: UnsafeMutableBufferPointer<Float>) throws {
    for row in 0..<wanted.rows {
      for column in 0..<wanted.columns {
        let (x, y) = (wanted.column + column - window.column, wanted.row + row - window.row)
        let isHeld = x >= 0 && y >= 0 && x < window.columns && y < window.rows
        target[row * wanted.columns + column] = isHeld ? elevationsMetres[y * window.columns + x] : .nan
      }
    }
  }
}
