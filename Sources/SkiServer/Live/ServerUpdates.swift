package import SkiBase

/// The numbered changes of map and states, and the heartbeats, which raise the signals of streams.
///
/// A shared object; `Sendable`.
package final class ServerUpdates: Sendable {
  /// The topics of changes.
  package enum Topic: Sendable, Hashable { case map, lifts }

  /// The news that one stream has taken.
  package struct Follower: Sendable {
    fileprivate let number: Int
    fileprivate var version: Int
    fileprivate var heartbeats: Int
  }

  /// The news that are new to a stream.
  package struct Changes: Sendable, Hashable {
    /// The topics that changed.
    package var topics: Set<Topic>
    /// Indicates whether a heartbeat is due.
    package var isHeartbeatDue: Bool
  }

  private struct State {
    var version = 0
    var changed: [Topic: Int] = [:]
    var seconds = 0
    var signals: [Int: WakeSignal] = [:]
    var nextNumber = 0
    var isClosed = false

    /// Returns the heartbeats of a follower since the start.
    func heartbeats(of number: Int) -> Int {
      (seconds + number % ServerUpdates.heartbeatSeconds) / ServerUpdates.heartbeatSeconds
    }
  }

  /// The time in seconds between heartbeats of a stream.
  package static let heartbeatSeconds = 15

  private let state = Locked(State())

  /// Creates news without a change.
  package init() {}

  /// Indicates whether the server is stopping.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Announces a change.
  /// - Complexity: O(*n*) in the followers.
  package func announce(_ topic: Topic) {
    change { state in
      state.version += 1
      state.changed[topic] = state.version
      return Array(state.signals.values)
    }
  }

  /// Raises all signals without a change, so that streams look whether they may go on.
  /// - Complexity: O(*n*) in the followers.
  package func wake() { change { Array($0.signals.values) } }

  /// Notes that a second has passed, which makes the heartbeats of a fifteenth of the followers due.
  /// - Complexity: O(*n*) in the followers.
  package func noteSecond() {
    change { state in
      state.seconds += 1
      let seconds = state.seconds
      return state.signals.filter { (seconds + $0.key).isMultiple(of: Self.heartbeatSeconds) }.map(\.value)
    }
  }

  /// Ends all following; streams end themselves.
  package func close() {
    change { state in
      state.isClosed = true
      return Array(state.signals.values)
    }
  }

  private func change(_ body: (inout State) -> [WakeSignal]) {
    let signals = state.withLock { body(&$0) }
    for signal in signals { signal.raise() }
  }

  // MARK: Following

  /// Begins to raise a signal for all news from now on, and for the end.
  package func follow(_ signal: WakeSignal) -> Follower {
    state.withLock { state in
      state.nextNumber += 1
      let number = state.nextNumber
      state.signals[number] = signal
      return Follower(number: number, version: state.version, heartbeats: state.heartbeats(of: number))
    }
  }

  /// Ends the following.
  package func leave(_ follower: Follower) {
    state.withLock { state in state.signals[follower.number] = nil }
  }

  /// Takes the news that are new to a follower; nil when the server stops.
  package func take(for follower: inout Follower) -> Changes? {
    let known = follower
    let taken = state.withLock { state -> (changes: Changes, follower: Follower)? in
      guard !state.isClosed else { return nil }
      let now = Follower(
        number: known.number, version: state.version, heartbeats: state.heartbeats(of: known.number))
      let topics = state.changed.lazy.filter { $0.value > known.version }.map(\.key)
      return (Changes(topics: Set(topics), isHeartbeatDue: now.heartbeats > known.heartbeats), now)
    }
    guard let taken else { return nil }
    follower = taken.follower
    return taken.changes
  }
}
