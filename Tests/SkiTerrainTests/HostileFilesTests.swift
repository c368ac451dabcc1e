import SkiBase
import SkiSystem
import SkiTerrain
import SkiTestSupport
import Testing

/// Invalid elevation files: each is one `SkiError`, none a crash.
struct HostileFilesTests {
  private let place = PyramidTests.place(2123.5, 1469.5)
  private let good = DrawnTiles.png(.terrarium, zoom: 12, column: 2123, row: 1469, height: PyramidTests.plane)

  /// Opens a folder with one tile and reads an elevation in it.
  private func outcome(of tile: [UInt8], encoding: TileEncoding? = .terrarium) -> Result<Double?, any Error> {
    let folder = ScratchFolder()
    folder.write(tile, to: "t/12/2123/1469.png")
    return Result {
      try ElevationFiles.open(paths: [folder.path], encoding: encoding).elevationMetres(at: place)
    }
  }

  private func code(of tile: [UInt8], encoding: TileEncoding? = .terrarium) -> SkiError.Code? {
    guard case .failure(let error) = outcome(of: tile, encoding: encoding) else { return nil }
    return (error as? SkiError)?.code
  }

  @Test func `PNG files that are not elevation tiles are refused`() {
    #expect(code(of: good) == nil)
    #expect(code(of: []) == .malformedData)
    #expect(code(of: Array("<!DOCTYPE html><html><body>404 Not Found</body></html>".utf8)) == .malformedData)
    #expect(code(of: Array(good.prefix(20))) == .malformedData)
    #expect(code(of: Array(good.prefix(good.count / 2))) == .malformedData)
    #expect(code(of: Array(good.dropLast(1))) == .malformedData)
    #expect(code(of: TinyPNG.claiming(width: 256, height: 256)) == .malformedData)
    for (width, height) in [
      (256, 255), (0, 0), (100, 100), (2048, 2048), (65_535, 65_535), (1 << 31, 1 << 31),
    ] {
      #expect(code(of: TinyPNG.claiming(width: width, height: height)) == .unsupportedFormat)
    }
    #expect(code(of: TinyPNG.sixteenBit(size: 256)) == .unsupportedFormat)
    #expect(code(of: [UInt8](repeating: 0, count: 33 << 20)) == .limitExceeded)
  }

  @Test func `pixel data that expands beyond the size of the PNG is refused`() {
    // The size of 256 × 256 pixels of four bytes, each row with its filter type.
    let exact = 256 * (1 + 4 * 256)
    #expect(code(of: TinyPNG.unpacking(to: exact, size: 256)) == nil)
    #expect(code(of: TinyPNG.unpacking(to: 100 << 20, size: 256)) == .limitExceeded)
  }

  @Test func `valid palette tiles of 64, 256 and 1024 pixels are accepted`() throws {
    #expect(try outcome(of: TinyPNG.palette(size: 256, 132, 0, 0)).get() == 1024)
    #expect(try outcome(of: TinyPNG.palette(size: 64, 132, 0, 0)).get() == 1024)
    #expect(try outcome(of: TinyPNG.palette(size: 1024, 132, 0, 0)).get() == 1024)
  }

  @Test func `an error states the file and its size`() throws {
    let folder = ScratchFolder()
    folder.write(Array("<html>".utf8), to: "t/12/2123/1469.png")
    let error = #expect(throws: SkiError.self) { try ElevationFiles.open(paths: [folder.path]) }
    #expect(error?.subject?.hasSuffix("t/12/2123/1469.png") == true)
    #expect(error?.message.contains("6 bytes") == true)
  }

  @Test func `tiles of two sizes in one zoom are refused`() throws {
    let folder = ScratchFolder()
    folder.write(TinyPNG.palette(size: 256, 132, 0, 0), to: "t/12/2122/1469.png")
    folder.write(TinyPNG.palette(size: 512, 132, 0, 0), to: "t/12/2123/1469.png")
    let source = try ElevationFiles.open(paths: [folder.path])
    let error = #expect(throws: SkiError.self) { try source.elevationMetres(at: place) }
    #expect(error?.code == .unsupportedFormat)
  }

