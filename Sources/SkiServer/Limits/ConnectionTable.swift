package import NIOCore
package import SkiGeo

/// The open connections, by the name of their client, and the signal that it is gone.
///
/// ``ClientAddress`` names clients: an IPv4 address, or the network of an IPv6 address. A shared object; `Sendable`.
package final class ConnectionTable: Sendable {
  /// The state of one connection, shared by its channel handler and the requests on it.
  package final class Connection: Sendable {
    private struct State {
      var isGone = false
      /// The responses that are made or being sent.
      var responses = 0
      var waiter: CheckedContinuation<Void, Never>?
      /// The signal of the stream of events that is sent.
      var follower: WakeSignal?
    }

    private let state = Locked(State())
    /// The client's address as text, without the port.
    package let address: String
    /// The name by which the client is counted.
    fileprivate let client: String
    /// The greatest number of responses that wait to be sent, so that pipelined requests fill no memory.
    private static let responseLimit = 2

    init(address: String) { (self.address, client) = (address, ClientAddress.client(address)) }

    /// Indicates whether the client has closed the connection or its own side of it.
    package var isGone: Bool { state.withLock { $0.isGone } }

    /// Begins a response, after those before it are sent but for one.
    ///
    /// A connection's requests are answered one after the other.
    package func beginResponse() async {
      let isFree = state.withLock { state in
        state.responses += 1
        return state.responses <= Self.responseLimit || state.isGone
      }
      if isFree { return }
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          // Meanwhile a response may have been sent, or the client have left.
          if state.responses <= Self.responseLimit || state.isGone { return true }
          state.waiter = continuation
          return false
        }
        if isFree { continuation.resume() }
      }
    }

    /// Begins a response unless too many wait to be sent; returns whether it began.
    func beginResponseAtOnce() -> Bool {
      state.withLock { state in
        guard state.responses < Self.responseLimit, !state.isGone else { return false }
        state.responses += 1
        return true
      }
    }

    /// Ends a response that is sent.
    func endResponse() {
      state.withLock { state in
        state.responses -= 1
        return Self.takeWaiter(&state)
      }?.resume()
    }

    /// Raises a signal when the client leaves; at once when it has left.
    package func follow(_ signal: WakeSignal) {
      let isGone = state.withLock { state in
        state.follower = signal
        return state.isGone
      }
      if isGone { signal.raise() }
    }

    func leave() {
      let (waiter, follower) = state.withLock { state in
        state.isGone = true
        return (Self.takeWaiter(&state), state.follower)
      }
      waiter?.resume()
      follower?.raise()
    }

    private static func takeWaiter(_ state: inout State) -> CheckedContinuation<Void, Never>? {
      defer { state.waiter = nil }
      return state.waiter
    }
  }

  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    var counts: [String: Int] = [:]
  }

  private let state = Locked(State())
  private let limitPerAddress: Int
  private let addresses: ClientAddress

  /// Creates an empty table.
  /// - Parameters:
  ///   - limitPerAddress: The greatest number of connections of one client.
  ///   - addresses: The rule that names clients; proxies have no limit.
  package init(limitPerAddress: Int, addresses: ClientAddress) {
    (self.limitPerAddress, self.addresses) = (limitPerAddress, addresses)
  }

  /// The number of open connections.
  package var count: Int { state.withLock { $0.connections.count } }

  /// Adds a connection; nil when its client has too many.
  func open(_ channel: any Channel, address: String) -> Connection? {
    let connection = Connection(address: address)
    let isProxy = addresses.isProxy(address)
    return state.withLock { state in
      let count = state.counts[connection.client, default: 0]
      guard count < limitPerAddress || isProxy else { return nil }
      state.counts[connection.client] = count + 1
      state.connections[ObjectIdentifier(channel)] = connection
      return connection
    }
  }

  /// Removes a connection.
  func close(_ channel: any Channel) {
    state.withLock { state in
      guard let connection = state.connections.removeValue(forKey: ObjectIdentifier(channel)) else { return }
      let count = state.counts[connection.client, default: 1] - 1
      state.counts[connection.client] = count > 0 ? count : nil
    }
  }

  /// Returns the connection of a channel; nil when it is closed.
  package func connection(of channel: any Channel) -> Connection? {
    state.withLock { $0.connections[ObjectIdentifier(channel)] }
  }
}
