public import SkiAPI
import SkiBase
public import SkiGraph

/// Live sharing of positions at a server: one's own, and those of others who allow it.
///
/// With `LocationManagerService` of SkiPeople fixes that could not be sent are sent later; its `send` is
/// ``report(_:in:as:)``.
public struct LocationClient: Sendable {
  private let source: any SessionSource
  private let options: StreamOptions

  /// Creates the client of the users of a source.
  package init(_ source: any SessionSource, options: StreamOptions = StreamOptions()) {
    (self.source, self.options) = (source, options)
  }

  // MARK: One's own position

  /// Reports up to 100 fixes of the acting user, and returns when the position is durable.
  /// - Returns: The outcome of each fix.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.limitExceeded` for too many fixes,
  ///   `.invalidArgument` for a fix that can't be read, and as ``ClientTransport/send(_:)``.
  public func report(_ fixes: [LocationFix], in trip: TripID, as user: UserID) async throws -> [UpdateOutcome]
  {
    try await source.values(
      .post("trips", trip.rawValue, "me", "location", body: FixReport(fixes).json), "outcomes", as: user)
  }

  /// Removes the acting user's position, and returns when no server can hand it on any more.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, and as ``ClientTransport/send(_:)``.
  public func removePosition(in trip: TripID, as user: UserID) async throws {
    try await source.act(.delete("trips", trip.rawValue, "me", "location"), as: user)
  }

  // MARK: Others

  /// Returns the positions that the acting user may see now.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.notPermitted` for all people to a
  ///   user who does not host, `.invalidArgument` for a distance or number out of range.
  public func people(in trip: TripID, showing shown: LocationsShown, as user: UserID) async throws
    -> [SeenPerson]
  {
    let target = try ServerCall.target(
      ["trips", trip.rawValue, "people"], LocationQuery(shown).pairs(trip: nil))
    return try await source.values(
      ServerCall(method: "GET", target: target, body: nil), "people", as: user)
  }

  /// Listens to the positions that the acting user may see.
  /// - Throws: `SkiError` with code `.notPermitted` without a session of the user; the sequence throws what ``people(in:showing:as:)``
  ///   does.
  public func updates(in trip: TripID, showing shown: LocationsShown, as user: UserID) throws -> PeopleUpdates
  {
    let target = try ServerCall.target(["stream"], LocationQuery(shown).pairs(trip: trip))
    let call = ServerCall(method: "GET", target: target, body: nil)
    return PeopleUpdates(PeopleReader(try source.session(of: user), options: options, call: call))
  }

  // MARK: Grants

  /// Returns the acting user's grants that have not ended.
  /// - Throws: `SkiError` as ``ClientTransport/send(_:)``.
  public func grants(as user: UserID) async throws -> [OwnGrant] {
    try await source.values(.get("grants"), "grants", as: user)
  }

  /// Shows the acting user's position to others in a trip for a time.
  /// - Parameters:
  ///   - grant: The grant; the server gives the identifier, and its owner is the acting user.
  ///   - user: The acting user.
  /// - Returns: The grant as stored.
  /// - Throws: `SkiError` with code `.invalidArgument` for a value that is not allowed and for links, `.notFound` for a trip
  ///   or people the user may not know of, and as ``ClientTransport/send(_:)``.
  @discardableResult
  public func grant(_ grant: ShareGrant, as user: UserID) async throws -> OwnGrant {
    try await source.value(.post("grants", body: try GrantDraft(grant).json), "grant", as: user)
  }

  /// Ends a grant, and returns when no server hands anything on by it any more.
  /// - Throws: `SkiError` with code `.notFound` for one that is not the user's, and as ``ClientTransport/send(_:)``.
  public func revoke(_ grant: GrantID, as user: UserID) async throws {
    try await source.act(.delete("grants", grant.rawValue), as: user)
  }

  /// Returns who received positions of the acting user.
  /// - Throws: `SkiError` as ``ClientTransport/send(_:)``.
  public func audit(as user: UserID) async throws -> [OwnAuditRecord] {
    try await source.values(.get("audit"), "records", as: user)
  }
}

/// The parameters by which people are chosen.
struct LocationQuery: Sendable {
  private var place: String?
  private var metres: String?
  private var most: String?
  private var all: String?

  /// Creates the parameters of people.
  /// - Throws: `SkiError` with code `.invalidArgument` for a distance that is no number of metres from 1 up.
  init(_ shown: LocationsShown) throws(SkiError) {
    switch shown {
    case .all: all = "true"
    case .near(let distance, let count): (metres, most) = (try Self.whole(distance), String(count))
    case .around(let centre, let distance, let count):
      place = Self.text(centre)
      (metres, most) = (try Self.whole(distance), String(count))
    @unknown default:
      throw SkiError(.invalidArgument, "the people can't be chosen so over HTTP; choose all, or those near")
    }
  }

  /// Returns the parameters, with a trip for the stream.
  func pairs(trip: TripID?) -> KeyValuePairs<String, String?> {
    ["trip": trip?.rawValue, "place": place, "metres": metres, "most": most, "all": all]
  }

  private static func whole(_ metres: Double) throws(SkiError) -> String {
    try SkiError.require(
      metres >= 1 && metres <= LocationsShown.greatestMetres,
      "distance of \(metres) m is not possible; give 1 to \(Int(LocationsShown.greatestMetres))")
    return String(Int(metres))
  }

  private static func text(_ place: Coordinate) -> String {
    [place.latitude, place.longitude].map { decimalText($0, places: 7) ?? "" }.joined(separator: ",")
  }
}
