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
