import SkiBuild
import SkiTerrain
import SkiTestSupport
import Testing

/// Colours by elevation compared with `gdaldem color-relief`.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALColourReliefComparisonTests {
  private static let text = """
    1200 20 90 40 255
    1500 130 160 60 200
    1500.5 255 0 0 255
    1900 220 200 120 255
    2600 140 110 90 128
    3100 255 255 255 255
    nv 0 0 0 0

    """

  private func ramp(_ matching: ColourRamp.Matching) throws -> ColourRamp {
    let stops = Self.text.split(separator: "\n").filter { !$0.hasPrefix("nv") }.map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return ColourRamp.Stop(
        elevationMetres: numbers[0],
        colour: Colour(
          red: UInt8(numbers[1]), green: UInt8(numbers[2]), blue: UInt8(numbers[3]), alpha: UInt8(numbers[4]))
      )
    }
    return try ColourRamp(stops: stops, matching: matching)
  }

  @Test(arguments: ComparisonTerrain.present)
  func `colours by elevation equal GDAL's within one level of each component`(terrain: ComparisonTerrain)
    throws
  {
    let input = try GDALComparison(terrain)
    let colours = input.folder.write(Self.text.utf8, to: "colours.txt")
    for (matching, options) in [
      (ColourRamp.Matching.linear, [String]()), (.nearest, ["-nearest_color_entry"]),
    ] {
      let product = TerrainProduct.relief(try ramp(matching), shade: nil)
      let ours = try TerrainProduction(raster: input.raster, product: product).bytes(
        of: input.raster.grid.window)
      for part in 0..<4 {
        let theirs = try input.gdaldem(["color-relief", colours, "-alpha"] + options, band: part + 1)
        let mine = input.heights.values.indices.map { Double(ours[4 * $0 + part]) }
        let found = PixelComparison(ours: mine, theirs: theirs, margin: 0)
        print("\(terrain) relief \(matching), part \(part): equal \(found.share(within: 0)), \(found)")
        #expect(
          found.count == mine.count && found.share(within: 1) >= 0.999, "\(terrain) \(matching) \(part)")
      }
    }
  }
}
