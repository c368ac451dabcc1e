import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Invalid TIFFs: each is one `SkiError`, none a crash or a large allocation.
struct HostileTIFFTests {
  private let folder = ScratchFolder()

  /// A valid file of 8 × 6 elevations in one strip behind the directory, some fields changed or left out.
  private static func bytes(
    isBig: Bool = false, _ changes: [UInt16: TIFFDirectory.Value?] = [:], data: [UInt8]? = nil
  ) -> [UInt8] {
    var fields: [UInt16: TIFFDirectory.Value] = [
      256: .longs([8]), 257: .longs([6]), 258: .shorts([16]), 259: .shorts([1]), 262: .shorts([1]),
      273: .longs([1024]), 277: .shorts([1]), 278: .longs([6]), 279: .longs([96]), 339: .shorts([2]),
      33550: .doubles([10, 10, 0]), 33922: .doubles([0, 0, 0, 500_000, 5_200_000, 0]),
      34735: .shorts([1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32632]),
    ]
    for (tag, value) in changes { fields[tag] = value }
    let directory = TIFFDirectory(
      isBig: isBig, fields: fields.sorted { $0.key < $1.key }.map { (tag: $0.key, value: $0.value) })
    var bytes = directory.bytes()
    bytes += [UInt8](repeating: 0, count: max(0, 1024 - bytes.count))
    return bytes + (data ?? (0..<96).map { UInt8($0 % 2 == 0 ? $0 : 1) })
  }

  private func outcome(_ bytes: [UInt8]) -> Result<[Float], any Error> {
    let path = folder.write(bytes, to: "a.tif")
    return Result {
      let raster = try GeoTIFF.open(path: path).raster()
      return try raster.heights(RasterWindow(column: 0, row: 0, columns: 8, rows: 6))
    }
  }

