import SkiGraph
import SkiTestSupport
import Testing

struct ConcurrencyTests {
  @Test func `16 concurrent tasks on one open map get the answers of a single task`() async throws {
    let folder = ScratchFolder()
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 12, nodes: 60, features: 100).contents.write(toFile: path)
    let alone = exercise(try SkiMap.open(path: path))
    let map = try SkiMap.open(path: path)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<16 { group.addTask { exercise(map) } }
      for await sum in group { #expect(sum == alone) }
    }
  }
}
