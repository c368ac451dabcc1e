import SkiBase
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

  @Test func `a cancelled reading of a region is named by the error`() async throws {
    let map = try RandomMap(seed: 12, nodes: 60, features: 100).contents.map()
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try map.uncachedGraph(map.region(at: 0))
    }
    let error = await #expect(throws: SkiError.self) { try await reading.value }
    #expect(error?.code == .cancelled && error?.message.hasPrefix("reading region 0 was cancelled") == true)
  }
}
