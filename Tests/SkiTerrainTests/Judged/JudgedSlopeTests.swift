import SkiTerrain
import Testing

/// Slope, aspect and roughness against `gdaldem`, on projected rasters.
@Suite(.enabled(if: GDAL.judges))
struct JudgedSlopeTests {
  private static let methods: [(SlopeMethod, [String])] = [
    (.horn, []), (.zevenbergenThorne, ["-alg", "ZevenbergenThorne"]),
  ]

  @Test(arguments: JudgedTerrain.present)
  func `slopes are GDAL's to a hundredth of a degree`(terrain: JudgedTerrain) throws {
    let judged = try JudgedCase(terrain)
    for (method, options) in Self.methods {
      for unit in SlopeUnit.allCases {
        let theirs = try judged.gdaldem(["slope"] + (unit == .percent ? ["-p"] : []) + options)
        let found = PixelComparison(
          ours: try judged.ours(.slope(method, unit)), theirs: theirs, counts: judged.isSurrounded)
        print("\(terrain) slope \(method) \(unit): \(found)")
        #expect(found.count > 100_000 && found.oneSided == 0)
        #expect(found.largest <= (unit == .degrees ? 0.01 : 0.05), "\(terrain) \(method) \(unit)")
      }
    }
  }

  /// Where the ground is all but level a direction hangs on the last bit of the heights: 32-bit floats at 3,000 m are
  /// known to a fifth of a millimetre, so that directions on slopes below a twentieth of a degree are not compared.
  @Test(arguments: JudgedTerrain.present)
  func `aspects are GDAL's to a hundredth of a degree`(terrain: JudgedTerrain) throws {
    let judged = try JudgedCase(terrain)
    for (method, options) in Self.methods {
      let slope = try judged.gdaldem(["slope"] + options)
      let theirs = try judged.gdaldem(["aspect"] + options)
      let ours = try judged.ours(.aspect(method))
      let all = PixelComparison(ours: ours, theirs: theirs, period: 360, counts: judged.isSurrounded)
      let found = PixelComparison(ours: ours, theirs: theirs, period: 360) {
        judged.isSurrounded($0, $1) && slope[$0, $1] > 0.05
      }
      print("\(terrain) aspect \(method): \(found)")
      print("\(terrain) aspect \(method), the level too: \(all)")
      #expect(found.count > 100_000 && found.oneSided == 0)
      #expect(found.largest <= 0.01, "\(terrain) \(method)")
      #expect(all.share(within: 0.01) > 0.999)
    }
  }

  @Test(arguments: JudgedTerrain.present)
  func `roughness is GDAL's to a millimetre`(terrain: JudgedTerrain) throws {
    let judged = try JudgedCase(terrain)
    let theirs = try judged.gdaldem(["roughness"])
    let found = PixelComparison(
      ours: try judged.ours(.roughness), theirs: theirs, counts: judged.isSurrounded)
    print("\(terrain) roughness: \(found)")
    #expect(found.count > 100_000 && found.oneSided == 0 && found.largest <= 0.001)
  }
}
