import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Invalid PMTiles archives: each is one `SkiError`, none a crash.
struct HostileArchiveTests {
  private let place = PyramidTests.place(2124.5, 1469.5)
  private let good = PMTilesWriter().archive(PMTilesTests.tiles())

  private func error(_ bytes: [UInt8]) -> SkiError? {
    let folder = ScratchFolder()
    let path = folder.write(bytes, to: "a.pmtiles")
    do {
      _ = try ElevationFiles.open(paths: [path], encoding: .terrarium).elevationMetres(at: place)
      return nil
    } catch { return error as? SkiError }
  }

  private func changed(_ at: Int, _ value: [UInt8]) -> [UInt8] {
    var bytes = good
    bytes.replaceSubrange(at..<at + value.count, with: value)
    return bytes
  }

  @Test func `invalid headers are refused`() {
    #expect(error(good) == nil)
    #expect(error([])?.code == .malformedData)
    #expect(error(Array(good.prefix(100)))?.code == .malformedData)
    #expect(error(changed(0, [0]))?.code == .malformedData)
    #expect(error(changed(7, [2]))?.code == .unsupportedFormat)
    for part in [8, 16, 40, 48, 56, 64] {
      for value in [UInt64.max, UInt64(good.count) + 1, UInt64(Int64.max)] {
        let code = error(changed(part, PMTilesWriter.littleEndian(value, 8)))?.code
        #expect(code == .malformedData, "part at \(part) of \(value)")
      }
    }
    for kind in [0, 1, 3, 4, 5, 9] as [UInt8] {
      #expect(error(changed(99, [kind]))?.code == .unsupportedFormat)
    }
    #expect(error(changed(99, [4]))?.message.contains("WebP") == true)
    for packing in [0, 3, 4, 7] as [UInt8] {
      #expect(error(changed(97, [packing]))?.code == .unsupportedFormat)
    }
    #expect(error(changed(98, [4]))?.code == .unsupportedFormat)
    #expect(error(changed(97, [1]))?.code == .malformedData)
    #expect(error(changed(98, [2]))?.code == .malformedData)
    #expect(error(changed(100, [13, 12]))?.code == .malformedData)
    #expect(error(changed(101, [25]))?.code == .malformedData)
  }

  /// An archive whose root directory is the given bytes.
  private func archive(root: [UInt8], leaves: [UInt8] = [], data: Int = 100) -> [UInt8] {
    var writer = PMTilesWriter()
    writer.packsDirectories = false
    return writer.assembled(
      root: root, leaves: leaves, data: [UInt8](repeating: 0, count: data), zooms: (12, 12))
  }

  private func directory(_ entries: [PMTilesWriter.Entry]) -> [UInt8] { PMTilesWriter().directory(entries) }

  @Test func `invalid directories are refused`() {
    let first = TileID.first(zoom: 12).number
    let plain = archive(root: directory([(first, 1, 10, 0), (first + 5, 1, 10, 10)]))
    #expect(error(plain)?.code == .malformedData)  // no PNG
    for (name, root) in [
      ("bytes left over", directory([(first, 1, 10, 0)]) + [0]),
      ("an end within a number", Array(directory([(first, 1, 10, 0)]).dropLast())),
      ("a number of 70 bits", [1] + [UInt8](repeating: 0xFF, count: 10) + [1, 1, 1, 1]),
      ("equal numbers", directory([(first, 1, 10, 0), (first, 1, 10, 10)])),
      ("numbers that overflow", directory([(.max, 1, 10, 0), (5, 1, 10, 10)])),
      ("overlapping runs", directory([(first, 6, 10, 0), (first + 5, 1, 10, 10)])),
      ("data beyond the end", directory([(first, 1, 10, 91)])),
      ("an offset beyond everything", directory([(first, 1, 10, .max - 1)])),
      ("no bytes", directory([(first, 1, 0, 0)])),
      ("a run beyond 32 bits", directory([(first, 1 << 32, 10, 0)])),
      ("no offset to follow", [1] + PMTilesWriter.varint(first) + [1, 10, 0]),
      ("more entries than bytes", PMTilesWriter.varint(1000) + [1, 1, 1, 1]),
      ("a leaf without leaves", directory([(first, 0, 10, 0)])),
    ] {
      #expect(error(archive(root: root))?.code == .malformedData, "\(name)")
    }
    let many = PMTilesWriter.varint(1 << 40) + [1, 1, 1, 1]
    #expect(error(archive(root: many))?.code == .limitExceeded)
    #expect(error(archive(root: directory([])))?.code == .emptyInput)
  }

  @Test func `circular, empty or misplaced leaf directories are refused`() {
    let first = TileID.first(zoom: 12).number
    let circle = directory([(first, 0, 20, 0)])
    let length = UInt64(circle.count)
    let round = directory([(first, 0, length, 0)])
    #expect(error(archive(root: round, leaves: round))?.code == .limitExceeded)
    let empty = directory([])
    #expect(error(archive(root: directory([(first, 0, 1, 0)]), leaves: empty))?.code == .malformedData)
    let other = directory([(first + 7, 1, 10, 0)])
    let root = directory([(first, 0, UInt64(other.count), 0)])
    #expect(error(archive(root: root, leaves: other))?.code == .malformedData)
  }

  @Test func `compressed data that expands beyond the limit is refused`() {
    let bomb = ArchiveCompression.gzip([UInt8](repeating: 0, count: 40 << 20), level: 9)
    #expect(bomb.count < 60_000)
    let writer = PMTilesWriter()
    let bytes = writer.assembled(root: bomb, leaves: [], data: [0], zooms: (0, 0))
    #expect(error(bytes)?.code == .limitExceeded)
    var liar = ArchiveCompression.gzip([1, 2, 3])
    liar.replaceSubrange(liar.count - 4..<liar.count, with: [0, 0, 0x10, 0])
    #expect(
      error(writer.assembled(root: liar, leaves: [], data: [0], zooms: (0, 0)))?.code == .malformedData)
  }

  @Test func `random damage to an archive ends with an elevation or an error`() {
    print("seed 72")
    var random = SeededGenerator(seed: 72)
    var writer = PMTilesWriter()
    writer.packsDirectories = false
    writer.leafSize = 5
    let small = writer.archive(PMTilesTests.tiles())
    var answers = 0
    for _ in 0..<400 {
      var bytes = small
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<min(bytes.count, 1000), using: &random)
        bytes[at] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : bytes[at] ^ 1
      }
      if Int.random(in: 0..<5, using: &random) == 0 { bytes.removeLast(bytes.count / 3) }
      if error(bytes) == nil { answers += 1 }
    }
    print("\(answers) of 400 damaged archives still gave an answer")
  }
}
