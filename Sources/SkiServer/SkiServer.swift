import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import SkiAPI
import SkiBase
import SkiPeople
import Synchronization

/// The server: its routes over HTTP, a port for operators, and the tasks that keep map, states and positions.
package final class SkiServer: Sendable {
  /// The addresses of a server.
  package struct Addresses: Sendable {
    /// The host name or address to listen on.
    package var host: String
    /// The port; 0 for any free one.
    package var port: Int
    /// The port for operators on the loopback interface; 0 for any free one.
    package var healthPort: Int
    /// The addresses of proxies whose `X-Forwarded-For` is believed.
    package var proxies: Set<String>
    /// The rule by which the server knows the address that clients use.
    package var publicAddress: PublicAddress
    /// The rule by which scripts of other websites read answers.
    package var origins: CrossOrigin

    package init(
      host: String = "127.0.0.1", port: Int, healthPort: Int, proxies: Set<String> = [],
      publicURL: String? = nil, origins: CrossOrigin
    ) throws {
      (self.host, self.port, self.healthPort, self.proxies) = (host, port, healthPort, proxies)
      publicAddress = try PublicAddress(publicURL, proxies: proxies)
      self.origins = origins
    }
  }

  private let core: ServerCore
  private let registry: MetricsRegistry
  private let page: PageFiles
  private let addresses: Addresses
  private let ports = Locked<(port: Int?, health: Int?)>((nil, nil))
  private let isStopping = Atomic(false)
  /// The time after which an idle connection of the port for operators is closed, in seconds.
  private static let healthIdleSeconds: Int64 = 5

  /// Creates a server, which listens from ``run()`` on.
  package init(core: ServerCore, registry: MetricsRegistry, page: PageFiles, addresses: Addresses) {
    (self.core, self.registry, self.page, self.addresses) = (core, registry, page, addresses)
  }

  /// The routes of a server.
  package static func routes(core: ServerCore, page: PageFiles, address: PublicAddress) -> [HTTPRoute] {
    let map =
      QuestionRoutes(core: core).routes + MapRoutes(core: core).routes
      + TileRoutes(core: core, address: address).routes
      + ArchiveRoute(core: core).routes
      + MatchRoute(core: core).routes + LiveRoutes(core: core).routes + StreamRoute(core: core).routes
    let trips = TripsRoutes(core: core).routes
    // Modules of the page name operations of trips on a server without these, too, where they call none.
    let files = PageFiles(merging: [page, PageFiles(operations: map + trips)])
    var routes = map + PageRoutes(page: files).routes
    if core.trips != nil { routes += trips }
    let description = OpenAPIRoute.route(of: routes)
    routes.append(description)
    return routes
  }

  /// The port that is listened on; nil before.
  package var port: Int? { ports.withLock { $0.port } }
  /// The port for operators; nil before.
  package var healthPort: Int? { ports.withLock { $0.health } }

  /// Serves until the service group shuts down gracefully or the task is cancelled.
  package func run() async throws {
    let limits = core.limits
    let clients = ClientAddress(proxies: addresses.proxies)
    let connections = ConnectionTable(
      limit: limits.connections, limitPerAddress: limits.connectionsPerAddress, addresses: clients)
    let responder = ServerResponder(
      table: RouteTable(Self.routes(core: core, page: page, address: addresses.publicAddress)), core: core,
      connections: connections, addresses: clients, origins: addresses.origins)
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ContinueResponse(limitBytes: limits.recordingBytes),
        ConnectionGuard(limits: limits, table: connections),
        LingeringClose(
          limitBytes: limits.recordingBytes, refusalLimit: ServerLimits.refusalsPerConnection,
          addresses: clients),
      ],
      idleTimeout: .seconds(Int64(limits.idleSeconds)))
    let application = Application(
      responder: responder,
      server: HTTPServerBuilder {
        LoopBoundChannel(base: HTTP1Channel(responder: $0, configuration: channel)) {
          ImmediateResponses(table: connections, responder: responder.respondAtOnce)
        }
      },
      configuration: ApplicationConfiguration(
        address: .hostname(addresses.host, port: addresses.port), serverName: nil, backlog: 1024,
        availableConnectionsDelegate: MaximumAvailableConnections(
          limits.connections + ServerLimits.closingConnections)),
      onServerRunning: { [self] channel in note(port: channel.localAddress?.port) },
      logger: Self.quiet(core.log))
    let health = Application(
      responder: HealthResponder(core: core, registry: registry) { [self] in
        port != nil && !isStopping.load(ordering: .relaxed)
      },
      server: .http1(configuration: .init(idleTimeout: .seconds(Self.healthIdleSeconds))),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: addresses.healthPort), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(ServerLimits.healthConnections)),
      onServerRunning: { [self] channel in note(health: channel.localAddress?.port) },
      logger: Self.quiet(core.log))
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await self.core.watchFiles() }
      group.addTask { await self.core.watchSessions() }
      group.addTask { await self.core.countSeconds() }
      if let store = core.store { group.addTask { await store.run() } }
      if let sharing = core.sharing { group.addTask { await sharing.environment.run() } }
      if let background = core.background { group.addTask { await background.run() } }
      group.addTask { try await health.run() }
      try await withGracefulShutdownHandler {
        try await application.run()
      } onGracefulShutdown: { [self] in
        isStopping.store(true, ordering: .relaxed)
        core.news.close()
      }
      group.cancelAll()
    }
    core.close()
  }

  /// Returns a log for the library, whose own lines tell addresses.
  private static func quiet(_ log: Logger) -> Logger {
    Logger(label: log.label) { _ in LibraryLogHandler(log) }
  }

  private func note(port: Int? = nil, health: Int? = nil) {
    let all = ports.withLock { ports in
      ports = (port ?? ports.port, health ?? ports.health)
      return ports
    }
    guard let port = all.port, let health = all.health else { return }
    core.log.notice(
      "listening",
      metadata: [
        "url": "http://\(addresses.host.contains(":") ? "[\(addresses.host)]" : addresses.host):\(port)/",
        "health": "http://127.0.0.1:\(health)/health/ready", "map": "\(core.keeper.served.map.id)",
        "memoryBoundMiB": .stringConvertible(core.memoryBoundBytes >> 20),
      ])
  }
}
