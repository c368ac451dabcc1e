import SkiTerrain

/// Makes contours and bands of steep ground for a tile, of the elevation over it and a little beyond.
///
/// `Sendable`; any number of threads may ask at once.
struct GroundTiles: Sendable {
  /// Degrees from which on a band begins; the last has no end.
  static let bandDegrees: [Float] = [27, 30, 35, 40, 45]
  /// Samples along a tile's side: two pixels a sample.
  static let samplesAcross = 256
  /// Samples beyond the tile on each side: its margin, and what lines there need.
  private static let reach = samplesAcross * TileWindow.margin / TileWindow.extent + 3

  private let files: ElevationFiles
  private let layers: [VectorLayer]
  private let zooms: ClosedRange<Int>
  private let keys: Set<AttributeKey>?
  /// One for each zoom from the lowest.
  private let rasters: [MercatorRaster]

  /// - Parameters:
  ///   - files: Where heights come from.
  ///   - layers: All layers of a tile, in order; only ``VectorLayer/contours`` and ``VectorLayer/slopeBands`` are made.
  ///   - keys: The attributes that are told; nil for all.
  ///   - zooms: The zooms there are tiles of.
  ///   - latitude: Where the map is, degrees.
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

  /// The first zoom any of it is shown at; nil when none is asked for.
  var firstZoom: Int? { layers.filter(\.isGround).map { $0.zooms(in: zooms).lowerBound }.min() }

  /// Metres from one contour to the next at a zoom.
  static func intervalMetres(zoom: Int) -> Int {
    switch zoom {
    case ...10: 200
    case 11, 12: 100
    case 13: 50
    default: 20
    }
  }

  /// Whether there may be elevation in a tile.
  /// - Throws: ``SkiError`` when an archive's directory can't be read.
  func mayHold(_ address: TileAddress) throws -> Bool { try files.hasTiles(in: address.bounds) }

  /// Returns the lines and bands of a tile; nil when there are none.
  /// - Throws: ``SkiError`` as reading of elevation does.
  /// - Complexity: O(*n* log *n*) in samples and crossings.
  func shapes(_ address: TileAddress) throws -> RegionShapes? {
    guard let firstZoom, address.zoom >= firstZoom, try mayHold(address) else { return nil }
    let raster = rasters[address.zoom - zooms.lowerBound]
    let side = Self.samplesAcross
    let wanted = Self.within(
      RasterWindow(column: address.column * side, row: address.row * side, columns: side, rows: side)
        .grown(by: Self.reach), raster.grid)
    let held = try HeldRaster(raster, Self.within(wanted.grown(by: 1), raster.grid))
    var drawing = GroundDrawing(address, keys: keys, isDeepest: address.zoom == zooms.upperBound)
    for layer in layers where layer.isGround && layer.zooms(in: zooms).contains(address.zoom) {
      if layer == .contours { drawing.addContours(held) } else { try drawing.addBands(held, wanted) }
    }
    return drawing.shapes(layers)
  }

  /// The part of a window that lies on the grid.
  private static func within(_ window: RasterWindow, _ grid: RasterGrid) -> RasterWindow {
    let columns = (window.column..<window.column + window.columns).clamped(to: 0..<grid.columns)
    let rows = (window.row..<window.row + window.rows).clamped(to: 0..<grid.rows)
    return RasterWindow(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }
}
