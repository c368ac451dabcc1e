import SkiBase
import SkiTerrain
import SkiTestSupport

/// Creates random terrain with voids, the same for the same seed.
func randomTerrain(
  columns: Int, rows: Int, seed: UInt64, voids: Double = 0.02,
  reference: ReferenceSystem = ReferenceSystem(definition: "EPSG:32632", kind: .projected(metresPerUnit: 1)),
  stepX: Double = 30, stepY: Double = 30, originY: Double = 5_200_000
) -> MemoryRaster {
  var random = SeededGenerator(seed: seed)
  var heights: [Float] = []
  for row in 0..<rows {
    for column in 0..<columns {
      let isVoid = Double.random(in: 0..<1, using: &random) < voids
      let noise = Float.random(in: -20...20, using: &random)
      // A level part, so that ground without aspect occurs.
      let isLevel = (4..<9).contains(row) && (4..<12).contains(column)
      heights.append(isVoid ? .nan : isLevel ? 1500 : 1500 + Float(column * 7 - row * 4) + noise)
    }
  }
  let grid = RasterGrid(
    columns: columns, rows: rows, reference: reference, originX: 10, originY: originY, stepX: stepX,
    stepY: stepY)
  return MemoryRaster(grid: grid, elevationsMetres: heights)
}

/// One of each kind of product.
let everyProduct: [TerrainProduct] = [
  .hillshade(Hillshade()), .hillshade(Hillshade(method: .zevenbergenThorne)),
  .hillshade(Hillshade(sun: SunDirection(azimuthDegrees: 120, altitudeDegrees: 20), verticalExaggeration: 2)),
  .hillshade(Hillshade(style: .multidirectional)), .hillshade(Hillshade(style: .combined)),
  .slope(.horn, .degrees), .slope(.horn, .percent), .slope(.zevenbergenThorne, .degrees),
  .aspect(.horn), .aspect(.zevenbergenThorne), .roughness, .ruggedness(.riley), .ruggedness(.wilson),
  .position,
  .relief(.mountains, shade: nil), .relief(.mountains, shade: Hillshade()), .slopeClasses(.avalanche),
]
