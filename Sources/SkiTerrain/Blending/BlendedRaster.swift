import SkiGeo

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
    let (layer, fade) = (files.layers[layerIndex], files.fades[layerIndex])
    var cursor = LayerFade.Cursor()
    var (indices, places): ([Int], [Coordinate]) = ([], [])
    for line in max(0, -part.row)..<max(0, -part.row, min(part.rows, grid.rows - part.row)) {
      for offset in max(0, -part.column)..<max(0, -part.column, min(part.columns, grid.columns - part.column))
      {
        let index = line * part.columns + offset
        let (x, y) = (part.column + offset + window.column, part.row + line + window.row)
        if !heightsMetres[index].isNaN,
          try fade.weight(x: layer.grid.inTurn(Double(x)), y: Double(y), &cursor) == 1
        {
          continue
        }
        indices.append(index)
        places.append(try layer.grid.place(x: Double(x), y: Double(y)))
      }
    }
    for (index, height) in zip(indices, try files.elevationsMetres(at: places)) {
      // The place of a sample at the end of the grid may be rounded to one beyond it, where no layer has a height.
      heightsMetres[index] = height.map { Float($0) } ?? heightsMetres[index]
    }
  }
}
