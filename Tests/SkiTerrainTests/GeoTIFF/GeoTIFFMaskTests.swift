import CLibraries
import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Masks and alpha bands of GeoTIFFs: where they are zero, elevations are void.
struct GeoTIFFMaskTests {
  private let folder = ScratchFolder()

  /// A hole, a diagonal and the first and last column, within 50 × 40 samples.
  private static func isVoid(_ column: Int, _ row: Int) -> Bool {
    (17...29).contains(column) && (9...20).contains(row) || column == row || column == 0 || column == 49
  }

  private static func height(_ column: Int, _ row: Int) -> Double {
    isVoid(column, row) ? .nan : GeoTIFFTests.number(column, row)
  }

  private func expectMasked(_ drawn: DrawnTIFF, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try GeoTIFFTests.expectSame(
      drawn.write(to: folder, GeoTIFFTests.number), drawn, sourceLocation: sourceLocation, Self.height)
  }

  @Test(arguments: [nil, 16, 32, 64], [nil, 16, 48])
  func `samples behind a mask are voids, whatever the tiles and strips of both`(side: Int?, maskSide: Int?)
    throws
  {
    for compression in [COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE] {
      for type in [TIFFLayout.SampleType.uint8, .int16, .float32] {
        for bits in [1, 8] {
          for packing in [COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW, COMPRESSION_PACKBITS]
          {
            var drawn = DrawnTIFF(type: type, tileSide: side, compression: compression)
            drawn.masks = [
              DrawnMask(bits: bits, tileSide: maskSide, compression: packing, isVoid: Self.isVoid)
            ]
            try expectMasked(drawn)
          }
        }
      }
    }
  }

  @Test(arguments: ["wl", "wb", "wl8", "wb8"])
  func `masks are found in both byte orders, TIFF and BigTIFF`(mode: String) throws {
    var drawn = DrawnTIFF(tileSide: 16, mode: mode)
    drawn.masks = [DrawnMask(tileSide: 32, isVoid: Self.isVoid)]
    try expectMasked(drawn)
  }

  @Test func `strips of a mask may have any number of rows, and bits either order`() throws {
    for compression in [COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE] {
      for rowsPerStrip in [1, 3, 40, 1000] {
        for isReversed in [false, true] {
          var drawn = DrawnTIFF(compression: compression)
          var mask = DrawnMask(rowsPerStrip: rowsPerStrip, compression: compression, isVoid: Self.isVoid)
          mask.isReversed = isReversed
          drawn.masks = [mask]
          try expectMasked(drawn)
        }
      }
    }
  }

  @Test func `windows of single rows and over edges are masked as the whole is`() throws {
    print("seed 7")
    var random = SeededGenerator(seed: 7)
    for (side, maskSide) in [(nil, 16), (16, nil), (32, 48)] as [(Int?, Int?)] {
      var drawn = DrawnTIFF(tileSide: side)
      drawn.masks = [DrawnMask(tileSide: maskSide, isVoid: Self.isVoid)]
      let path = drawn.write(to: folder, GeoTIFFTests.number)
      let raster = try GeoTIFF.open(path: path).raster(cacheLimitBytes: 1000)
      for _ in 0..<200 {
        let window = RasterWindow(
          column: .random(in: -9...50, using: &random), row: .random(in: -9...40, using: &random),
          columns: .random(in: 1...40, using: &random), rows: .random(in: 1...3, using: &random))
        let wanted = (0..<window.count).map { index -> Float in
          let (column, row) = (window.column + index % window.columns, window.row + index / window.columns)
          let isInside = (0..<50).contains(column) && (0..<40).contains(row)
          return isInside ? Float(Self.height(column, row)) : .nan
        }
        let heights = try raster.heights(window)
        #expect(zip(heights, wanted).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }, "\(window)")
      }
    }
  }

  @Test func `overviews, their masks and pages are no masks of the image`() throws {
    var overview = DrawnMask(bits: 8, kind: FILETYPE_REDUCEDIMAGE) { _, _ in false }
    overview.size = (25, 20)
    var small = DrawnMask(kind: FILETYPE_REDUCEDIMAGE | FILETYPE_MASK) { _, _ in true }
    small.size = (25, 20)
    let page = DrawnMask(bits: 8, kind: FILETYPE_PAGE) { _, _ in true }
    // A mask of an overview may have the size of the image, if a file is odd.
    let large = DrawnMask(kind: FILETYPE_REDUCEDIMAGE | FILETYPE_MASK) { _, _ in true }
    let mask = DrawnMask(isVoid: Self.isVoid)
    for masks in [[overview, small, page, large, mask], [mask, overview, small], [small, mask, page]] {
      var drawn = DrawnTIFF(tileSide: 16)
      drawn.masks = masks
      try expectMasked(drawn)
    }
    var drawn = DrawnTIFF(tileSide: 16)
    drawn.masks = [overview, small, page, large]
    try GeoTIFFTests.expectSame(drawn.write(to: folder, GeoTIFFTests.number), drawn, GeoTIFFTests.number)
  }

