/// Things that serve one thread at a time, each kept for the next once it was made.
///
/// A class that may be shared; as many things are kept as were lent at once.
package final class LendingPool<Item>: Sendable {
  /// A thing on its way from one thread to another.
  ///
  /// `@unchecked Sendable`: it lies in the locked list, where nobody uses it, or whoever took it out is the only one to have it.
  private struct Idle: @unchecked Sendable {
    let item: Item
  }

  private let idle: Locked<[Idle]>
  private let make: @Sendable () throws -> Item

  /// Starts with some things, which nobody else may use from now on.
  /// - Parameter make: Makes another when all are lent.
  package init(_ items: Item..., make: @escaping @Sendable () throws -> Item) {
    idle = Locked(items.map { Idle(item: $0) })
    self.make = make
  }

  /// Calls a body with a thing nobody else has.
  /// - Throws: What making one throws when all are lent, and what the body throws.
  package func use<Answer>(_ body: (Item) throws -> Answer) throws -> Answer {
    let lent = try idle.withLock { $0.popLast() } ?? Idle(item: make())
    defer { idle.withLock { $0.append(lent) } }
    return try body(lent.item)
  }
}
