import SkiBase

/// A mosaic of GeoTIFFs on one lattice, as the tiles of one large raster.
///
/// A tile is composed of the files it overlaps; later files fill the voids of earlier ones. Files are opened on demand,
/// a limited number at a time.
struct MosaicReader: TileReader {
  /// The number of samples along each side of a tile.
  static let side = 512
  /// The maximum number of open files, and the memory in bytes for their decoded tiles.
  private static let openLimit = 32
  private static let cacheLimitBytes = 64 << 20

  /// One file of the mosaic.
  struct Part: Sendable {
    let path: String
    /// The unit of heights if the file does not state it.
    let verticalUnit: VerticalUnit?
    let grid: RasterGrid
    let verticalDatum: VerticalDatum
    let geoKeys: GeoKeys?

    init(path: String, _ verticalUnit: VerticalUnit?, _ raster: GeoTIFF) {
      self.path = path
      self.verticalUnit = verticalUnit
      grid = raster.grid
      verticalDatum = raster.verticalDatum
      geoKeys = raster.geoKeys
    }

    /// Opens the file again.
    func open() throws -> GeoTIFF { try GeoTIFF.open(path: path, verticalUnit: verticalUnit) }
  }

  let name: String
  let verticalDatum: VerticalDatum
  /// The grid of all files.
  let grid: RasterGrid
  private let parts: [Part]
  private let windows: [RasterWindow]
  /// The indices of the files that overlap each tile.
  private let partsByTile: [UInt64: [Int]]
  private let open = Locked<[Int: TiledRaster]>([:])

  /// Creates a mosaic.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when the files lie too far apart for one raster.
  /// - Precondition: There is at least one part; all lie on one lattice.
  init(_ parts: [Part], name: String) throws(SkiError) {
    let first = parts[0].grid
    let west = parts.map(\.grid.originX).min() ?? first.originX
    let north = parts.map(\.grid.originY).max() ?? first.originY
    var windows: [RasterWindow] = []
    for part in parts {
      let (column, row) = (
        ((part.grid.originX - west) / first.stepX).rounded(),
        ((north - part.grid.originY) / first.stepY).rounded()
      )
      guard column < 1e8, row < 1e8 else {
        throw SkiError(
          .limitExceeded, "GeoTIFFs of one folder lie \(column) × \(row) samples apart; open fewer at once",
          subject: part.path)
      }
      windows.append(
        RasterWindow(
          column: Int(column), row: Int(row), columns: part.grid.columns, rows: part.grid.rows))
    }
    grid = RasterGrid(
      columns: windows.map { $0.column + $0.columns }.max() ?? 1,
      rows: windows.map { $0.row + $0.rows }.max() ?? 1, reference: first.reference, originX: west,
      originY: north, stepX: first.stepX, stepY: first.stepY)
    self.parts = parts
    self.windows = windows
    self.name = name
    verticalDatum = parts[0].verticalDatum
    partsByTile = Self.index(windows)
  }

  private static func index(_ windows: [RasterWindow]) -> [UInt64: [Int]] {
    var index: [UInt64: [Int]] = [:]
    for (number, window) in windows.enumerated() {
      for row in window.row / side...(window.row + window.rows - 1) / side {
        for column in window.column / side...(window.column + window.columns - 1) / side {
          index[ElevationLayer.key(column: column, row: row), default: []].append(number)
        }
      }
    }
    return index
  }

  func hasTile(column: Int, row: Int) -> Bool {
    partsByTile[ElevationLayer.key(column: column, row: row)] != nil
  }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    let side = Self.side
    let count = side * side
    var heights = [Float](repeating: .nan, count: count)
    var more = heights
    for (turn, part) in (partsByTile[ElevationLayer.key(column: column, row: row)] ?? []).enumerated() {
      let raster = try raster(part)
      let window = RasterWindow(
        column: column * side - windows[part].column, row: row * side - windows[part].row, columns: side,
        rows: side)
      if turn == 0 {
        try heights.withUnsafeMutableBufferPointer { try raster.read(window, into: $0) }
      } else {
        try more.withUnsafeMutableBufferPointer { try raster.read(window, into: $0) }
        for index in 0..<count where heights[index].isNaN { heights[index] = more[index] }
      }
    }
    return ElevationTile(columns: side, rows: side, samples: .metres(heights))
  }

  private func raster(_ part: Int) throws -> TiledRaster {
    if let kept = open.withLock({ $0[part] }) { return kept }
    let limit = Self.cacheLimitBytes / Self.openLimit
    let raster = try parts[part].open().raster(cacheLimitBytes: limit)
    guard raster.grid == parts[part].grid else {
      throw SkiError(
        .malformedData, "GeoTIFF has changed since it was opened; open it again", subject: parts[part].path
      )
    }
    open.withLock { open in
      if open.count >= Self.openLimit { open = [:] }
      open[part] = raster
    }
    return raster
  }
}