  @Test(arguments: [0, 1, 2_884_801, 2_884_803, 1_000_000])
  func `an hgt file of impossible size is refused`(size: Int) {
    let folder = ScratchFolder()
    folder.write([UInt8](repeating: 1, count: size), to: "N46E006.hgt")
    let error = #expect(throws: SkiError.self) { try ElevationFiles.open(paths: [folder.path]) }
    #expect(error?.code == .malformedData)
    #expect(error?.message.contains("\(size) bytes") == true)
  }

  @Test func `folders without elevation and missing folders are different errors`() {
    let folder = ScratchFolder()
    folder.write([1, 2, 3], to: "picture.png")
    folder.write([1, 2, 3], to: "a/b/c.png")
    folder.write([1, 2, 3], to: "2/9/1.png")
    folder.write([1, 2, 3], to: "12/2123/01469.png")
    let empty = #expect(throws: SkiError.self) { try ElevationFiles.open(paths: [folder.path]) }
    #expect(empty?.code == .emptyInput)
    #expect(empty?.message.contains("4 other files") == true)
    let missing = #expect(throws: SkiError.self) { try ElevationFiles.open(paths: [folder.path + "/no"]) }
    #expect(missing?.code == .missingInput)
    let file = #expect(throws: SkiError.self) {
      try ElevationFiles.open(paths: [folder.path + "/picture.png"])
    }
    #expect(file?.code == .unsupportedFormat)
    let nothing = #expect(throws: SkiError.self) { try ElevationFiles.open(paths: []) }
    #expect(nothing?.code == .emptyInput)
  }

  @Test func `link loops, pipes and broken links in a folder are ignored`() throws {
    let folder = ScratchFolder()
    folder.write(good, to: "t/12/2123/1469.png")
    symlink(folder.path, folder.path + "/t/loop")
    symlink("..", folder.path + "/t/12/up")
    symlink("nowhere", folder.path + "/t/12/2123/1470.png")
    mkfifo(folder.path + "/t/12/2123/1471.png", 0o644)
    let source = try ElevationFiles.open(paths: [folder.path])
    #expect(try source.elevationMetres(at: place) != nil)
    #expect(try source.elevationMetres(at: PyramidTests.place(2123.5, 1471.5)) == nil)
    #expect(source.names.count == 1)
  }

  @Test func `a tile replaced by a pipe or removed after opening is an error without a wait`() throws {
    let folder = ScratchFolder()
    let tile = folder.write(good, to: "t/12/2123/1469.png")
    let source = try ElevationFiles.open(paths: [folder.path])
    unlink(tile)
    mkfifo(tile, 0o644)
    #expect(throws: SkiError.self) { try source.elevationMetres(at: place) }
    let other = try ElevationFiles.open(
      paths: {
        folder.write(good, to: "u/12/2123/1469.png")
        return [folder.path + "/u"]
      }())
    unlink(folder.path + "/u/12/2123/1469.png")
    #expect(throws: SkiError.self) { try other.elevationMetres(at: place) }
  }

  @Test func `random damage to a PNG gives an elevation or an error`() {
    let seed: UInt64 = 31
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let small = DrawnTiles.png(
      .terrarium, zoom: 12, column: 2123, row: 1469, size: 64, height: PyramidTests.plane)
    var answers = 0
    for _ in 0..<600 {
      var bytes = small
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        case 1: bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random))
        case 2: bytes.remove(at: Int.random(in: 0..<bytes.count, using: &random))
        default:
          bytes[Int.random(in: 8..<min(60, bytes.count), using: &random)] ^=
            UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        }
      }
      switch outcome(of: bytes) {
      case .success: answers += 1
      case .failure(let error): #expect(error is SkiError)
      }
    }
    print("\(answers) of 600 damaged files still gave an answer")
  }

  @Test func `random bytes in an hgt file give plausible elevations or none`() throws {
    let seed: UInt64 = 32
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = ScratchFolder()
    folder.write(
      (0..<1201 * 1201 * 2).map { _ in UInt8.random(in: 0...255, using: &random) }, to: "N46E006.hgt")
    let source = try ElevationFiles.open(paths: [folder.path])
    var voids = 0
    for _ in 0..<5000 {
      let place = Coordinate(
        latitude: .random(in: 46...47, using: &random), longitude: .random(in: 6...7, using: &random))
      guard let height = try source.elevationMetres(at: place) else {
        voids += 1
        continue
      }
      #expect((-500...9000).contains(height))
    }
    #expect(voids > 4000)
  }
}
