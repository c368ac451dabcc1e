package import NIOCore
import SkiGeo

/// The open connections, by address, and the signal that their client is gone.
///
/// A shared object; `Sendable`.
package final class ConnectionTable: Sendable {
  /// The state of one connection, shared by its channel handler and the requests on it.
  package final class Connection: Sendable {
    private let gone = Locked(false)
    /// The client's address as text, without the port.
    package let address: String

    init(address: String) { self.address = address }

    /// Indicates whether the client has closed the connection or its own side of it.
    package var isGone: Bool { gone.withLock { $0 } }

    func leave() { gone.withLock { $0 = true } }
  }

  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    var counts: [String: Int] = [:]
  }

  private let state = Locked(State())
  private let limitPerAddress: Int
  private let unlimited: Set<String>

  /// Creates an empty table.
  /// - Parameters:
  ///   - limitPerAddress: The greatest number of connections from one address.
  ///   - unlimited: The addresses without that limit: those of proxies.
  package init(limitPerAddress: Int, unlimited: Set<String>) {
    (self.limitPerAddress, self.unlimited) = (limitPerAddress, unlimited)
  }

  /// The number of open connections.
  package var count: Int { state.withLock { $0.connections.count } }

  /// Adds a connection; nil when its address has too many.
  func open(_ channel: any Channel, address: String) -> Connection? {
    state.withLock { state in
      let count = state.counts[address, default: 0]
      guard count < limitPerAddress || unlimited.contains(address) else { return nil }
      state.counts[address] = count + 1
      let connection = Connection(address: address)
      state.connections[ObjectIdentifier(channel)] = connection
      return connection
    }
  }

  /// Removes a connection.
  func close(_ channel: any Channel) {
    state.withLock { state in
      guard let connection = state.connections.removeValue(forKey: ObjectIdentifier(channel)) else { return }
      let count = state.counts[connection.address, default: 1] - 1
      state.counts[connection.address] = count > 0 ? count : nil
    }
  }

  /// Returns the connection of a channel; nil when it is closed.
  package func connection(of channel: any Channel) -> Connection? {
    state.withLock { $0.connections[ObjectIdentifier(channel)] }
  }
}
