package import SkiGraph

/// A source of fixes: a receiver, a replayed recording, a simulation.
///
/// Each call of ``fixes()`` starts anew. The sequence throws the error that interrupted the source, and
/// `CancellationError` when its task is cancelled.
package protocol LocationSource: Sendable {
  /// The sequence of fixes, in the order they become known.
  associatedtype Fixes: AsyncSequence where Fixes.Element == LocationFix, Fixes.Failure == any Error

  /// Returns the fixes from the start.
  func fixes() -> Fixes
}
