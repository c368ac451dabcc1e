@testable import SkiTerrain

/// A reader of tiles in memory, for a layer; some tiles may be missing.
struct DrawnReader: TileReader {
  let name: String
  let grid: ElevationGrid
  var verticalDatum = VerticalDatum.unstated
  var missing: Set<UInt64> = []
  /// The height of a sample in metres, NaN for a void.
  let height: @Sendable (_ column: Int, _ row: Int) -> Float

  func hasTile(column: Int, row: Int) -> Bool {
    (0..<grid.tilesAcross).contains(column) && (0..<grid.tilesDown).contains(row)
      && !missing.contains(ElevationLayer.key(column: column, row: row))
  }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    var heights: [Float] = []
    for line in 0..<grid.tileRows {
      for offset in 0..<grid.tileColumns {
        let (x, y) = (column * grid.spanColumns + offset, row * grid.spanRows + line)
        let isInside = y < grid.samples.rows && (x < grid.samples.columns || grid.sharesEdges)
        heights.append(isInside ? height(x, y) : .nan)
      }
    }
    return ElevationTile(columns: grid.tileColumns, rows: grid.tileRows, samples: .metres(heights))
  }

  var plan: LayerPlan {
    let grid = grid
    return LayerPlan(grid: grid, reader: self) {
      TileBounds(columns: 0...grid.tilesAcross - 1, rows: 0...grid.tilesDown - 1)
    }
  }
}

/// Layers in memory as one source.
func files(_ readers: [DrawnReader]) -> ElevationFiles {
  let cache = TileCache(limitBytes: 1 << 30)
  let layers = readers.enumerated().map { ElevationLayer(index: $0, plan: $1.plan, cache: cache) }
  return ElevationFiles(layers: layers, cache: cache, notePaths: [], skippedFiles: [])
}

/// Creates a grid in degrees.
func degreeGrid(
  north: Double, west: Double, step: Double, columns: Int, rows: Int, tile: (Int, Int) = (16, 12)
) -> ElevationGrid {
  let samples = RasterGrid(
    columns: columns, rows: rows, reference: .wgs84, originX: west, originY: north, stepX: step, stepY: step)
  do {
    return try .raster(samples, tileColumns: tile.0, tileRows: tile.1)
  } catch {
    preconditionFailure("degrees need no transformation: \(error)")
  }
}

/// Returns a deterministic number of 0..<1 from the position of a sample and a seed.
func noise(_ column: Int, _ row: Int, seed: UInt64) -> Double {
  var value = UInt64(bitPattern: Int64(column)) &* 0x9E37_79B9_7F4A_7C15
  value ^= UInt64(bitPattern: Int64(row)) &* 0xC2B2_AE3D_27D4_EB4F ^ seed &* 0x1656_67B1_9E37_79F9
  value ^= value >> 29
  value &*= 0xBF58_476D_1CE4_E5B9
  value ^= value >> 32
  return Double(value >> 11) * 0x1p-53
}
