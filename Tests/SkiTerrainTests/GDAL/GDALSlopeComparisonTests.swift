import SkiTerrain
import Testing

/// Slope, aspect and roughness compared with `gdaldem`, on projected rasters.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALSlopeComparisonTests {
  private static let methods: [(SlopeMethod, [String])] = [
    (.horn, []), (.zevenbergenThorne, ["-alg", "ZevenbergenThorne"]),
  ]

  @Test(arguments: ComparisonTerrain.present)
  func `slopes equal GDAL's within a hundredth of a degree`(terrain: ComparisonTerrain) throws {
    let input = try GDALComparison(terrain)
    for (method, options) in Self.methods {
      for unit in SlopeUnit.allCases {
        let theirs = try input.gdaldem(["slope"] + (unit == .percent ? ["-p"] : []) + options)
        let found = PixelComparison(
          ours: try input.ours(.slope(method, unit)), theirs: theirs, counts: input.isSurrounded)
        print("\(terrain) slope \(method) \(unit): \(found)")
        #expect(found.count > 100_000 && found.oneSided == 0)
        #expect(found.largest <= (unit == .degrees ? 0.01 : 0.05), "\(terrain) \(method) \(unit)")
      }
    }
  }

  @Test(arguments: ComparisonTerrain.present)
  func `aspects of rounded elevations equal GDAL's within a hundredth of a degree`(terrain: ComparisonTerrain)
    throws
  {
    let input = try GDALComparison(terrain, isRounded: true)
    for (method, options) in Self.methods {
      let found = PixelComparison(
        ours: try input.ours(.aspect(method)), theirs: try input.gdaldem(["aspect"] + options), period: 360,
        counts: input.isSurrounded)
      print("\(terrain) aspect \(method): \(found)")
      #expect(found.count > 100_000 && found.oneSided == 0)
      #expect(found.largest <= 0.01, "\(terrain) \(method)")
    }
  }

  /// Compared with GDAL's rounded sums with a wide tolerance, and with the exact direction with a narrow one.
  @Test(arguments: ComparisonTerrain.present)
  func `aspects of unrounded elevations are at least as near to the exact ones as GDAL's`(
    terrain: ComparisonTerrain
  ) throws {
    let input = try GDALComparison(terrain)
    let theirs = try input.gdaldem(["aspect"])
    let slope = try input.gdaldem(["slope"])
    var exact = theirs
    for row in 1..<theirs.rows - 1 {
      for column in 1..<theirs.columns - 1 {
        exact.values[row * theirs.columns + column] = input.exactAspect(column, row)
      }
    }
    let counts = { input.isSurrounded($0, $1) && slope[$0, $1] > 0.05 }
    let ours = try input.ours(.aspect(.horn))
    let found = PixelComparison(ours: ours, theirs: exact, period: 360, counts: counts)
    let foreign = PixelComparison(ours: theirs.values, theirs: exact, period: 360, counts: counts)
    let apart = PixelComparison(ours: ours, theirs: theirs, period: 360, counts: counts)
    print("\(terrain) aspect, ours and exact: \(found)")
    print("\(terrain) aspect, GDAL and exact: \(foreign)")
    print("\(terrain) aspect, ours and GDAL: within 0.01° \(apart.share(within: 0.01)), \(apart)")
    #expect(found.count > 100_000 && found.largest <= 0.01 && found.largest <= foreign.largest)
    #expect(apart.share(within: 0.01) > 0.99)
  }

  @Test(arguments: ComparisonTerrain.present)
  func `roughness equals GDAL's within a millimetre`(terrain: ComparisonTerrain) throws {
    let input = try GDALComparison(terrain)
    let theirs = try input.gdaldem(["roughness"])
    let found = PixelComparison(
      ours: try input.ours(.roughness), theirs: theirs, counts: input.isSurrounded)
    print("\(terrain) roughness: \(found)")
    #expect(found.count > 100_000 && found.oneSided == 0 && found.largest <= 0.001)
  }
}
