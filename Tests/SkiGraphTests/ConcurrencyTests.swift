import SkiGraph
import SkiTestSupport
import Testing

struct ConcurrencyTests {
  @Test func `many tasks ask one open map and all get the same answers`() async throws {
    let folder = ScratchFolder()
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 12, nodes: 60, ways: 100).contents.write(toFile: path)
    let alone = exercise(try SkiMap.open(path: path))
    let map = try SkiMap.open(path: path)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<16 { group.addTask { exercise(map) } }
      for await sum in group { #expect(sum == alone) }
    }
  }
}
