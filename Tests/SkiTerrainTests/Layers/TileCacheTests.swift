import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

/// The cache of decoded tiles: single decoding, limit and eviction.
struct TileCacheTests {
  private let tileBytes = 256 * 256 * 4

  private func folder() -> ScratchFolder {
    let folder = ScratchFolder()
    PyramidTests.draw(in: folder, .terrarium)
    return folder
  }

  private func centres() -> [Coordinate] {
    (0..<9).map { PyramidTests.place(2122.5 + Double($0 % 3), 1468.5 + Double($0 / 3)) }
  }

  @Test func `each tile is decoded once for any number of concurrent requests`() async throws {
    let files = folder()
    let source = try ElevationFiles.open(paths: [files.path])
    let places = centres()
    #expect(source.decodedTileCount == 0)
    try await withThrowingTaskGroup(of: Double.self) { group in
      for task in 0..<32 {
        group.addTask {
          var sum = 0.0
          for step in 0..<90 { sum += try source.elevationMetres(at: places[(task + step) % 9]) ?? .nan }
          return sum
        }
      }
      let sums = try await group.reduce(into: []) { $0.append($1) }
      #expect(sums.allSatisfy { abs($0 - sums[0]) < 1e-6 })
    }
    #expect(source.decodedTileCount == 9)
    #expect(source.cachedByteCount == 9 * tileBytes)
  }

  @Test func `the cache stays within its limit and evicts the least recently used tile`() throws {
    let files = folder()
    let source = try ElevationFiles.open(paths: [files.path], cacheLimitBytes: 3 * tileBytes)
    let places = centres()
    for place in places {
      _ = try source.elevationMetres(at: place)
      #expect(source.cachedByteCount <= 3 * tileBytes)
    }
    #expect(source.decodedTileCount == 9)
    _ = try source.elevationMetres(at: places[6])
    _ = try source.elevationMetres(at: places[0])
    #expect(source.decodedTileCount == 10)
    _ = try source.elevationMetres(at: places[6])
    #expect(source.decodedTileCount == 10)
    _ = try source.elevationMetres(at: places[7])
    #expect(source.decodedTileCount == 11)
  }

  @Test func `a cache limit below the size of a tile still gives elevations`() throws {
    let files = folder()
    let source = try ElevationFiles.open(paths: [files.path], cacheLimitBytes: 1)
    for place in centres() { #expect(try source.elevationMetres(at: place) != nil) }
    #expect(source.cachedByteCount == tileBytes)
  }

  @Test func `an invalid tile is decoded once and refused each time`() throws {
    let files = folder()
    files.write(Array("<html>".utf8), to: "t/12/2123/1469.png")
    let source = try ElevationFiles.open(paths: [files.path], encoding: .terrarium)
    for _ in 0..<5 {
      #expect(throws: SkiError.self) { try source.elevationMetres(at: PyramidTests.place(2123.5, 1469.5)) }
    }
    #expect(source.decodedTileCount == 1)
    #expect(try source.elevationMetres(at: PyramidTests.place(2122.5, 1468.5)) != nil)
  }

  @Test func `elevations along a line equal those of the places one by one`() throws {
    let files = folder()
    let source = try ElevationFiles.open(paths: [files.path])
    print("seed 51")
    var random = SeededGenerator(seed: 51)
    let line = (0..<500).map { _ in
      PyramidTests.place(
        .random(in: 2121.5...2125.5, using: &random), .random(in: 1467.5...1471.5, using: &random))
    }
    let together = try source.elevationsMetres(along: line)
    #expect(try together == line.map { try source.elevationMetres(at: $0) })
    #expect(together.contains { $0 == nil } && together.contains { $0 != nil })
  }

  @Test func `many samples of one tile decode it once`() throws {
    let files = folder()
    let source = try ElevationFiles.open(paths: [files.path])
    let line = (0..<20_000).map {
      PyramidTests.place(2122.1 + Double($0) * 4e-5, 1469.3 + Double($0) * 1e-5)
    }
    _ = try source.elevationsMetres(along: [line[0]])
    let along = try source.elevationsMetres(along: line)
    #expect(try along == line.map { try source.elevationMetres(at: $0) })
    #expect(source.decodedTileCount == 1)
  }
}
