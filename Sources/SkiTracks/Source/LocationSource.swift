/// Where fixes come from, one after the other: a receiver, a recording played again, a simulated skier.
///
/// Each call of ``fixes()`` begins anew. The sequence ends when there are no more fixes, and throws what kept the source
/// from going on; a cancelled task ends it with `CancellationError` while it waits.
package protocol LocationSource: Sendable {
  /// The fixes in the order they become known.
  associatedtype Fixes: AsyncSequence where Fixes.Element == LocationFix, Fixes.Failure == any Error

  /// Begins to hand out fixes.
  func fixes() -> Fixes
}
