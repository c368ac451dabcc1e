import SkiBase

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
