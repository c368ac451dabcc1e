import SkiGeo

/// The present closures of a router, replaced as a whole.
///
/// Questions take a version in a moment: they never wait for one that is being computed.
final class ClosureStore: Sendable {
  private let current: Locked<ClosureState>
  /// The lock of those who change the closures, so that none is lost.
  private let changes = Locked<Void>(())

  init(_ state: ClosureState) { current = Locked(state) }

  /// The present version.
  var state: ClosureState { current.withLock { $0 } }

  /// Replaces the present version by one computed from it.
  /// - Returns: The number of the version that is present then.
  func change(_ next: (ClosureState) -> ClosureState) -> Int {
    changes.withLock { _ in
      let state = next(self.state)
      // The version before is released outside the lock of the questions.
      let before = current.withLock { current in
        let before = current
        current = state
        return before
      }
      return withExtendedLifetime(before) { state.version }
    }
  }
}
