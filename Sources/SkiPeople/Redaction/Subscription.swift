/// A subscription, ended when the last reference to it is released.
package final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  /// Creates a subscription with the function that ends it.
  package init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
