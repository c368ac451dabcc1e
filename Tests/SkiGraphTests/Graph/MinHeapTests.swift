import SkiTestSupport
import Testing

@testable import SkiGraph

struct MinHeapTests {
  @Test(arguments: UInt64(1)...50)
  func `pop returns the least element for any order of pushes and pops`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var heap = MinHeap<CostedNumber<Float, UInt32>>()
    var waiting: [CostedNumber<Float, UInt32>] = []
    for _ in 0..<400 {
      if Int.random(in: 0..<3, using: &random) > 0 {
        let element = CostedNumber(
          UInt32.random(in: 0..<20, using: &random), cost: Float(Int.random(in: 0..<10, using: &random)))
        heap.push(element)
        waiting.append(element)
        waiting.sort()
      } else {
        #expect(heap.pop() == (waiting.isEmpty ? nil : waiting.removeFirst()), "seed \(seed)")
      }
      #expect(heap.elements.sorted() == waiting, "seed \(seed)")
    }
    while let least = heap.pop() { #expect(least == waiting.removeFirst(), "seed \(seed)") }
    #expect(waiting.isEmpty)
  }

  @Test func `elements of equal cost are popped in order of their numbers`() {
    var heap = MinHeap<CostedNumber<Double, Int>>()
    for number in [3, 1, 2] { heap.push(CostedNumber(number, cost: 5)) }
    heap.push(CostedNumber(9, cost: 4))
    #expect([heap.pop()?.number, heap.pop()?.number, heap.pop()?.number] == [9, 1, 2])
    heap.removeAll()
    #expect(heap.pop() == nil)
  }
}
