/// A pool of reusable objects, each used by one thread at a time.
///
/// The pool grows to the largest number of objects in use at once. It may be shared between threads.
package final class ObjectPool<Item>: Sendable {
  /// An object of the pool.
  ///
  /// `@unchecked Sendable`: the object lies in the locked list, or is owned by the one thread that removed it.
  private final class Lent: @unchecked Sendable {
    let item: Item

    init(_ item: Item) { self.item = item }
  }

  private let idle: ObjectStack
  private let make: @Sendable () throws -> Item

  /// Creates a pool.
  /// - Parameters:
  ///   - items: The first objects, owned by the pool from now on.
  ///   - make: Creates another object when all are in use.
  package init(_ items: Item..., make: @escaping @Sendable () throws -> Item) {
    idle = ObjectStack(items.map { Lent($0) })
    self.make = make
  }

  /// Calls a closure with an object that no other thread uses.
  /// - Throws: The errors of `make`, when all objects are in use, and of the closure.
  package func use<Answer>(_ body: (Item) throws -> Answer) throws -> Answer {
    // The stack holds objects of this type alone.
    let lent = try idle.pop().map { unsafeDowncast($0, to: Lent.self) } ?? Lent(make())
    defer { idle.push(lent) }
    return try body(lent.item)
  }
}

/// The objects of a pool that no thread uses.
///
/// Not generic, since a generic type of this target is not specialised in others (Swift 6.3).
private final class ObjectStack: Sendable {
  private let objects: Locked<[any AnyObject & Sendable]>

  init(_ objects: [any AnyObject & Sendable]) { self.objects = Locked(objects) }

  /// Removes the object added last and returns it; nil when there is none.
  func pop() -> (any AnyObject & Sendable)? { objects.withLock { $0.popLast() } }

  /// Adds an object.
  func push(_ object: any AnyObject & Sendable) { objects.withLock { $0.append(object) } }
}

/// An object made when it is first asked for and shared from then on.
///
/// Not generic, since a generic type of this target is not specialised in others (Swift 6.3): asking for the object costs
/// a lock and a reference.
package final class SharedObject: Sendable {
  private let made = Locked<(any AnyObject & Sendable)?>(nil)

  package init() {}

  /// Returns the object; the first call makes it, and others wait for that.
  package func object(
    _ make: () -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    made.withLock { object in
      if let object { return object }
      let new = make()
      object = new
      return new
    }
  }
}
