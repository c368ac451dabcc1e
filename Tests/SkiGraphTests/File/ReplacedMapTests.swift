import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

/// Maps whose file is overwritten in place while they are open, as `cp` does.
struct ReplacedMapTests {
  let folder = ScratchFolder()

  /// A map of two regions: one is used before the file changes, the other after it.
  private static func contents(seed: UInt64) -> MapContents {
    var contents = RandomMap(seed: seed, nodes: 40, features: 50).contents
    let far = Coordinate(latitude: -43.5, longitude: 171.5)
    contents.regions.append(RandomMap(seed: seed + 1, centre: far, nodes: 40, features: 50).builder)
    return contents
  }

  /// A change of the file in place.
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

  private func opened(intoMemory: Bool) throws -> (map: SkiMap, path: String, bytes: [UInt8]) {
    let bytes = try Self.contents(seed: 40).encoded()
    let path = folder.write(bytes, to: "area.skimap")
    // A modification date a day ago: a change within the same tick of the file system's clock is not
    // detected.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: path)
    return (try SkiMap.open(path: path, intoMemory: intoMemory), path, bytes)
  }

  @Test func `the versions of a file are its map, then each that replaces it, past files that are no map`()
    async throws
  {
    let path = folder.write(try Self.contents(seed: 40).encoded(), to: "versions.skimap")
    var versions = SkiMap.versions(path: path, everySeconds: 0.01).makeAsyncIterator()
    let first = try await versions.next()
    let next = Task { [folder] in
      _ = folder.write([1, 2, 3], to: "versions.skimap")
      try await Task.sleep(for: .milliseconds(50))
      _ = folder.write(try Self.contents(seed: 60).encoded(), to: "versions.skimap")
    }
    let second = try await versions.next()
    try await next.value
    let expected = try SkiMap.open(path: path)
    #expect(first?.id != second?.id && second?.id == expected.id)
    await #expect(throws: SkiError.self) {
      for try await _ in SkiMap.versions(path: folder.path + "/missing.skimap") {}
    }
  }

  @Test(arguments: Change.allCases)
  func `a map overwritten after opening is refused on first use and the error names the cause`(change: Change)
    throws
  {
    let (map, path, bytes) = try opened(intoMemory: false)
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
  func `parts used before an overwrite answer unchanged, other parts are refused`(change: Change) throws {
    let (map, path, bytes) = try opened(intoMemory: false)
    let expected = exercise(try SkiMap(bytes: bytes).graph(at: 0))
    #expect(exercise(try map.graph(at: 0)) == expected)
    try change.apply(path, bytes)
    #expect(exercise(try map.graph(at: 0)) == expected)
    #expect(throws: SkiError.self) { try map.graph(at: 1) }
    #expect(throws: SkiError.self) { try map.nameIndex() }
  }

  @Test(arguments: Change.allCases)
  func `a map copied into memory answers unchanged after an overwrite`(change: Change) throws {
    let (map, path, bytes) = try opened(intoMemory: true)
    try change.apply(path, bytes)
    #expect(exercise(map) == exercise(try SkiMap(bytes: bytes)))
    try map.verify()
  }

  @Test(arguments: [false, true])
  func `renaming a new map over an open one does not change the open one`(intoMemory: Bool) throws {
    let (map, path, bytes) = try opened(intoMemory: intoMemory)
    try Self.contents(seed: 50).write(toFile: path)
    try map.verify()
    #expect(exercise(map) == exercise(try SkiMap(bytes: bytes)))
  }

  @Test func `a file overwritten with the same bytes is accepted`() throws {
    let (map, path, bytes) = try opened(intoMemory: false)
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.write(contentsOf: bytes)
    try file.close()
    try map.verify()
  }
}