  @Test func `a missing tile or strip of a mask is void, as in GDAL`() throws {
    for (side, columns, rows) in [(16, 16..<32, 0..<16), (nil, 0..<50, 9..<18)]
      as [(Int?, Range<Int>, Range<Int>)]
    {
      var drawn = DrawnTIFF()
      var mask = DrawnMask(tileSide: side) { _, _ in false }
      mask.leftOut = [1]
      drawn.masks = [mask]
      try GeoTIFFTests.expectSame(drawn.write(to: folder, GeoTIFFTests.number), drawn) { column, row in
        columns.contains(column) && rows.contains(row) ? .nan : GeoTIFFTests.number(column, row)
      }
    }
  }

  @Test func `nodata and the mask are both voids`() throws {
    var drawn = DrawnTIFF(noData: "13")
    drawn.masks = [DrawnMask(isVoid: Self.isVoid)]
    try GeoTIFFTests.expectSame(drawn.write(to: folder, GeoTIFFTests.number), drawn) { column, row in
      GeoTIFFTests.number(column, row) == 13 ? .nan : Self.height(column, row)
    }
  }

  @Test func `a file with msk behind the name of another masks it`() throws {
    for (bits, side) in [(1, nil), (8, 16)] as [(Int, Int?)] {
      let drawn = DrawnTIFF(tileSide: 32)
      DrawnMask(bits: bits, kind: nil, tileSide: side, isVoid: Self.isVoid)
        .write(to: folder, named: "a.tif.msk", columns: 50, rows: 40)
      try expectMasked(drawn)
      #expect(try ElevationFiles.open(paths: [folder.path]).names == ["a.tif"])
    }
  }

  @Test(arguments: [false, true])
  func `an alpha band of zero is void, interleaved or planar`(isPlanar: Bool) throws {
    for type in [TIFFLayout.SampleType.uint8, .uint16, .int16, .float32, .float64] {
      for side in [nil, 16, 64] {
        for compression in [COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE] {
          for mode in ["wl", "wb"] {
            var drawn = DrawnTIFF(type: type, tileSide: side, compression: compression, mode: mode, bands: 2)
            drawn.isPlanar = isPlanar
            drawn.alpha = { column, row in Self.isVoid(column, row) ? 0 : Double(1 + column) }
            try expectMasked(drawn)
          }
        }
      }
    }
  }

  @Test func `a second band that is not called alpha, and the alpha of three, change nothing`() throws {
    for isPlanar in [false, true] {
      var drawn = DrawnTIFF(bands: 2)
      drawn.isPlanar = isPlanar
      try GeoTIFFTests.expectSame(drawn.write(to: folder, GeoTIFFTests.number), drawn, GeoTIFFTests.number)
      drawn.bands = 3
      drawn.alpha = { column, row in Self.isVoid(column, row) ? 0 : 100 }
      try GeoTIFFTests.expectSame(drawn.write(to: folder, GeoTIFFTests.number), drawn, GeoTIFFTests.number)
    }
  }

  @Test func `files of one lattice fill each other's masked samples`() throws {
    var drawn = DrawnTIFF(tileSide: 16)
    drawn.masks = [DrawnMask(isVoid: Self.isVoid)]
    drawn.write(to: folder, named: "a.tif", GeoTIFFTests.number)
    drawn.masks = []
    drawn.write(to: folder, named: "b.tif") { _, _ in 90 }
    let raster = try ElevationFiles.open(paths: [folder.path]).raster()
    let heights = try raster.heights(RasterWindow(column: 0, row: 0, columns: 50, rows: 40))
    let wanted = (0..<2000).map { index in
      let (column, row) = (index % 50, index / 50)
      return Float(Self.isVoid(column, row) ? 90 : GeoTIFFTests.number(column, row))
    }
    #expect(heights == wanted)
  }

