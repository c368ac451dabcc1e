import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTiles

/// A source of tiles that contain their address; tiles of some rows are empty, and one may fail.
private struct SpellingSource: TileSource {
  var tileSet = DrawnArchive.tileSet
  var failing: TileAddress?
  let requests = Locked(0)

  func tile(_ address: TileAddress) throws -> [UInt8]? {
    requests.withLock { $0 += 1 }
    if address == failing { throw SkiError(.malformedData, "ground is broken; mend it") }
    if address.row % 5 == 0 { return nil }
    return Array("\(address.zoom)/\(address.column)/\(address.row % 3)".utf8)
  }
}

struct TileBuildTests {
  private let folder = ScratchFolder()
  private let addresses = (3...6).flatMap { zoom in
    (0..<(1 << zoom)).flatMap { x in
      (0..<8).compactMap { TileAddress(zoom: zoom, column: x, row: $0) }
    }
  }

  private func build(
    _ source: some TileSource, _ name: String = "a.pmtiles", key: String = "data 1", workers: Int = 2
  ) throws -> TileBuild.Outcome {
    let output = try TileOutput(path: folder.path + "/" + name)
    return try TileBuild(
      source: source, addresses: addresses, output: output, sourceKey: key, workerCount: workers
    ).run()
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func bytes(_ name: String = "a.pmtiles") throws -> [UInt8] {
    try PMTilesWriterTests.read(folder.path + "/" + name)
  }

  @Test func `a build requests every tile once and leaves only the archive`() throws {
    let source = SpellingSource()
    let shares = Locked<[Double]>([])
    let output = try TileOutput(path: folder.path + "/a.pmtiles")
    let outcome = try TileBuild(
      source: source, addresses: addresses + addresses, output: output, sourceKey: "", workerCount: 3
    ).run { share in shares.withLock { $0.append(share) } }
    let full = addresses.filter { $0.row % 5 != 0 }
    #expect(outcome.tileCount == full.count && outcome.emptyCount == addresses.count - full.count)
    #expect(outcome.resumedCount == 0 && outcome.largestBytes == 6)
    #expect(source.requests.withLock { $0 } == addresses.count)
    #expect(shares.withLock { $0 } == shares.withLock { $0 }.sorted() && shares.withLock { $0.last } == 1)
    #expect(try names == ["a.pmtiles"])
    let archive = try bytes()
    let plain = try ReferenceArchive(archive)
    #expect(plain.faults(fileSize: archive.count) == [] && plain.tiles.count == full.count)
    for address in full {
      let expected = try source.tile(address)
      #expect(plain.tiles[address.id.number] == expected)
    }
  }

  @Test(arguments: ["a.pmtiles", "a.mbtiles"])
  func `an archive has the same bytes for any number of threads and after an interruption`(name: String)
    throws
  {
    _ = try build(SpellingSource(), name, workers: 1)
    let whole = try bytes(name)
    var source = SpellingSource()
    source.failing = addresses[addresses.count * 3 / 4]
    #expect(throws: SkiError.self) { try build(source, name, workers: 3) }
    #expect(try bytes(name) == whole, "the archive before stays")
    #expect(try names == [name, name + ".work"])
    let rest = SpellingSource()
    let outcome = try build(rest, name, workers: 3)
    #expect(
      outcome.resumedCount > 0 && outcome.resumedCount + rest.requests.withLock { $0 } == addresses.count)
    #expect(try bytes(name) == whole)
    #expect(try names == [name])
  }

