package import SkiBase

/// A number of bytes that requests may hold together.
///
/// A shared object; `Sendable`.
package final class ByteBudget: Sendable {
  /// The greatest number of bytes.
  package let limitBytes: Int
  private let held = Locked(0)

  /// Creates a budget of which nothing is taken.
  package init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// The bytes taken now.
  package var heldBytes: Int { held.withLock { $0 } }

  /// Takes a number of bytes.
  /// - Throws: ``SkiError`` with code `.unavailable` when fewer are left.
  package func take(_ bytes: Int) throws(SkiError) {
    let isTaken = held.withLock { held in
      guard held + bytes <= limitBytes else { return false }
      held += bytes
      return true
    }
    guard isTaken else {
      throw SkiError(.unavailable, "too many bodies are being received; send this one again in a second")
    }
  }

  /// Gives bytes back.
  package func giveBack(_ bytes: Int) { held.withLock { $0 -= bytes } }
}
