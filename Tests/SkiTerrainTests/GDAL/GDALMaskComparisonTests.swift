import Foundation
import SkiTerrain
import SkiTestSupport
import Testing

/// Voids of masks and alpha bands compared with those of GDAL.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALMaskComparisonTests {
  private let folder = ScratchFolder()

  /// A file with two bands: elevations, and 0 or 255.
  private func twoBands(_ numbers: ForeignRaster.DataType) throws -> String {
    let shape = SyntheticSurface.Mountains(seed: 17)
    let (west, north, step) = (650_000.0, 5_220_000.0, 25.0)
    func raster(_ value: @escaping (Double, Double) -> Double) -> ForeignRaster {
      ForeignRaster(
        columns: 211, rows: 149, west: west, north: north, stepX: step, stepY: step, value: value)
    }
    let heights = raster { x, y in shape.metres(x: x - west, y: y - north).rounded() }
    let mask = raster { x, y in
      let (column, row) = (Int((x - west) / step), Int((north - y) / step))
      let isHole = hypot(x - west - 2500, y - north + 1700) < 700
      return isHole || (column * 31 + row * 17) % 23 == 0 || column == 210 ? 0 : 255
    }
    let a = try heights.write(
      "a.tif", reference: "EPSG:32632", dataType: numbers, noData: 65535, in: folder.path)
    let b = try mask.write("b.tif", reference: "EPSG:32632", dataType: .byte, noData: 7, in: folder.path)
    try GDAL.run("gdalbuildvrt", ["-q", "-separate", folder.path + "/two.vrt", a, b])
    return folder.path + "/two.vrt"
  }

  /// Compares each sample with GDAL's, void where its mask is zero.
  private func compare(
    _ file: String, mask: ForeignRaster? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let theirs = try ForeignRaster(reading: file, options: ["-mask", "none"], in: folder.path)
    let flat = folder.path + "/mask-\(UUID().uuidString).tif"
    var valid: ForeignRaster
    if let mask {
      valid = mask
    } else {
      try GDAL.run("gdal_translate", ["-q", "-mask", "none", "-b", "mask", file, flat])
      valid = try ForeignRaster(reading: flat, in: folder.path)
    }
    let raster = try GeoTIFF.open(path: file).raster()
    let ours = try raster.heights(raster.grid.window)
    var wrong = 0
    for index in ours.indices {
      let isVoid = valid.values[index] == 0
      if isVoid != ours[index].isNaN || !isVoid && Double(ours[index]) != theirs.values[index] { wrong += 1 }
    }
    let voids = valid.values.count { $0 == 0 }
    #expect(wrong == 0, "\(file): \(wrong) of \(ours.count)", sourceLocation: sourceLocation)
    #expect((2000..<20_000).contains(voids), "\(voids)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    [], ["COMPRESS=DEFLATE"], ["COMPRESS=ZSTD", "BLOCKYSIZE=1"],
    ["TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=32"],
    ["TILED=YES", "COMPRESS=LZW", "BLOCKXSIZE=128", "BLOCKYSIZE=128"], ["BIGTIFF=YES", "COMPRESS=DEFLATE"],
    ["ENDIANNESS=BIG", "COMPRESS=DEFLATE"],
  ])
  func `internal masks and those in files beside give the voids of GDAL`(options: [String]) throws {
    for (numbers, name) in [(ForeignRaster.DataType.int16, "w"), (.float32, "f")] {
      let source = try twoBands(numbers)
      for isInternal in [true, false] {
        let file = folder.path + "/\(name)-\(isInternal).tif"
        try GDAL.run(
          "gdal_translate",
          [
            "-q", "-a_nodata", "none", "-b", "1", "-mask", "2", "--config", "GDAL_TIFF_INTERNAL_MASK",
            isInternal ? "YES" : "NO",
          ]
            + options.flatMap { ["-co", $0] } + [source, file])
        #expect(FileManager.default.fileExists(atPath: file + ".msk") != isInternal)
        try compare(file)
        try GDAL.run("gdaladdo", ["-q", "--config", "GDAL_TIFF_INTERNAL_MASK", "YES", file, "2", "4"])
        try compare(file)
      }
    }
  }

  @Test func `the mask of a cloud-optimised file is read, not those of its overviews`() throws {
    let file = folder.path + "/cog.tif"
    try GDAL.run(
      "gdal_translate",
      [
        "-q", "-a_nodata", "none", "-b", "1", "-mask", "2", "-of", "COG", "-co", "BLOCKSIZE=128", "-co",
        "OVERVIEW_COUNT=2",
        try twoBands(.int16), file,
      ])
    try compare(file)
  }

  @Test(arguments: ["PIXEL", "BAND"])
  func `alpha bands give the voids of GDAL`(interleave: String) throws {
    for (numbers, type) in [
      (ForeignRaster.DataType.byte, "Byte"), (.uint16, "UInt16"), (.int16, "Int16"), (.float32, "Float32"),
    ] {
      let source = try twoBands(numbers == .byte ? .uint16 : numbers)
      for options in [
        ["COMPRESS=DEFLATE"], ["TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64"], ["BLOCKYSIZE=5"],
      ] {
        let file = folder.path + "/alpha-\(UUID().uuidString).tif"
        try GDAL.run(
          "gdal_translate",
          ["-q", "-a_nodata", "none", "-ot", type, "-co", "ALPHA=YES", "-co", "INTERLEAVE=\(interleave)"]
            + options.flatMap { ["-co", $0] } + [source, file])
        // GDAL makes a mask of alpha for whole numbers without sign alone; the band itself says the same of the others.
        try compare(file, mask: try ForeignRaster(reading: file, band: 2, in: folder.path))
        if type == "Byte" || type == "UInt16" { try compare(file) }
      }
    }
  }
}
