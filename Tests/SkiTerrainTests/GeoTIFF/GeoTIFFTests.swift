import CLibraries
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Elevations written by libtiff and read back from every form of GeoTIFF.
struct GeoTIFFTests {
  /// Returns whole metres in the range of every sample type.
  static func number(_ column: Int, _ row: Int) -> Double { Double((column * 7 + row * 13) % 120) }

  /// Compares the whole raster with the drawn elevations.
  static func expectSame(
    _ path: String, _ drawn: DrawnTIFF, sourceLocation: SourceLocation = #_sourceLocation,
    _ height: (Int, Int) -> Double
  ) throws {
    let raster = try GeoTIFF.open(path: path).raster()
    #expect(
      raster.grid.columns == drawn.columns && raster.grid.rows == drawn.rows, sourceLocation: sourceLocation)
    let heights = try raster.heights(raster.grid.window)
    var wrong = 0
    for row in 0..<drawn.rows {
      for column in 0..<drawn.columns {
        let (got, wanted) = (heights[row * drawn.columns + column], Float(height(column, row)))
        if got != wanted && !(got.isNaN && wanted.isNaN) { wrong += 1 }
      }
    }
    #expect(wrong == 0, "\(drawn)", sourceLocation: sourceLocation)
  }

  @Test(arguments: ["wl", "wb", "wl8", "wb8"])
  func `every sample type is read from strips and tiles in both byte orders, TIFF and BigTIFF`(
    mode: String
  )
    throws
  {
    let folder = ScratchFolder()
    for type in [TIFFLayout.SampleType.uint8, .int8, .uint16, .int16, .uint32, .int32, .float32, .float64] {
      for tileSide in [nil, 16, 32, 64] {
        for compression in [COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE] {
          var drawn = DrawnTIFF(type: type, tileSide: tileSide, mode: mode)
          drawn.compression = compression
          try Self.expectSame(drawn.write(to: folder, Self.number), drawn, Self.number)
        }
      }
    }
  }

  @Test(arguments: [
    COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE, COMPRESSION_PACKBITS,
    COMPRESSION_ZSTD,
  ])
  func `every compression is decoded, with every predictor`(compression: Int32) throws {
    let folder = ScratchFolder()
    for type in [TIFFLayout.SampleType.uint8, .int16, .int32, .float32, .float64] {
      let isFloat = type.byteCount == 8 || type == .float32
      let hasPredictor = ![COMPRESSION_NONE, COMPRESSION_PACKBITS].contains(compression)
      for predictor in hasPredictor ? (isFloat ? [1, 3] : [1, 2]) : [1] {
        for tileSide in [nil, 16] {
          for mode in ["wl", "wb"] {
            var drawn = DrawnTIFF(type: type, tileSide: tileSide, predictor: predictor, mode: mode)
            drawn.compression = compression
            try Self.expectSame(drawn.write(to: folder, Self.number), drawn, Self.number)
          }
        }
      }
    }
  }

  @Test func `only the first of several bands is read, interleaved or planar`() throws {
    let folder = ScratchFolder()
    for isPlanar in [false, true] {
      for type in [TIFFLayout.SampleType.int16, .float32] {
        for compression in [COMPRESSION_NONE, COMPRESSION_LZW] {
          for tileSide in [nil, 16] {
            var drawn = DrawnTIFF(type: type, tileSide: tileSide, compression: compression, bands: 3)
            drawn.isPlanar = isPlanar
            try Self.expectSame(drawn.write(to: folder, Self.number), drawn, Self.number)
          }
        }
      }
    }
  }

  @Test func `strips of any number of rows are read, and grouped into tiles`() throws {
    let folder = ScratchFolder()
    for rowsPerStrip in [1, 2, 39, 40, 1000] {
      for compression in [COMPRESSION_NONE, COMPRESSION_LZW] {
        var drawn = DrawnTIFF(rowsPerStrip: rowsPerStrip, compression: compression)
        try Self.expectSame(drawn.write(to: folder, Self.number), drawn, Self.number)
        (drawn.columns, drawn.rows) = (3000, 500)
        drawn.rowsPerStrip = rowsPerStrip
        try Self.expectSame(drawn.write(to: folder, Self.number), drawn, Self.number)
        #expect(try GeoTIFF.open(path: folder.path + "/a.tif").tileRows >= min(170, rowsPerStrip))
      }
    }
  }

  @Test func `missing tiles and strips are voids`() throws {
    let folder = ScratchFolder()
    for compression in [COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE] {
      for type in [TIFFLayout.SampleType.int16, .float32] {
        var drawn = DrawnTIFF(type: type, tileSide: 16, compression: compression, leftOut: [1, 6, 11])
        let path = drawn.write(to: folder, Self.number)
        try Self.expectSame(path, drawn) { column, row in
          [1, 6, 11].contains(row / 16 * 4 + column / 16) ? .nan : Self.number(column, row)
        }
        let tiles = try GeoTIFF.open(path: path).tiles
        #expect(!tiles.hasTile(column: 1, row: 0) && tiles.hasTile(column: 0, row: 0))
        #expect(!tiles.hasTile(column: 4, row: 0) && !tiles.hasTile(column: 0, row: 3))
        drawn.tileSide = nil
        drawn.leftOut = [2]
        try Self.expectSame(drawn.write(to: folder, Self.number), drawn) { column, row in
          row / 7 == 2 ? .nan : Self.number(column, row)
        }
      }
    }
  }

  @Test func `nodata, NaN and implausible elevations are voids`() throws {
    let folder = ScratchFolder()
    let odd = [-501, -500, 9000, 9001, -32768, 32767, -9999, 12, 13, 0]
    var drawn = DrawnTIFF(noData: "13 ")
    let number: (Int, Int) -> Double = { column, row in Double(odd[(column + row) % odd.count]) }
    let height: (Int, Int) -> Double = { column, row in
      let value = number(column, row)
      return value == 13 || !(-500...9000).contains(value) ? .nan : value
    }
    for type in [TIFFLayout.SampleType.int16, .int32, .float32, .float64] {
      drawn.type = type
      let path = drawn.write(to: folder, number)
      #expect(try GeoTIFF.open(path: path).noData == 13)
      try Self.expectSame(path, drawn, height)
    }
    drawn.type = .float32
    drawn.noData = "-3.4028234663852886e+38"
    let floats = [Double(-Float.greatestFiniteMagnitude), .nan, .infinity, -.infinity, 12.5, -0.0]
    try Self.expectSame(drawn.write(to: folder) { floats[($0 + $1) % 6] }, drawn) {
      ($0 + $1) % 6 > 3 ? floats[($0 + $1) % 6] : .nan
    }
    drawn.noData = "nan"
    #expect(try GeoTIFF.open(path: drawn.write(to: folder, number)).noData == nil)
  }

  @Test func `scale, offset and unit of GDAL's metadata are applied`() throws {
    let folder = ScratchFolder()
    var drawn = DrawnTIFF(noData: "7")
    drawn.metadata = """
      <GDALMetadata>
        <Item name="OFFSET" sample="0" role="offset">100</Item>
        <Item name="SCALE" sample="0" role="scale">0.5</Item>
        <Item name="SCALE" sample="1" role="scale">9</Item>
      </GDALMetadata>
      """
    let path = drawn.write(to: folder, Self.number)
    try Self.expectSame(path, drawn) { column, row in
      Self.number(column, row) == 7 ? .nan : Self.number(column, row) * 0.5 + 100
    }
    drawn.metadata =
      "<GDALMetadata><Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">ft</Item></GDALMetadata>"
    try Self.expectSame(drawn.write(to: folder, Self.number), drawn) { column, row in
      Self.number(column, row) == 7 ? .nan : Self.number(column, row) * 0.3048
    }
  }

  @Test func `windows over tile edges and beyond the raster agree with the whole`() throws {
    let folder = ScratchFolder()
    for tileSide in [nil, 16] {
      let drawn = DrawnTIFF(tileSide: tileSide)
      let raster = try GeoTIFF.open(path: drawn.write(to: folder, Self.number)).raster(cacheLimitBytes: 1000)
      print("seed 5")
      var random = SeededGenerator(seed: 5)
      for _ in 0..<300 {
        let window = RasterWindow(
          column: .random(in: -60...60, using: &random), row: .random(in: -60...60, using: &random),
          columns: .random(in: 0...70, using: &random), rows: .random(in: 0...70, using: &random))
        let heights = try raster.heights(window)
        let wanted = (0..<window.count).map { index -> Float in
          let (column, row) = (window.column + index % window.columns, window.row + index / window.columns)
          let isInside = (0..<50).contains(column) && (0..<40).contains(row)
          return isInside ? Float(Self.number(column, row)) : .nan
        }
        #expect(zip(heights, wanted).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }, "\(window)")
      }
    }
  }
}
