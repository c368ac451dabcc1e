import SkiBase
import SkiTerrain
import Testing

/// Hillshades compared with `gdaldem hillshade`, on projected rasters.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALHillshadeComparisonTests {
  /// Compares pixels with all neighbours, one pixel from the edges.
  private func compare(_ terrain: ComparisonTerrain, _ shades: [(Hillshade, [String])]) throws {
    let input = try GDALComparison(terrain)
    for (shade, options) in shades {
      let theirs = try input.gdaldem(["hillshade"] + options)
      let found = PixelComparison(
        ours: try input.ours(.hillshade(shade)), theirs: theirs, counts: input.isSurrounded)
      print(
        "\(terrain) hillshade \(options.joined(separator: " ")): equal \(found.share(within: 0)), \(found)")
      #expect(found.count > 100_000 && found.oneSided == 0)
      #expect(found.share(within: 1) >= 0.999, "\(terrain) \(options)")
    }
  }

  @Test(arguments: ComparisonTerrain.present)
  func `hillshades of several sun positions equal GDAL's within one grey level`(terrain: ComparisonTerrain)
    throws
  {
    try compare(
      terrain,
      [(315.0, 45.0), (180, 30), (97.3, 12.5), (0, 80), (250, 5)].map { azimuth, altitude in
        (
          Hillshade(sun: SunDirection(azimuthDegrees: azimuth, altitudeDegrees: altitude)),
          ["-az", "\(azimuth)", "-alt", "\(altitude)"]
        )
      })
  }

  @Test(arguments: ComparisonTerrain.present)
  func `hillshades of other styles and methods equal GDAL's within one grey level`(
    terrain: ComparisonTerrain
  ) throws {
    try compare(
      terrain,
      [
        (Hillshade(style: .multidirectional), ["-multidirectional"]),
        (Hillshade(style: .combined), ["-combined"]),
        (Hillshade(verticalExaggeration: 2.5), ["-z", "2.5"]),
        (Hillshade(method: .zevenbergenThorne), ["-alg", "ZevenbergenThorne"]),
      ])
  }
}