  private func expect(
    _ bytes: [UInt8], _ code: SkiError.Code, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: SkiError.self, sourceLocation: sourceLocation) { try outcome(bytes).get() }
    #expect(
      error?.code == code && error?.message.contains(words) == true
        && error?.subject?.hasSuffix("a.tif") == true,
      "\(error.map { "\($0)" } ?? "no error")", sourceLocation: sourceLocation)
  }

  @Test func `the valid file from which the invalid ones are made is read`() throws {
    for isBig in [false, true] {
      let heights = try outcome(Self.bytes(isBig: isBig)).get()
      #expect(heights.count == 48 && heights[1] == 258 && heights[47] == Float(94 + 256))
    }
  }

  @Test func `files that are not TIFF, and truncated TIFFs, are refused`() {
    expect([], .malformedData, "0 bytes")
    expect(Array("<html>not found</html>".utf8), .malformedData, "not a readable TIFF")
    let good = Self.bytes()
    for count in [1, 4, 7, 8, 9, 20, 100, 160] { expect(Array(good.prefix(count)), .malformedData, "TIFF") }
    expect(Array(good.dropLast(1)), .malformedData, "cut off")
    expect(Array(good.prefix(1024)), .malformedData, "cut off")
    var loop = good
    loop.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0x7F])
    expect(loop, .malformedData, "not a readable TIFF")
  }

  @Test func `a directory that links to itself is read`() throws {
    var bytes = Self.bytes()
    let next = 8 + 2 + 13 * 12
    bytes.replaceSubrange(next..<next + 4, with: [8, 0, 0, 0])
    #expect(try outcome(bytes).get().count == 48)
  }

  @Test func `invalid and excessive sizes are refused`() {
    expect(Self.bytes([256: .longs([0])]), .malformedData, "not a readable TIFF")
    expect(Self.bytes([256: nil]), .malformedData, "TIFF")
    expect(Self.bytes([256: .longs([20_000_000])]), .limitExceeded, "20000000 × 6")
    expect(Self.bytes([257: .longs([20_000_000])]), .limitExceeded, "8 × 20000000")
    expect(
      Self.bytes([256: .longs([40_000]), 257: .longs([40_000]), 278: .longs([40_000])]), .malformedData,
      "cut off")
    let packed: [UInt16: TIFFDirectory.Value?] = [
      256: .longs([40_000]), 257: .longs([40_000]), 278: .longs([40_000]), 259: .shorts([8]),
    ]
    expect(Self.bytes(packed), .limitExceeded, "strip is 40000 × 40000")
    expect(Self.bytes(packed.merging([278: .longs([1])]) { $1 }), .malformedData, "claims 40000 × 40000")
    expect(Self.bytes(packed.merging([278: .longs([600])]) { $1 }), .malformedData, "too few")
    let tiles: [UInt16: TIFFDirectory.Value?] = [
      273: nil, 278: nil, 279: nil, 324: .longs([1024]), 325: .longs([96]),
    ]
    for (width, height, code, words) in [
      (0, 16, SkiError.Code.malformedData, "TIFF"), (16, 0, .malformedData, "TIFF"),
      (1 << 20, 1 << 20, .limitExceeded, "tile is 1048576"),
      (4_000_000_000, 16, .limitExceeded, "tile is 4000000000"),
    ] {
      let sizes: [UInt16: TIFFDirectory.Value?] = [
        322: .longs([UInt32(width)]), 323: .longs([UInt32(height)]),
      ]
      expect(Self.bytes(tiles.merging(sizes) { $1 }), code, words)
    }
  }

  @Test func `a strip too small for the size it claims to unpack to is refused`() {
    let bomb: [UInt16: TIFFDirectory.Value?] = [
      256: .longs([5000]), 257: .longs([5000]), 278: .longs([5000]), 259: .shorts([8]), 279: .longs([96]),
    ]
    expect(Self.bytes(bomb), .malformedData, "96 bytes, too few for 50000000")
  }

  @Test func `a Zstandard frame with too large a window is refused`() {
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x88, 1, 0, 0]
    expect(
      Self.bytes([259: .shorts([50000])], data: frame + [UInt8](repeating: 0, count: 87)), .limitExceeded,
      "134217728 bytes")
  }

  @Test func `offsets beyond the file and wrong byte counts are errors on reading`() throws {
    expect(Self.bytes([273: .longs([5000])]), .malformedData, "cut off")
    expect(Self.bytes([273: .longs([.max])]), .malformedData, "cut off")
    // A single uncompressed strip has one possible size, so the stated byte count is ignored.
    #expect(try outcome(Self.bytes([279: .longs([90])])).get()[1] == 258)
    let two: [UInt16: TIFFDirectory.Value?] = [
      278: .longs([3]), 273: .longs([1024, 1072]), 279: .longs([40, 48]),
    ]
    expect(Self.bytes(two), .malformedData, "too few for 48")
    expect(Self.bytes(isBig: true, [273: .places([.max])]), .malformedData, "cut off")
    #expect(try outcome(Self.bytes([273: .longs([0]), 279: .longs([0])])).get().allSatisfy(\.isNaN))
    expect(Self.bytes([259: .shorts([8])]), .malformedData, "can't be decoded")
    expect(Self.bytes([259: .shorts([5])]), .malformedData, "can't be decoded")
  }

  @Test func `colour pictures, unsupported sample types and compressions are refused`() {
    let colours: [UInt16: TIFFDirectory.Value?] = [
      262: .shorts([2]), 277: .shorts([3]), 258: .shorts([8, 8, 8]),
    ]
    expect(Self.bytes(colours), .unsupportedFormat, "red, green and blue")
    expect(
      Self.bytes([
        262: .shorts([3]), 258: .shorts([8]), 339: .shorts([1]),
        320: .shorts([UInt16](repeating: 7, count: 768)),
      ]), .unsupportedFormat, "palette")
    expect(Self.bytes([258: .shorts([12])]), .unsupportedFormat, "12 bits")
    expect(Self.bytes([258: .shorts([64])]), .unsupportedFormat, "64 bits")
    expect(Self.bytes([339: .shorts([3])]), .unsupportedFormat, "16 bits (kind 3)")
    expect(Self.bytes([259: .shorts([7])]), .unsupportedFormat, "compression 7")
    expect(Self.bytes([259: .shorts([34887])]), .unsupportedFormat, "compression 34887")
    expect(Self.bytes([259: .shorts([65000])]), .unsupportedFormat, "compression 65000")
  }

  @Test func `an invalid georeference, scale or unit is refused with its reason`() {
    let nan = Double.nan
    expect(Self.bytes([33550: nil]), .unsupportedFormat, "no georeference")
    expect(
      Self.bytes([33550: nil, 33922: .doubles([Double](repeating: 1, count: 24))]), .unsupportedFormat,
      "ground control")
    expect(Self.bytes([33550: .doubles([nan, 10, 0])]), .malformedData, "nan")
    expect(Self.bytes([33550: .doubles([.infinity, 10, 0])]), .malformedData, "inf")
    expect(Self.bytes([33550: .doubles([0, 10, 0])]), .unsupportedFormat, "steps of 0.0")
    expect(Self.bytes([33550: .doubles([10, -10, 0])]), .unsupportedFormat, "-10.0 south")
    expect(Self.bytes([33550: .doubles([1e-30, 10, 0])]), .malformedData, "too small")
    expect(Self.bytes([33922: .doubles([0, 0, 0, nan, 1, 0])]), .malformedData, "nan")
    expect(Self.bytes([33922: .doubles([0, 0])]), .malformedData, "2 numbers")
    expect(Self.bytes([34264: .doubles([1, 2, 3])]), .malformedData, "3 numbers")
    let turned: [Double] = [7, 1, 0, 5e5, 1, -7, 0, 5e6, 0, 0, 0, 0, 0, 0, 0, 1]
    expect(Self.bytes([34264: .doubles(turned)]), .unsupportedFormat, "rotated")
    expect(Self.bytes([34735: nil]), .unsupportedFormat, "no reference system")
    expect(Self.bytes([34735: .shorts([1, 1, 0, 1, 2048, 0, 1, 4326])]), .malformedData, "states degrees")
    expect(
      Self.bytes([42112: .text(Array("<Item sample=\"0\" role=\"scale\">x</Item>\0".utf8))]), .malformedData,
      "scale")
    expect(
      Self.bytes([42112: .text(Array("<Item sample=\"0\" role=\"unittype\">ell</Item>\0".utf8))]),
      .invalidArgument, "--vertical-unit")
  }

  @Test func `a north-up transformation matrix gives the same grid as scale and tie point`() throws {
    let matrix: [Double] = [7, 0, 0, 5e5, 0, -9, 0, 5e6, 0, 0, 0, 0, 0, 0, 0, 1]
    let path = folder.write(
      Self.bytes([34264: .doubles(matrix), 33550: nil, 33922: nil]), to: "b.tif")
    let grid = try GeoTIFF.open(path: path).grid
    #expect([grid.originX, grid.originY, grid.stepX, grid.stepY] == [500_003.5, 4_999_995.5, 7, 9])
  }

  @Test func `a missing file, a folder and a pipe are missing input`() {
    for name in ["none.tif", "", "pipe.tif"] {
      if name == "pipe.tif" { mkfifo(folder.path + "/" + name, 0o644) }
      let error = #expect(throws: SkiError.self) { try GeoTIFF.open(path: folder.path + "/" + name) }
      #expect(error?.code == .missingInput)
    }
  }

  @Test func `random damage to a TIFF gives plausible elevations or an error`() {
    print("seed 41")
    var random = SeededGenerator(seed: 41)
    let good = Self.bytes()
    var answers = 0
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<500, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      switch outcome(bytes) {
      case .success(let heights):
        answers += 1
        #expect(heights.allSatisfy { $0.isNaN || plausibleElevationsMetres.contains(Double($0)) })
      case .failure(let error): #expect(error is SkiError)
      }
    }
    print("\(answers) of 3000 damaged files still gave an answer")
  }

  @Test func `many threads read the same elevations from one file as one does`() async throws {
    var drawn = DrawnTIFF(columns: 500, rows: 400, tileSide: 64)
    for compression: Int32 in [1, 8] {
      drawn.compression = compression
      let raster = try GeoTIFF.open(path: drawn.write(to: folder, GeoTIFFTests.number)).raster(
        cacheLimitBytes: 50_000)
      let alone = try raster.heights(raster.grid.window)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 { group.addTask { try raster.heights(raster.grid.window) == alone } }
        for try await same in group { #expect(same) }
      }
    }
  }
}
