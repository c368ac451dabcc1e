import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiPostgres
import SkiSQLite

/// The arguments of the server: pairs of a name and a value.
struct ServerSettings {
  /// The path of the map.
  let map: String
  /// The error of the server's time of day, in milliseconds.
  private let offsetMilliseconds: Int64
  private let postgres: String?
  private let sqlite: String?

  /// Reads the arguments.
  /// - Throws: `SkiError` with code `.invalidArgument` without a map or a store.
  init(_ arguments: some Sequence<String>) throws {
    let words = Array(arguments)
    var values: [String: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) { values[words[index]] = words[index + 1] }
    (postgres, sqlite) = (values["--postgres"], values["--sqlite"])
    offsetMilliseconds = values["--clock-offset"].flatMap(Int64.init) ?? 0
    guard let map = values["--map"], postgres != nil || sqlite != nil else {
      throw SkiError(.invalidArgument, "give --map PATH and --postgres ADDRESS or --sqlite PATH")
    }
    self.map = map
  }

  /// The clocks of the server: the time of day is wrong, the monotonic one is right.
  var clock: TimeSource {
    let offset = Double(offsetMilliseconds) / 1000
    var clock = TimeSource.system
    clock.now = { TimeSource.system.now().advanced(bySeconds: offset) }
    return clock
  }

  /// Opens the store.
  func openStorage() async throws -> SharingStorage {
    if let postgres {
      var options = PostgresOptions()
      (options.connections, options.waitSeconds) = (3, 1)
      return try await .sql(try PostgresDriver(postgres, options: options))
    }
    return try await .sql(try await SQLiteDriver.open(path: sqlite ?? ""))
  }
}

/// The only trip of a history, with three members and a host.
struct OneTrip: TripMembership {
  static let id = try! TripID("week")
  let until: UniversalTime

  func roster(of trip: TripID) async throws -> TripRoster? {
    guard trip == Self.id else { return nil }
    let members = try ["anna", "ben", "cleo"].map { try UserID($0) }
    return TripRoster(members: Set(members), hosts: [try UserID("dora")], until: until)
  }
}
