import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

/// The detection of a pyramid's encoding.
struct EncodingDetectionTests {
  private let place = PyramidTests.place(2123.5, 1469.5)

  private func opening(_ folder: ScratchFolder) -> SkiError? {
    do { _ = try ElevationFiles.open(paths: [folder.path]) } catch { return error as? SkiError }
    return nil
  }

  @Test(arguments: [TileEncoding.terrarium, .terrainRGB], [0.0, -400, 1000, 8800])
  func `the encoding is detected from ground at any elevation`(encoding: TileEncoding, metres: Double) throws
  {
    let folder = ScratchFolder()
    PyramidTests.draw(in: folder, encoding) { metres + ($0.latitude - 46) * 50 }
    let height = try #require(try ElevationFiles.open(paths: [folder.path]).elevationMetres(at: place))
    #expect(abs(height - (metres + (place.latitude - 46) * 50)) < 0.2)
  }

  @Test func `void tiles do not hinder the detection of the encoding`() throws {
    let folder = ScratchFolder()
    PyramidTests.draw(in: folder, .terrainRGB, columns: 2100...2110, rows: 1469...1469) { _ in nil }
    PyramidTests.draw(in: folder, .terrainRGB, columns: 2123...2123, rows: 1469...1469) { _ in 700 }
    #expect(try ElevationFiles.open(paths: [folder.path]).elevationMetres(at: place) == 700)
  }

  @Test func `an ambiguous encoding is an error that names the option`() {
    print("seed 41")
    var random = SeededGenerator(seed: 41)
    let noise = (0..<256 * 256 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
    let rough = (0..<256 * 256 * 3).map { _ in UInt8.random(in: 127...160, using: &random) }
    let white = [UInt8](repeating: 250, count: 256 * 256 * 3)
    let black = [UInt8](repeating: 0, count: 256 * 256 * 3)
    for pixels in [noise, rough, white, black] {
      let folder = ScratchFolder()
      folder.write(DrawnTiles.encode(pixels, width: 256, height: 256, format: 2), to: "t/12/2123/1469.png")
      let error = opening(folder)
      #expect(error?.code == .invalidArgument)
      #expect(error?.message.contains("--elevation-encoding terrarium|terrain-rgb") == true)
    }
    let mixed = ScratchFolder()
    PyramidTests.draw(in: mixed, .terrarium, columns: 2122...2122)
    PyramidTests.draw(in: mixed, .terrainRGB, columns: 2123...2123)
    #expect(opening(mixed)?.code == .invalidArgument)
  }

  @Test func `a given encoding is used without detection`() throws {
    let folder = ScratchFolder()
    PyramidTests.draw(in: folder, .terrarium) { _ in 700 }
    #expect(
      try ElevationFiles.open(paths: [folder.path], encoding: .terrarium).elevationMetres(at: place) == 700)
    #expect(
      try ElevationFiles.open(paths: [folder.path], encoding: .terrainRGB).elevationMetres(at: place) == nil)
    #expect(TileEncoding(rawValue: "terrain-rgb") == .terrainRGB)
  }

  @Test func `two pyramids in one folder each have their own encoding`() throws {
    let folder = ScratchFolder()
    PyramidTests.draw(in: folder, .terrarium, zoom: 12, root: "a") { _ in 700 }
    PyramidTests.draw(in: folder, .terrainRGB, zoom: 11, columns: 1061...1062, rows: 734...735, root: "b") {
      _ in 600
    }
    let source = try ElevationFiles.open(paths: [folder.path])
    #expect(try source.elevationMetres(at: place) == 700)
    let south = PyramidTests.place(2123.5, 1471.3)
    #expect(try source.elevationMetres(at: south) == 600)
  }
}
