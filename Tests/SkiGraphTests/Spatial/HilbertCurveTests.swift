import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

struct HilbertCurveTests {
  @Test(arguments: UInt64(1)...50)
  func `Hilbert keys fill each aligned square in steps to a neighbouring cell`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let side: Int32 = 16
    let south = Int32.random(in: -56_000_000...56_000_000, using: &random) * side
    let west = Int32.random(in: -112_000_000...112_000_000, using: &random) * side
    var cells: [(key: UInt64, x: Int32, y: Int32)] = []
    for y in 0..<side {
      for x in 0..<side {
        cells.append((hilbertKey(FixedCoordinate(latitudeE7: south + y, longitudeE7: west + x)), x, y))
      }
    }
    cells.sort { $0.key < $1.key }
    for (a, b) in zip(cells, cells.dropFirst()) {
      #expect(b.key == a.key + 1, "seed \(seed)")
      #expect(abs(a.x - b.x) + abs(a.y - b.y) == 1, "seed \(seed)")
    }
  }

  @Test func `the extremes of the coordinate range have distinct Hilbert keys`() {
    var keys = Set<UInt64>()
    for y in [Int32.min, -900_000_000, 0, 900_000_000, .max] {
      for x in [Int32.min, -1_800_000_000, 0, 1_800_000_000, .max] {
        keys.insert(hilbertKey(FixedCoordinate(latitudeE7: y, longitudeE7: x)))
      }
    }
    #expect(keys.count == 25)
  }

  @Test func `consecutive nodes of the graph are less than 150 m apart on average`() throws {
    let graph = try RandomMap(seed: 1, nodes: 2000, features: 0).builder.build()
    let steps = (1..<graph.nodeCount).map {
      graph.point(NodeIndex($0 - 1)).coordinate.distanceMetres(to: graph.point(NodeIndex($0)).coordinate)
    }
    // 2000 places on 4.4 km by 4.4 km: the mean step is 100 m on a grid and 2300 m in random order.
    #expect(steps.reduce(0, +) / Double(steps.count) < 150)
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 255, 256, 257, 4097])
  func `each box of the tree covers its children and each leaf is reached once`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let leaves = (0..<count).map { _ in
      let (south, west) = (
        Int32.random(in: -1000...1000, using: &random), Int32.random(in: -1000...1000, using: &random)
      )
      return TreeBox(south: south, west: west, north: south + 5, east: west + 7)
    }
    let tree = PackedTree(itemCount: count)
    let boxes = tree.boxes(leaves: leaves) { $0.formUnion($1) }
    #expect(boxes.count == tree.boxCount)
    var seen: [Int] = []
    tree.visit(where: { _ in true }, leaf: { seen.append($0) })
    #expect(seen == Array(0..<count))
    for level in stride(from: 1, to: tree.levelCount, by: 1) {
      for index in 0..<tree.levelStarts[level + 1] - tree.levelStarts[level] {
        var union = boxes[tree.levelStarts[level] + index]
        for child in tree.children(level: level, index: index) {
          union.formUnion(boxes[tree.levelStarts[level - 1] + child])
        }
        #expect(union == boxes[tree.levelStarts[level] + index])
      }
    }
  }
}
