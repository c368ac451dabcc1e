import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// `.hgt` files in archives and alone.
struct ZippedElevationTests {
  private let place = Coordinate(latitude: 46.4, longitude: 10.3)
  private let east = Coordinate(latitude: 46.4, longitude: 11.3)

  private func tile(_ height: Double, west: Int = 10) -> [UInt8] {
    DrawnTiles.hgt(south: 46, west: west, samples: 1201) { _ in height }
  }

  private func height(_ paths: [String], at place: Coordinate) throws -> Double? {
    try ElevationFiles.open(paths: paths).elevationMetres(at: place)
  }

  private func error(_ paths: String...) -> SkiError? {
    do {
      _ = try height(paths, at: place)
      return nil
    } catch { return error as? SkiError }
  }

  @Test func `one or several tiles in a zip archive are read as unpacked ones`() throws {
    let folder = ScratchFolder()
    ArchiveCompression.zip([("N46E010.hgt", tile(500))], to: folder.path + "/N46E010.SRTMGL1.hgt.zip")
    #expect(try height([folder.path], at: place) == 500)
    #expect(try height([folder.path + "/N46E010.SRTMGL1.hgt.zip"], at: place) == 500)
    let several = folder.path + "/alps.zip"
    ArchiveCompression.zip(
      [
        ("readme.txt", [1]), ("L32/N46E010.SRTMGL3.hgt", tile(600)), ("L32/n46e011.HGT", tile(700, west: 11)),
        ("__MACOSX/L32/._N46E010.hgt", [1]),
      ], to: several)
    #expect(try height([several], at: place) == 600)
    #expect(try height([several], at: east) == 700)
    let across = [10.999, 11, 11.001].map { Coordinate(latitude: 46.3, longitude: $0) }
    #expect(try ElevationFiles.open(paths: [several]).sourceCovering(across) != nil)
  }

  @Test func `hgt files given as paths are one layer, gzip included`() throws {
    let folder = ScratchFolder()
    let first = folder.write(tile(500), to: "N46E010.hgt")
    let second = folder.write(ArchiveCompression.gzip(tile(700, west: 11)), to: "NASADEM_HGT_n46e011.hgt.gz")
    let source = try ElevationFiles.open(paths: [first, second])
    #expect(source.names.count == 1)
    #expect(try source.elevationMetres(at: place) == 500)
    #expect(try source.elevationMetres(at: east) == 700)
  }

  @Test func `invalid zip archives are refused`() {
    let folder = ScratchFolder()
    let path = folder.path + "/N46E010.hgt.zip"
    folder.write(Array("PK\u{3}\u{4} and no more".utf8), to: "N46E010.hgt.zip")
    #expect(error(path)?.code == .malformedData)
    ArchiveCompression.zip([("N46E010.hgt", [UInt8](repeating: 0, count: 1000))], to: path)
    #expect(error(path)?.code == .malformedData)
    #expect(error(path)?.message.contains("1000 bytes") == true)
    ArchiveCompression.zip([("heights.hgt", tile(5))], to: path)
    #expect(error(path)?.code == .malformedData)
    ArchiveCompression.zip([("readme.txt", [1])], to: path)
    #expect(error(path)?.code == .unsupportedFormat)
    #expect(error(folder.path)?.code == .unsupportedFormat)
    ArchiveCompression.zip([("N46E010.hgt", [UInt8](repeating: 0, count: 40 << 20))], to: path)
    #expect(error(path)?.code == .malformedData)
  }

  @Test func `a damaged compressed tile is an error on reading`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/N46E010.hgt.zip"
    var random = SeededGenerator(seed: 3)
    let noise = (0..<1201 * 1201 * 2).map { _ in UInt8.random(in: 0...3, using: &random) }
    ArchiveCompression.zip([("N46E010.hgt", noise)], to: path)
    var bytes = try readAll(path)
    bytes[bytes.count / 2] ^= 0x55
    folder.write(bytes, to: "N46E010.hgt.zip")
    #expect(error(path)?.code == .malformedData)
    var packed = ArchiveCompression.gzip(noise)
    packed[packed.count / 2] ^= 0x55
    #expect(error(folder.write(packed, to: "N46E010.hgt.gz"))?.code == .malformedData)
    #expect(error(folder.write([0x1F, 0x8B], to: "N47E010.hgt.gz"))?.code == .malformedData)
  }

  private func readAll(_ path: String) throws -> [UInt8] {
    let file = try OpenFile(path)
    return try file.read(at: 0, count: file.size)
  }

  @Test func `a file without elevation is refused as a path and skipped in a folder`() throws {
    let folder = ScratchFolder()
    let text = folder.write(Array("hello".utf8), to: "notes.txt")
    #expect(error(text)?.code == .unsupportedFormat)
    folder.write(tile(500), to: "N46E010.hgt")
    var writer = PMTilesWriter()
    writer.tileKind = 1
    folder.write(writer.archive(PMTilesTests.tiles()), to: "streets.pmtiles")
    let source = try ElevationFiles.open(paths: [folder.path])
    #expect(try source.elevationMetres(at: place) == 500)
    #expect(source.skippedFiles.map(\.code) == [.unsupportedFormat])
    #expect(source.ignoredFiles.count == 1 && source.ignoredFiles.names == ["notes.txt"])
  }

  @Test func `a few ignored files are named, hidden ones and notes on origin are not counted`() throws {
    let folder = ScratchFolder()
    folder.write(tile(500), to: "N46E010.hgt")
    for name in ["d.txt", "a.txt", "c.txt", "deep/b.txt", ".hidden", "SOURCE.json"] {
      folder.write(Array("x".utf8), to: name)
    }
    let ignored = try ElevationFiles.open(paths: [folder.path]).ignoredFiles
    #expect(ignored.count == 4 && ignored.names == ["a.txt", "c.txt", "d.txt"])
  }
}
