import SkiBase
import SkiTestSupport
import Testing

@testable import SkiBuild

struct BoxIndexTests {
  @Test(arguments: [0, 1, 2, 8, 9, 64, 65, 1000])
  func `a query finds the same boxes as a linear search`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count) + 7)
    func box(_ side: Double) -> PlaneBox {
      let (x, y) = (
        Double.random(in: -500...500, using: &random), Double.random(in: -500...500, using: &random)
      )
      return PlaneBox([
        PlanePoint(x: x, y: y),
        PlanePoint(
          x: x + Double.random(in: 0...side, using: &random),
          y: y + Double.random(in: 0...side, using: &random)),
      ])
    }
    let boxes = (0..<count).map { box($0 % 10 == 0 ? 600 : 20) }
    let index = BoxIndex(boxes)
    for side in [0.0, 5, 50, 2000] {
      for _ in 0..<50 {
        let queried = box(side)
        #expect(
          try index.query(queried) == boxes.indices.filter { boxes[$0].meets(queried) }, "seed \(count + 7)")
      }
    }
  }

  @Test func `a query finds touching boxes, and equal ones all in order`() throws {
    let square = PlaneBox([PlanePoint(x: 0, y: 0), PlanePoint(x: 1, y: 1)])
    let index = BoxIndex(Array(repeating: square, count: 100))
    let beside = PlaneBox([PlanePoint(x: 1, y: 1), PlanePoint(x: 2, y: 2)])
    #expect(try index.query(beside) == Array(0..<100))
    #expect(try index.query(PlaneBox([PlanePoint(x: 1.1, y: 1)])) == [])
  }

  @Test func `a query throws when the stop signal is set`() {
    let stop = OrderedWork.CancellationSignal()
    let index = BoxIndex([PlaneBox([PlanePoint(x: 0, y: 0)])], stop: stop)
    stop.set()
    #expect(throws: SkiError.self) { try index.query(PlaneBox([PlanePoint(x: 0, y: 0)])) }
  }
}
