package import SkiBase

extension ElevationFiles {
  /// Returns the elevations as a raster on the grid of the finest layer.
  ///
  /// A single layer is read unchanged. Of several, the finest with tiles in the box provides the grid and its
  /// elevations; where it is void or fades out, all layers are blended as by `elevationMetres(at:sampling:)`.
  /// - Parameter box: The extent, widened to whole samples; nil for the extent of the finest layer.
  /// - Returns: A raster for any number of threads.
  /// - Throws: ``SkiError`` with code `.emptyInput` when there are no tiles in the box, `.invalidArgument` for an
  ///   invalid box, and the errors of ``bounds()``.
  /// - Complexity: O(*n* log *n*) in the tiles of the layers; no elevations are read.
  package func raster(covering box: BoundingBox? = nil) throws -> any ElevationRaster {
    if let box { try Self.check(box) }
    for index in box.map({ orderByDegree[degree(of: $0.centre)] }) ?? orderByDegree[90] {
      guard let covered = try layers[index].coveredWindow() else { continue }
      let asked = try box.map { try layers[index].window(of: $0) } ?? covered
      guard let part = layers[index].turned(asked, onto: covered), let common = part.common(with: covered)
      else { continue }
      guard layers.count > 1 else { return layers[index].raster(of: common) }
      return BlendedRaster(self, layerIndex: index, window: box == nil ? common : part)
    }
    throw SkiError(
      .emptyInput,
      "no elevation in \(box.map { "the box \($0)" } ?? "any of the layers"); name a part that is covered")
  }

  /// Returns the elevations as a raster on a window of the grid of one layer, which may reach beyond it, blended from all
  /// where it has none.
  func raster(ofLayer index: Int, _ window: RasterWindow) -> BlendedRaster {
    BlendedRaster(self, layerIndex: index, window: window)
  }

  private static func check(_ box: BoundingBox) throws(SkiError) {
    let numbers = [box.south, box.west, box.north, box.east]
    try SkiError.require(
      numbers.allSatisfy(\.isFinite) && (-90...90).contains(box.south) && (-90...90).contains(box.north)
        && box.south < box.north && box.west < box.east && box.west >= -180 && box.east <= 180,
      "box \(numbers) is not on the Earth; give south, west, north, east in degrees")
  }
}

extension ElevationLayer {
  /// Returns the samples from the first tile to the last; nil without tiles.
  func coveredWindow() throws -> RasterWindow? {
    guard let tiles = try bounds() else { return nil }
    let extra = grid.sharesEdges ? 1 : 0
    let (left, top) = (tiles.columns.lowerBound * grid.spanColumns, tiles.rows.lowerBound * grid.spanRows)
    let right = (tiles.columns.upperBound + 1) * grid.spanColumns + extra
    let bottom = (tiles.rows.upperBound + 1) * grid.spanRows + extra
    return RasterWindow(
      column: left, row: top,
      columns: (grid.wraps ? min(right, left + grid.samples.columns) : min(right, grid.samples.columns))
        - left,
      rows: min(bottom, grid.samples.rows) - top)
  }

  /// Returns the samples in a box, widened by a step; points along its edges are included, since edges are curved in
  /// projected systems.
  func window(of box: BoundingBox) throws -> RasterWindow {
    var (xs, ys): ([Double], [Double]) = ([], [])
    let limit = grid.latitudeLimit
    for step in 0...32 {
      let part = Double(step) / 32
      for latitude in [box.south, box.north, box.south + (box.north - box.south) * part] {
        for longitude in [box.west, box.east, box.west + (box.east - box.west) * part] {
          let place = Coordinate(latitude: min(limit, max(-limit, latitude)), longitude: longitude)
          guard let position = try grid.position(of: place) else { continue }
          let west = xs.first ?? position.x
          xs.append(grid.x(position.x, degreesEast: longitude - box.west, of: west))
          ys.append(position.y)
        }
      }
    }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
      return RasterWindow(column: 0, row: 0, columns: 0, rows: 0)
    }
    let (column, row) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
    return RasterWindow(
      column: column, row: row, columns: Int(right.rounded(.up)) - column + 1,
      rows: Int(bottom.rounded(.up)) - row + 1)
  }

  /// Returns a window moved by whole turns around the Earth to intersect another; nil when it never does.
  func turned(_ window: RasterWindow, onto other: RasterWindow) -> RasterWindow? {
    for turn in grid.wraps ? [0, 1, -1] : [0] {
      var moved = window
      moved.column += turn * grid.samples.columns
      if moved.common(with: other) != nil { return moved }
    }
    return nil
  }
}

