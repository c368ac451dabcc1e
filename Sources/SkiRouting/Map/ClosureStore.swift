import SkiBase

/// The present closures of a router, replaced as a whole.
///
/// Questions take a version in a moment: they never wait for one that is being computed.
final class ClosureStore: Sendable {
  private let current: LatestValue<ClosureState>
  /// The lock of those who change the closures, so that none is lost.
  private let changes = Locked<Void>(())

  init(_ state: ClosureState) { current = LatestValue(state) }

  /// The present version.
  var state: ClosureState { current.value }
  /// The present version and each newer one.
  var states: LatestValues<ClosureState> { current.values }

  /// Replaces the present version by one computed from it.
  /// - Returns: The number of the version that is present then.
  func change(_ next: (ClosureState) -> ClosureState) -> Int {
    changes.withLock { _ in
      let state = next(self.state)
      if state.version != self.state.version { current.replace(by: state) }
      return state.version
    }
  }
}
