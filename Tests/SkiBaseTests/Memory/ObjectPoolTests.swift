import SkiBase
import Testing

struct ObjectPoolTests {
  private final class Item {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func `a returned object is reused, and another is made only when all are in use`() throws {
    let made = Locked(0)
    let pool = ObjectPool(Item(0)) {
      Item(
        made.withLock {
          $0 += 1
          return $0
        })
    }
    #expect(try pool.use { $0.number } == 0)
    #expect(try pool.use { outer in try pool.use { [outer.number, $0.number] } } == [0, 1])
    #expect(try pool.use { outer in try pool.use { Set([outer.number, $0.number]) } } == [0, 1])
    #expect(made.withLock { $0 } == 1)
  }

  @Test func `an object returns to the pool when its user throws`() throws {
    let pool = ObjectPool(Item(7)) { throw CancellationError() }
    #expect(throws: CancellationError.self) { try pool.use { _ in throw CancellationError() } }
    #expect(try pool.use { $0.number } == 7)
    #expect(throws: CancellationError.self) { try pool.use { _ in try pool.use { _ in } } }
  }
}
