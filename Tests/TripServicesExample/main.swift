import SkiAPI
import SkiBase
import SkiPeople
import SkiSQLite

/// Tokens that this process alone knows; a server signs them by a key.
struct OwnTokens: AccessTokenSigner {
  func sign(_ claims: AccessClaims) async throws -> String { "\(claims.user) \(claims.session)" }
  func successor(of token: String) async throws -> String { String(token.reversed()) }
}

// A store in memory; StoreDatabase.sqlite(path:) and .postgres(_:) keep it.
let database = try StoreDatabase.sqliteInMemory()
let services = try await TripServices(database, signer: OwnTokens())

// Users begin to exist with their first login.
let anna = try await services.logIn(development: "Anna").user
let ben = try await services.logIn(development: "Ben").user

// Anna makes a trip, and with it becomes its host; Ben joins by a link.
let now = TimeSource.system.now()
let week = try await services.trips.create(
  name: "Ski week", zone: "Europe/Zurich", areas: [], from: now, until: now.advanced(bySeconds: 7 * 86_400),
  as: anna)
let link = try await services.trips.invite(
  to: week.id, as: .traveller, uses: 10, expires: now.advanced(bySeconds: 86_400), by: anna)
_ = try await services.trips.join(link.secret, as: ben)
for member in try await services.trips.members(of: week.id, as: ben) {
  print("\(member.name): \(member.role.rawValue)")
}

// Every method takes the acting user, and refuses what they may not do or know.
do {
  try await services.trips.end(week.id, as: ben)
} catch let error as SkiError where error.code == .notPermitted {
  print("Ben may not end the trip")
}
await database.close()
