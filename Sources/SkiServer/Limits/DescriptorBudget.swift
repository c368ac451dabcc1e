package import SkiBase
import SkiSystem

/// The file descriptors of the process: what connections may take of them, and what is kept for files, stores and feeds.
///
/// A process without a free descriptor can't open its store, look names up or begin a timer; the system's libraries end it
/// then. Connections are therefore bounded below the limit (`RLIMIT_NOFILE`). A value; `Sendable`.
package struct DescriptorBudget: Sendable {
  /// The users of descriptors beside connections.
  package struct Users: Sendable {
    /// The archives of tiles.
    package var archives = 0
    /// Indicates that there is a store.
    package var hasStore = false
    /// Indicates that there may be feeds, webhooks and keys of providers.
    package var hasOutsideServices = false

    /// Creates the users of a server without any of them.
    package init() {}
  }

  /// The limit of the process.
  package let limit: Int
  /// The descriptors that are kept for other uses than connections.
  package let reserve: Int

  /// The least number of connections with which a server starts.
  static let leastConnections = 16
  /// The standard streams, the loops of signals and timers, the map and the one that replaces it, and the listening sockets.
  private static let processReserve = 12
  /// The descriptors of one event loop.
  private static let loopReserve = 3
  /// Files that are read, names that are looked up, and directories that are listed meanwhile.
  private static let fileReserve = 8
  /// The writer, four readers and the lock of SQLite; or eight connections, the listener and the pipes of PostgreSQL.
  private static let storeReserve = 16
  /// The connections to feeds, webhooks and providers of keys.
  private static let outsideReserve = 16

  /// Creates the budget of a process.
  /// - Parameters:
  ///   - limit: The limit of descriptors.
  ///   - open: The descriptors that the process was started with beside the standard streams.
  ///   - cores: The event loops.
  ///   - users: The users beside connections.
  package init(limit: Int, open: Int, cores: Int, users: Users) {
    self.limit = limit
    reserve =
      Self.processReserve + open + Self.loopReserve * cores + Self.fileReserve + users.archives
      + (users.hasStore ? Self.storeReserve : 0) + (users.hasOutsideServices ? Self.outsideReserve : 0)
      + ServerLimits.healthConnections + ServerLimits.closingConnections
  }

  /// The connections for which there are descriptors.
  package var connections: Int { limit - reserve }

  /// Lowers the limits of connections and streams to what the descriptors allow.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when fewer than 16 connections are left.
  package func apply(to limits: inout ServerLimits) throws {
    guard connections >= Self.leastConnections else {
      throw SkiError(
        .limitExceeded,
        "the process may have \(limit) open files (RLIMIT_NOFILE), of which this server needs \(reserve) beside connections; "
          + "allow \(reserve + Self.leastConnections) or more, by ulimit -n or LimitNOFILE= of systemd")
    }
    limits.connections = min(limits.connections, connections)
    limits.streams = min(limits.streams, limits.connections / 2)
  }

  /// Raises the limit of the process to the greatest that the system allows, and returns it with the number of descriptors
  /// that are open beside the standard streams.
  package static func raiseLimit() -> (limit: Int, open: Int) {
    guard let bounds = ResourceLimit.openFiles.bounds else { return (1024, 0) }
    ResourceLimit.openFiles.set(rlimit(rlim_cur: bounds.rlim_max, rlim_max: bounds.rlim_max))
    let limit = Int(clamping: (ResourceLimit.openFiles.bounds ?? bounds).rlim_cur)
    let open = (3..<min(limit, 1 << 16)).count { fcntl(Int32($0), F_GETFD) >= 0 }
    return (limit, open)
  }
}

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
