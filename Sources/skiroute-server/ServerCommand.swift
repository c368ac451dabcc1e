import ArgumentParser
import Foundation
import Logging
import Metrics
import ServiceLifecycle
import SkiAPI
import SkiAnswers
import SkiBase
import SkiPeople
import SkiServer
import UnixSignals

/// `skiroute-server`: serves the answers over one map, live positions, tiles and the web map over HTTP.
@main
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skiroute-server",
    abstract: "Serves routes, places, tiles, live positions and a web map over HTTP.",
    discussion: """
      The server listens on the loopback interface unless --host says otherwise, which needs --keys. Encrypted connections are \
      those of a proxy before it. The map and the status are looked at each second, and on SIGHUP; a bad file changes nothing. \
      On SIGTERM it stops taking connections, ends streams, answers what it has begun, and exits within ten seconds.

      Examples:
        skiroute-server --map area.skimap --page Data/Page
        skiroute-server --map area.skimap --keys keys.json --store sqlite:people.db --host 0.0.0.0
        skiroute-server dead-letters list --store sqlite:people.db
        skiroute-server sessions end --store sqlite:people.db --all --yes
      """)

  @Option(help: "The map to serve.") var map: String
  @Option(help: "States of lifts and runs: a JSON file, looked at each second; see Data/Formats/status.md.")
  var status: String?
  @Option(help: "A PMTiles archive to serve as a set of tiles, by its name; may be given several times.")
  var archive: [String] = []
  @Option(help: "Where live positions are kept: sqlite:FILE or postgres:ADDRESS; else in memory.") var store:
    String?
  @Flag(help: "Rename the file of a store that can't be used, and begin with an empty one.") var newStore =
    false
  @Option(help: "The folder of the web map, Data/Page.") var page: String?
  @Option(help: "The keys of users' tokens: a JSON file; see Data/Formats/server.md.") var keys: String?
  @Option(help: "Logins, channels and feeds of the trip services: a JSON file; see Data/Formats/server.md.")
  var trips: String?
  @Flag(help: "Let people log in by a name alone, for development; on the loopback interface only.")
  var developmentLogin = false
  @Option(help: "The host name or address to listen on.") var host = "127.0.0.1"
  @Option(help: "The port to listen on; 0 for any free one.") var port = 8080
  @Option(help: "The port for operators on 127.0.0.1: health and metrics; 0 for any free one.")
  var healthPort = 0
  @Option(
    help:
      "The address of a proxy whose Forwarded and X-Forwarded fields are believed; may be given several times."
  )
  var proxy: [String] = []
  @Option(
    help:
      "The address of the web map for clients, https://example.org/ski; else that which a proxy forwards, or the Host of a request."
  ) var publicURL: String?
  @Option(
    help:
      "An origin whose scripts may read answers, https://example.org; may be given several times. Without, all may read what is public."
  ) var origin: [String] = []
  @Option(help: "Requests that a client may make in a second on average; 0 for any number.") var rate = 100.0
  @Option(help: "Connections that one address may have.") var connections = ServerLimits()
    .connectionsPerAddress
  @Option(help: "The least level of log lines: debug, info, notice, warning or error.") var logLevel =
    LogLevel.info

  /// The levels of the log.
  enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case debug, info, notice, warning, error
  }

  /// Serves, or does the work for operators that the first argument names; as a subcommand its options would be the server's.
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case DeadLettersCommand.word: await DeadLettersCommand.main(Array(arguments.dropFirst()))
    case SessionsCommand.word: await SessionsCommand.main(Array(arguments.dropFirst()))
    default: await main(arguments)
    }
  }

  func run() async throws {
    let output = LogOutput(descriptor: STDERR_FILENO)
    defer { output.close() }
    try await ServerProcess.exiting { descriptors in
      do {
        try check()
        try await serve(output, try limits(descriptors.limit, open: descriptors.open))
      } catch {
        output.close()
        throw error
      }
    }
  }

  /// Refuses contradictions before any file is opened.
  private func check() throws {
    try SkiError.require(
      ServerProcess.isLoopback(host) || keys != nil,
      "host \(host) is reached from elsewhere; add --keys FILE, or leave --host out")
    try SkiError.require(
      (0...65_535).contains(port) && (0...65_535).contains(healthPort), "ports must be 0...65535")
    try SkiError.require(rate >= 0 && rate <= 1e6, "rate must be 0...1000000 requests a second, got \(rate)")
    try SkiError.require((1...4096).contains(connections), "connections must be 1...4096, got \(connections)")
    try SkiError.require(
      store == nil || keys != nil, "option --store needs the users' tokens; add --keys FILE")
    try SkiError.require(
      store != nil || !newStore, "option --new-store needs a store; add --store sqlite:FILE")
    try SkiError.require(
      store != nil || (trips == nil && !developmentLogin),
      "options --trips and --development-login are for the trip services; add --store and --keys")
    try SkiError.require(
      !developmentLogin || ServerProcess.isLoopback(host),
      "option --development-login lets anyone in; leave --host out, or configure a login by --trips FILE")
    try SkiError.require(
      !developmentLogin || proxy.isEmpty,
      "option --development-login lets anyone in whom a proxy lets through; leave --proxy out, or configure a login by --trips FILE"
    )
  }

  /// Returns the bounds of the server, within those of the process.
  private func limits(_ descriptors: Int, open: Int) throws -> ServerLimits {
    var limits = ServerLimits()
    limits.requestsPerSecond = rate == 0 ? nil : rate
    limits.connectionsPerAddress = connections
    var users = DescriptorBudget.Users()
    (users.archives, users.hasStore, users.hasOutsideServices) = (archive.count, store != nil, trips != nil)
    try DescriptorBudget(limit: descriptors, open: open, cores: WorkerThreads.available, users: users)
      .apply(to: &limits)
    return limits
  }

  private func serve(_ output: LogOutput, _ limits: ServerLimits) async throws {
    let addresses = try SkiServer.Addresses(
      host: host, port: port, healthPort: healthPort, proxies: Set(proxy), publicURL: publicURL,
      origins: CrossOrigin(named: origin))
    let level = Logger.Level(rawValue: logLevel.rawValue) ?? .info
    LoggingSystem.bootstrap { JSONLogHandler(label: $0, level: level, output: output) }
    let registry = MetricsRegistry()
    MetricsSystem.bootstrap(registry)
    let log = Logger(label: "skiroute")
    let keeper = try MapReloader(
      mapPath: map, statusPath: status, archives: try archives(), caches: limits.caches,
      now: TimeSource.system.now)
    let services = try await openServices(keeper, limits, registry, log)
    let core = ServerCore(
      limits: limits, keeper: keeper, sharing: services.sharing, trips: services.composition?.trips,
      background: services.composition?.background, store: services.driver, metrics: registry, log: log)
    let server = SkiServer(
      core: core, registry: registry, page: try pageFiles(),
      addresses: addresses)
    try await ServerProcess.run(server, core: core, authenticator: services.authenticator)
  }

  private func pageFiles() throws -> PageFiles {
    guard let page else { return PageFiles() }
    let styles = page + "/../Styles"
    return PageFiles(merging: [
      try PageFiles(folder: page, prefix: "/page"),
      FileManager.default.fileExists(atPath: styles)
        ? try PageFiles(folder: styles, prefix: "/styles") : PageFiles(),
    ])
  }

  /// Opens the archives, named after their files.
  private func archives() throws -> [String: any ServedTiles] {
    var sets: [String: any ServedTiles] = [:]
    for path in archive {
      let file = path.split(separator: "/").last.map(String.init) ?? path
      let name = file.hasSuffix(".pmtiles") ? String(file.dropLast(8)) : file
      try SkiError.require(
        sets[name] == nil && name != OpenedMap.tileSetName,
        "tile set \(name) is there twice; rename the archive \(path)")
      sets[name] = try ArchiveTiles(path: path)
    }
    return sets
  }

  /// The services of users; without any when there are no keys.
  private struct UserServices {
    var sharing: ServerCore.SharingParts?
    var composition: ServerComposition?
    var authenticator: TokenAuthenticator?
    var driver: (any SQLDriver)?
  }

  private func openServices(
    _ keeper: MapReloader, _ limits: ServerLimits, _ metrics: any MetricsFactory, _ log: Logger
  ) async throws -> UserServices {
    guard let keys else { return UserServices() }
    let authenticator = try await TokenAuthenticator(path: keys)
    guard let store else { return try await services(keeper, limits, metrics, log, authenticator, nil) }
    return try await ServerStore.open(ServerStore.choice(store), isNew: newStore) { path in
      log.warning("the store was renamed, and an empty one is begun", metadata: ["renamed": "\(path)"])
    } build: { driver in
      try await services(keeper, limits, metrics, log, authenticator, driver)
    }
  }

  private func services(
    _ keeper: MapReloader, _ limits: ServerLimits, _ metrics: any MetricsFactory, _ log: Logger,
    _ authenticator: TokenAuthenticator, _ driver: (any SQLDriver)?
  ) async throws -> UserServices {
    if let driver, authenticator.signs {
      try SkiError.require(
        status == nil,
        "option --status and the trip services exclude each other; name the states as a feed in --trips FILE"
      )
      let composition = try await ServerComposition.open(
        ServerComposition.Parts(
          keeper: keeper, driver: driver, authenticator: authenticator,
          configuration: try trips.map(TripsConfiguration.init(path:)) ?? TripsConfiguration(),
          offersDevelopmentLogin: developmentLogin, limits: limits, metrics: metrics, log: log))
      return UserServices(
        sharing: composition.sharing, composition: composition, authenticator: authenticator, driver: driver)
    }
    try SkiError.require(
      trips == nil && !developmentLogin,
      "options --trips and --development-login need a key that signs; name it as signing in the file of keys")
    let claims = ClaimedMembership()
    let storage: SharingStorage = if let driver { try await .sql(driver) } else { .memory() }
    let environment = SkiEnvironment(map: keeper.served.map.map, storage: storage, membership: claims)
    return UserServices(
      sharing: ServerCore.SharingParts(
        environment: environment, claims: claims, authenticator: authenticator),
      authenticator: authenticator, driver: driver)
  }
}
