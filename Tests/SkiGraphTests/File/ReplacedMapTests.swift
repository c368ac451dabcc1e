import Foundation
import SkiGeo
import SkiTestSupport
import Testing

@testable import SkiGraph

/// Maps that are written over in place while they are open, as `cp` does.
struct ReplacedMapTests {
  let folder = ScratchFolder()

  /// Two regions, so that one can be used before the file changes and one after it.
  private static func contents(seed: UInt64) -> MapContents {
    var contents = RandomMap(seed: seed, nodes: 40, ways: 50).contents
    let far = Coordinate(latitude: -43.5, longitude: 171.5)
    contents.regions.append(RandomMap(seed: seed + 1, centre: far, nodes: 40, ways: 50).builder)
    return contents
  }

  /// What is done to the file.
  enum Change: CaseIterable, Sendable {
    case emptied, cutOff, other, longer, zeroed

    func apply(_ path: String, _ bytes: [UInt8]) throws {
      let file = try FileHandle(forUpdating: URL(filePath: path))
      defer { try? file.close() }
      switch self {
      case .emptied: try file.truncate(atOffset: 0)
      case .cutOff: try file.truncate(atOffset: 4096)
      case .other, .longer:
        let other = try ReplacedMapTests.contents(seed: 50).encoded()
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: other + (self == .longer ? [UInt8](repeating: 0, count: 1 << 20) : []))
      case .zeroed: try file.write(contentsOf: [UInt8](repeating: 0, count: bytes.count))
      }
    }
  }

  private func opened(_ copying: MapCopying) throws -> (map: SkiMap, path: String, bytes: [UInt8]) {
    let bytes = try Self.contents(seed: 40).encoded()
    let path = folder.write(bytes, to: "area.skimap")
    // Made a day ago: a change within the same tick of the file system's clock would not show.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: path)
    return (try SkiMap.open(path: path, copying: copying), path, bytes)
  }

  @Test(arguments: Change.allCases)
  func `a map changed in place before it is used is refused, and says why`(change: Change) throws {
    let (map, path, bytes) = try opened(.byPart)
    try change.apply(path, bytes)
    for use in [
      { _ = try map.graph(at: 0) }, { _ = try map.nameIndex() }, { _ = try map.reportJSON() },
      { try map.verify() },
    ] as [() throws -> Void] {
      let error = #expect(throws: SkiError.self) { try use() }
      #expect(error?.code == .malformedData && error?.subject == path)
      let message = error?.message ?? ""
      #expect(message.hasPrefix("map was written over while it was open"), "\(message)")
    }
  }

  @Test(arguments: Change.allCases)
  func `what was used before the change answers as before, the rest is refused`(change: Change) throws {
    let (map, path, bytes) = try opened(.byPart)
    let expected = exercise(try SkiMap(bytes: bytes).graph(at: 0))
    #expect(exercise(try map.graph(at: 0)) == expected)
    try change.apply(path, bytes)
    #expect(exercise(try map.graph(at: 0)) == expected)
    #expect(throws: SkiError.self) { try map.graph(at: 1) }
    #expect(throws: SkiError.self) { try map.nameIndex() }
  }

  @Test(arguments: Change.allCases)
  func `a map held in memory answers as before`(change: Change) throws {
    let (map, path, bytes) = try opened(.intoMemory)
    try change.apply(path, bytes)
    #expect(exercise(map) == exercise(try SkiMap(bytes: bytes)))
    try map.verify()
  }

  @Test(arguments: [MapCopying.byPart, .intoMemory])
  func `a map renamed into the place of an open one leaves it alone`(copying: MapCopying) throws {
    let (map, path, bytes) = try opened(copying)
    try Self.contents(seed: 50).write(toFile: path)
    try map.verify()
    #expect(exercise(map) == exercise(try SkiMap(bytes: bytes)))
  }

  @Test func `the same bytes written again are no change`() throws {
    let (map, path, bytes) = try opened(.byPart)
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.write(contentsOf: bytes)
    try file.close()
    try map.verify()
  }
}