  @Test func `a truncated or damaged work file never changes the archive`() throws {
    _ = try build(SpellingSource(), workers: 1)
    let whole = try bytes()
    var source = SpellingSource()
    source.failing = addresses[addresses.count - 40]
    #expect(throws: SkiError.self) { try build(source, workers: 1) }
    let work = try bytes("a.pmtiles.work")
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      var broken = work
      if Bool.random(using: &random) {
        broken.removeLast(Int.random(in: 0...broken.count, using: &random))
      } else {
        // A file without the signature of a work file is refused.
        broken[Int.random(in: 8..<broken.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      }
      folder.write(broken, to: "a.pmtiles.work")
      _ = try build(SpellingSource())
      #expect(try bytes() == whole && names == ["a.pmtiles"], "seed 11")
    }
  }

  @Test func `a work file of other data, options or version is discarded`() throws {
    var source = SpellingSource()
    source.failing = addresses.last
    #expect(throws: SkiError.self) { try build(source, key: "data 1") }
    #expect(try build(SpellingSource(), key: "data 2").resumedCount == 0)
    #expect(throws: SkiError.self) { try build(source, key: "data 1") }
    source = SpellingSource()
    source.tileSet.name = "Other"
    #expect(try build(source, key: "data 1").resumedCount == 0)
    folder.write(Array("SKIWORK\n".utf8) + [UInt8](repeating: 0xFF, count: 100_000), to: "a.pmtiles.work")
    #expect(try build(SpellingSource()).resumedCount == 0)
    for cut in ["", "S", "SKIWORK"] {
      folder.write(Array(cut.utf8), to: "a.pmtiles.work")
      #expect(try build(SpellingSource()).resumedCount == 0)
    }
    // After a power failure a file may have its size but only zeros.
    for size in [1, 60, 4097, 65_536] {
      folder.write([UInt8](repeating: 0, count: size), to: "a.pmtiles.work")
      #expect(try build(SpellingSource()).resumedCount == 0)
    }
    #expect(try names == ["a.pmtiles"])
  }

  @Test func `a foreign file at the path of the work file is kept, and the build refused`() throws {
    for other in [
      [UInt8](repeating: 0xFF, count: 100_000), Array("SKIWORD\n".utf8), Array("x".utf8),
      [UInt8](repeating: 0, count: 65_537), [0, 0, 1],
    ] {
      folder.write(other, to: "a.pmtiles.work")
      let error = #expect(throws: SkiError.self) { try build(SpellingSource()) }
      #expect(error?.code == .unwritableOutput && error?.message.contains("is not a work file") == true)
      #expect(try bytes("a.pmtiles.work") == other && names == ["a.pmtiles.work"])
    }
  }

  @Test func `a second build of the same archive is refused`() throws {
    let work = WorkFile(archivePath: folder.path + "/a.pmtiles", key: "")
    let spool = try work.open()
    let error = #expect(throws: SkiError.self) { try build(SpellingSource()) }
    #expect(error?.code == .unwritableOutput && error?.message.contains("another process") == true)
    withExtendedLifetime(spool) {}
  }

  @Test func `a cancelled build leaves its work file, and the next build resumes from it`() async throws {
    let folder = folder
    let addresses = addresses
    let task = Task {
      let build = TileBuild(
        source: SpellingSource(), addresses: addresses,
        output: try TileOutput(path: folder.path + "/a.pmtiles"),
        sourceKey: "data 1", workerCount: 1)
      return try build.run { share in
        if share > 0.5 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: SkiError.self) { try await task.value }
    #expect(try names == ["a.pmtiles.work"])
    #expect(try build(SpellingSource()).resumedCount >= addresses.count / 2)
  }

  @Test func `a build without any tile is an error and leaves no file`() throws {
    let output = try TileOutput(path: folder.path + "/a.pmtiles")
    let empty = addresses.filter { $0.row == 5 }
    let error = #expect(throws: SkiError.self) {
      try TileBuild(source: SpellingSource(), addresses: empty, output: output, sourceKey: "").run()
    }
    #expect(error?.code == .emptyInput)
    #expect(try names == [])
  }

  @Test func `a full disk leaves only the work file, and the build resumes with more room`() async {
    await #expect(processExitsWith: .success) {
      let folder = ScratchFolder()
      let output = try TileOutput(path: folder.path + "/a.pmtiles")
      let addresses = (0..<64).compactMap { TileAddress(zoom: 6, column: $0, row: 1) }
      let build = TileBuild(source: NoiseSource(), addresses: addresses, output: output, sourceKey: "")
      FullDisk.begin(afterBytes: 3_000_000)
      let error = #expect(throws: SkiError.self) { try build.run() }
      #expect(error?.code == .inputOutput && error?.message.contains("start again") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.pmtiles.work"])
      FullDisk.begin(afterBytes: 30_000_000)
      #expect(try build.run().resumedCount > 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.pmtiles"])
    }
  }

  @Test(arguments: ["tiles", "a.tif", ".", "", "pmtiles/"])
  func `a path without the extension of an archive is refused`(path: String) {
    let error = #expect(throws: SkiError.self) { try TileOutput(path: path) }
    #expect(error?.code == .invalidArgument)
  }
}

/// Tiles of a hundred thousand bytes, each different.
private struct NoiseSource: TileSource {
  var tileSet: TileSet { DrawnArchive.tileSet }

  func tile(_ address: TileAddress) throws -> [UInt8]? {
    [UInt8](repeating: UInt8(address.column), count: 100_000)
  }
}
