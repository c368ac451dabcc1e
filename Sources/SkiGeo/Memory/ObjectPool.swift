/// A pool of reusable objects, each used by one thread at a time.
///
/// The pool grows to the largest number of objects in use at once. It may be shared between threads.
package final class ObjectPool<Item>: Sendable {
  /// An object of the pool that no thread uses.
  ///
  /// `@unchecked Sendable`: the object lies in the locked list, or is owned by the one thread that removed it.
  private struct Idle: @unchecked Sendable {
    let item: Item
  }

  private let idle: Locked<[Idle]>
  private let make: @Sendable () throws -> Item

  /// Creates a pool.
  /// - Parameters:
  ///   - items: The first objects, owned by the pool from now on.
  ///   - make: Creates another object when all are in use.
  package init(_ items: Item..., make: @escaping @Sendable () throws -> Item) {
    idle = Locked(items.map { Idle(item: $0) })
    self.make = make
  }

  /// Calls a closure with an object that no other thread uses.
  /// - Throws: The errors of `make`, when all objects are in use, and of the closure.
  package func use<Answer>(_ body: (Item) throws -> Answer) throws -> Answer {
    let lent = try idle.withLock { $0.popLast() } ?? Idle(item: make())
    defer { idle.withLock { $0.append(lent) } }
    return try body(lent.item)
  }
}