extension RasterWindow {
  /// Returns the intersection of two windows, or nil when it is empty.
  func common(with other: RasterWindow) -> RasterWindow? {
    let columns =
      max(
        column, other.column)..<max(
        column, other.column, min(column + self.columns, other.column + other.columns))
    let rows = max(row, other.row)..<max(row, other.row, min(row + self.rows, other.row + other.rows))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    return RasterWindow(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }
}

/// A window of one layer's grid with heights blended from all layers.
struct BlendedRaster: ElevationRaster {
  private let files: ElevationFiles
  private let finest: TiledRaster
  private let layerIndex: Int
  private let window: RasterWindow

  init(_ files: ElevationFiles, layerIndex: Int, window: RasterWindow) {
    self.files = files
    self.layerIndex = layerIndex
    self.window = window
    finest = files.layers[layerIndex].raster(of: window)
  }

  var grid: RasterGrid { finest.grid }
  var verticalDatum: VerticalDatum { files.verticalDatum }
  var names: [String] { files.names }
  var blockColumns: Int { finest.blockColumns }
  var blockRows: Int { finest.blockRows }

  /// Reads a window: samples of the layer beyond its fade are unchanged, the others are sampled from all layers.
  func read(_ part: RasterWindow, into heightsMetres: UnsafeMutableBufferPointer<Float>) throws {
    try finest.read(part, into: heightsMetres)
    try blend(part, every: (columns: 1, rows: 1), into: heightsMetres)
  }

  /// Reads every *n*-th column and row of a window, from its first on, as ``read(_:into:)`` does; NaN beyond the grid.
  /// - Complexity: O(*n*) in the samples of the rows read, and the blending of those taken.
  func samples(of part: RasterWindow, every steps: (columns: Int, rows: Int)) throws -> [Float] {
    let across = (part.columns + steps.columns - 1) / steps.columns
    let down = (part.rows + steps.rows - 1) / steps.rows
    var line = [Float](repeating: .nan, count: part.columns)
    var metres: [Float] = []
    metres.reserveCapacity(across * down)
    for row in 0..<down {
      let window = RasterWindow(
        column: part.column, row: part.row + row * steps.rows, columns: part.columns, rows: 1)
      try line.withUnsafeMutableBufferPointer {
        $0.update(repeating: .nan)
        try finest.read(window, into: $0)
      }
      metres += stride(from: 0, to: part.columns, by: steps.columns).map { line[$0] }
    }
    try metres.withUnsafeMutableBufferPointer { try blend(part, every: steps, into: $0) }
    return metres
  }

  /// Samples from all layers what the finest lacks or fades out in, of every *n*-th column and row of a window.
  private func blend(
    _ part: RasterWindow, every steps: (columns: Int, rows: Int),
    into heightsMetres: UnsafeMutableBufferPointer<Float>
  ) throws {
    guard files.layers.count > 1 else { return }
    let (layer, fade) = (files.layers[layerIndex], files.fades[layerIndex])
    let across = (part.columns + steps.columns - 1) / steps.columns
    let (columns, rows) = (0..<grid.columns, 0..<grid.rows)
    var cursor = LayerFade.Cursor()
    var (indices, places): ([Int], [Coordinate]) = ([], [])
    for index in heightsMetres.indices {
      let column = part.column + index % across * steps.columns
      let row = part.row + index / across * steps.rows
      guard columns.contains(column), rows.contains(row) else { continue }
      let (x, y) = (Double(column + window.column), Double(row + window.row))
      if !heightsMetres[index].isNaN, try fade.weight(x: layer.grid.inTurn(x), y: y, &cursor) == 1 {
        continue
      }
      indices.append(index)
      places.append(try layer.grid.place(x: x, y: y))
    }
    for (index, height) in zip(indices, try files.elevationsMetres(at: places)) {
      // The place of a sample at the end of the grid may be rounded to one beyond it, where no layer has a height.
      heightsMetres[index] = height.map { Float($0) } ?? heightsMetres[index]
    }
  }
}
