package import NIOCore
package import SkiBase
import Synchronization

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
    /// The nanoseconds of the monotonic clock since which no request is received or answered; ``active`` while one is.
    private let idle = Atomic<UInt64>(NIODeadline.now().uptimeNanoseconds)
    private static let active = UInt64.max
    fileprivate let channel: any Channel
    /// The client's address as text, without the port.
    package let address: String
    /// The name by which the client is counted.
    fileprivate let client: String
    /// Indicates that there was no room for the connection: its first request is answered by 503.
    let isRefused: Bool
    /// The greatest number of responses that wait to be sent, so that pipelined requests fill no memory.
    private static let responseLimit = 2

    init(_ channel: any Channel, address: String, isRefused: Bool) {
      (self.channel, self.address, self.isRefused) = (channel, address, isRefused)
      client = ClientAddress.client(address)
    }

    /// The time since which the connection waits for a request, in nanoseconds of the monotonic clock; nil while one is received
    /// or answered, and for a refused one, which is closed soon.
    var idleSince: UInt64? {
      let time = idle.load(ordering: .relaxed)
      return time == Self.active || isRefused ? nil : time
    }

    /// Notes that the head of a request has come.
    func noteRequest() { idle.store(Self.active, ordering: .relaxed) }

    /// Notes that all requests are answered.
    func noteIdle() { idle.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed) }

    /// Closes the connection unless a request came after a time since which it was idle; the table closes another one then.
    func close(idleSince time: UInt64, in table: ConnectionTable) {
      channel.eventLoop.execute { [self] in
        if idle.load(ordering: .relaxed) == time { channel.close(promise: nil) } else { table.keep(channel) }
      }
    }

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
    /// The connections that are being closed to make room.
    var closing: Set<ObjectIdentifier> = []
    /// The connections that were idle longest at the last search, the longest last.
    var candidates: [(connection: Connection, idleSince: UInt64)] = []
    /// The time before which idle connections are not searched again, since there was none.
    var searchesAgainAt: UInt64 = 0

    /// The number of connections that stay open.
    var staying: Int { connections.count - closing.count }
  }

  private let state = Locked(State())
  private let limit: Int
  private let limitPerAddress: Int
  private let addresses: ClientAddress

  /// The greatest number of candidates that one search finds.
  private static let candidateLimit = 64
  private let searchPauseMilliseconds: Int

  /// Creates an empty table.
  /// - Parameters:
  ///   - limit: The greatest number of connections; a further one takes the place of the one that is idle longest.
  ///   - limitPerAddress: The greatest number of connections of one client.
  ///   - addresses: The rule that names clients; proxies have no limit.
  ///   - searchPauseMilliseconds: The time after a search that found no idle connection, in which connections are refused without
  ///     another one.
  package init(
    limit: Int, limitPerAddress: Int, addresses: ClientAddress, searchPauseMilliseconds: Int = 10
  ) {
    self.searchPauseMilliseconds = searchPauseMilliseconds
    (self.limit, self.limitPerAddress, self.addresses) = (limit, limitPerAddress, addresses)
  }

  /// The number of open connections.
  package var count: Int { state.withLock { $0.connections.count } }

  /// Adds a connection; nil when its client has too many.
  ///
  /// The one that is idle longest is closed for it when there are as many as allowed; it is refused when none is idle.
  /// - Complexity: O(1) below the limit; beyond it O(*n*) for each 64 connections, or each 10 ms.
  func open(_ channel: any Channel, address: String) -> Connection? {
    let client = ClientAddress.client(address)
    let isProxy = addresses.isProxy(address)
    let (opened, longest) = state.withLock {
      state -> (Connection?, (connection: Connection, idleSince: UInt64)?) in
      let count = state.counts[client, default: 0]
      guard count < limitPerAddress || isProxy else { return (nil, nil) }
      state.counts[client] = count + 1
      let isFull = state.staying >= limit
      let longest = isFull ? takeLongestIdle(&state) : nil
      let connection = Connection(channel, address: address, isRefused: isFull && longest == nil)
      state.connections[ObjectIdentifier(channel)] = connection
      return (connection, longest)
    }
    if let longest { longest.connection.close(idleSince: longest.idleSince, in: self) }
    return opened
  }

  /// Keeps a connection that was to be closed, since a request has come; another one is closed in its place.
  private func keep(_ channel: any Channel) {
    let longest = state.withLock { state -> (connection: Connection, idleSince: UInt64)? in
      state.closing.remove(ObjectIdentifier(channel))
      return state.staying > limit ? takeLongestIdle(&state) : nil
    }
    if let longest { longest.connection.close(idleSince: longest.idleSince, in: self) }
  }

  /// Takes the connection that is idle longest; nil when none is.
  ///
  /// Those that became idle after a search are idle for a shorter time than all that it found.
  private func takeLongestIdle(_ state: inout State) -> (connection: Connection, idleSince: UInt64)? {
    if let found = Self.takeCandidate(&state) { return found }
    let now = NIODeadline.now().uptimeNanoseconds
    guard now >= state.searchesAgainAt else { return nil }
    let idle = state.connections.compactMap { key, connection in
      state.closing.contains(key) ? nil : connection.idleSince.map { (connection: connection, idleSince: $0) }
    }
    state.candidates = idle.sorted { $0.idleSince < $1.idleSince }.prefix(Self.candidateLimit).reversed()
    let found = Self.takeCandidate(&state)
    if found == nil { state.searchesAgainAt = now + UInt64(searchPauseMilliseconds) * 1_000_000 }
    return found
  }

  private static func takeCandidate(_ state: inout State) -> (connection: Connection, idleSince: UInt64)? {
    while let last = state.candidates.popLast() {
      // Meanwhile it may have been used or closed.
      let key = ObjectIdentifier(last.connection.channel)
      guard last.connection.idleSince == last.idleSince, state.connections[key] === last.connection else {
        continue
      }
      state.closing.insert(key)
      return last
    }
    return nil
  }

  /// Removes a connection.
  func close(_ channel: any Channel) {
    state.withLock { state in
      let key = ObjectIdentifier(channel)
      guard let connection = state.connections.removeValue(forKey: key) else { return }
      state.closing.remove(key)
      let count = state.counts[connection.client, default: 1] - 1
      state.counts[connection.client] = count > 0 ? count : nil
    }
  }

  /// Returns the connection of a channel; nil when it is closed.
  package func connection(of channel: any Channel) -> Connection? {
    state.withLock { $0.connections[ObjectIdentifier(channel)] }
  }
}