  private func expectRefused(
    _ masks: [DrawnMask], _ code: SkiError.Code, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var drawn = DrawnTIFF()
    drawn.masks = masks
    let path = drawn.write(to: folder, GeoTIFFTests.number)
    let error = #expect(throws: SkiError.self, sourceLocation: sourceLocation) {
      try GeoTIFF.open(path: path)
    }
    #expect(
      error?.code == code && error?.message.contains(words) == true
        && error?.subject?.hasSuffix("a.tif") == true,
      "\(error.map { "\($0)" } ?? "no error")", sourceLocation: sourceLocation)
  }

  @Test func `masks of another size or an unsupported form are refused`() {
    var mask = DrawnMask(isVoid: Self.isVoid)
    mask.size = (50, 39)
    expectRefused([mask], .malformedData, "mask: it is 50 × 39 samples where the elevations are 50 × 40")
    mask.size = (49, 40)
    expectRefused([mask], .malformedData, "gdal_translate -mask none")
    expectRefused(
      [DrawnMask(bits: 16, isVoid: Self.isVoid)], .unsupportedFormat, "mask: samples have 16 bits")
    expectRefused(
      [DrawnMask(compression: COMPRESSION_CCITTFAX4, isVoid: Self.isVoid)], .unsupportedFormat,
      "mask: compression 4")
  }

  @Test func `a mask that can't be read is an error, not believed samples`() throws {
    var drawn = DrawnTIFF()
    drawn.masks = [DrawnMask(tileSide: 16, compression: COMPRESSION_NONE, isVoid: Self.isVoid)]
    let path = drawn.write(to: folder, GeoTIFFTests.number)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func place(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    func next(_ directory: Int) -> Int {
      directory + 2 + 12 * (Int(bytes[directory]) + Int(bytes[directory + 1]) << 8)
    }
    let first = place(4)
    func error(_ changed: [UInt8]) -> SkiError? {
      let path = folder.write(changed, to: "b.tif")
      return #expect(throws: SkiError.self) {
        let raster = try GeoTIFF.open(path: path).raster()
        _ = try raster.heights(raster.grid.window)
      }
    }
    // The mask's directory lies beyond the end.
    var lost = bytes
    lost.replaceSubrange(next(first)..<next(first) + 4, with: [0, 0, 0, 0x70])
    #expect(error(lost)?.message.contains("cut off") == true)
    // It claims more entries than the file has bytes for.
    var full = bytes
    let mask = place(next(first))
    full.replaceSubrange(mask..<mask + 2, with: [0xFF, 0xFF])
    #expect(error(full)?.message.contains("claims 65535 entries") == true)
    // Its width is missing: the entry has another tag.
    var bare = bytes
    for entry in stride(from: mask + 2, to: next(mask), by: 12)
    where bytes[entry] == 0 && bytes[entry + 1] == 1 {
      bare[entry] = 0xFA
    }
    #expect(error(bare)?.code == .malformedData)
    // A chain that returns to the image has no mask.
    var loop = bytes
    loop.replaceSubrange(next(first)..<next(first) + 4, with: bytes[4..<8])
    let raster = try GeoTIFF.open(path: folder.write(loop, to: "c.tif")).raster()
    #expect(try raster.heights(raster.grid.window).allSatisfy { !$0.isNaN })
    // The file beside is no TIFF.
    folder.write(Array("no mask".utf8), to: "a.tif.msk")
    let beside = #expect(throws: SkiError.self) { try GeoTIFF.open(path: path) }
    #expect(beside?.code == .malformedData && beside?.subject?.hasSuffix("a.tif.msk") == true)
  }

  @Test func `damaged pieces of a mask are errors that name it`() throws {
    var drawn = DrawnTIFF()
    drawn.masks = [DrawnMask(tileSide: 16, isVoid: Self.isVoid)]
    let path = drawn.write(to: folder, GeoTIFFTests.number)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let file = try RandomAccessFile(path)
    let directory = try #require(
      try TIFFDirectories(file, fault: TIFFFault(subject: path)).mask(subdirectories: []))
    let place = try #require(TIFFHandle(file, directory: directory).place(ofStrile: 0))
    for offset in 0..<Int(place.byteCount) { bytes[Int(place.offset) + offset] = 0xFF }
    let broken = folder.write(bytes, to: "b.tif")
    let error = #expect(throws: SkiError.self) {
      let raster = try GeoTIFF.open(path: broken).raster()
      _ = try raster.heights(raster.grid.window)
    }
    #expect(error?.code == .malformedData && error?.message.hasPrefix("mask: piece 0") == true)
  }
}
