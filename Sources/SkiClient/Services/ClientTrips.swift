package import SkiAPI
package import SkiBase
package import SkiGraph

/// The trips of the acting user at a server; see `TripServing`.
package struct ClientTrips: TripServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  // MARK: Trips

  /// Returns the trips of the acting user; see `TripServing`.
  package func list(as user: UserID) async throws -> [OwnTrip] {
    try await source.values(.get("trips"), "trips", as: user)
  }

  /// Returns a trip; see `TripServing`.
  package func get(_ trip: TripID, as user: UserID) async throws -> Trip {
    try await source.value(.get("trips", trip.rawValue), "trip", as: user)
  }

  /// Creates a trip; see `TripServing`.
  package func create(
    name: String, zone: String, areas: [SourceID], from: UniversalTime, until: UniversalTime, as user: UserID
  ) async throws -> Trip {
    let body = JSONValue.object([
      "name": .string(name), "zone": .string(zone), "areas": .array(areas.map { .string($0.rawValue) }),
      "from": .time(from), "until": .time(until),
    ])
    return try await source.value(.post("trips", body: body), "trip", as: user)
  }

  /// Changes a trip; see `TripServing`.
  @discardableResult
  package func patch(_ patch: TripPatch, of trip: TripID, as user: UserID) async throws -> Trip {
    try await source.value(.patch("trips", trip.rawValue, body: patch.json), "trip", as: user)
  }

  /// Ends a trip; see `TripServing`.
  package func end(_ trip: TripID, as user: UserID) async throws {
    try await source.act(.post("trips", trip.rawValue, "end"), as: user)
  }

  /// Chooses the present trip; see `TripServing`.
  package func choose(_ trip: TripID?, as user: UserID) async throws {
    let body = JSONValue.object(["trip": .optional(trip?.rawValue)])
    try await source.act(.put("trips", "chosen", body: body), as: user)
  }

  // MARK: Members

  /// Returns the members of a trip; see `TripServing`.
  package func members(of trip: TripID, as user: UserID) async throws -> [TripMember] {
    try await source.values(.get("trips", trip.rawValue, "members"), "members", as: user)
  }

  /// Takes the acting user from a trip; see `TripServing`.
  package func leave(_ trip: TripID, as user: UserID) async throws {
    try await source.act(.delete("trips", trip.rawValue, "members", "me"), as: user)
  }

  /// Removes another member; see `TripServing`.
  package func remove(_ person: UserID, from trip: TripID, as user: UserID) async throws {
    try await source.act(.delete("trips", trip.rawValue, "members", person.rawValue), as: user)
  }

  /// Gives a member another role; see `TripServing`.
  package func setRole(_ role: TripRole, of person: UserID, in trip: TripID, as user: UserID) async throws {
    let body = JSONValue.object(["role": .string(role.rawValue)])
    try await source.act(.patch("trips", trip.rawValue, "members", person.rawValue, body: body), as: user)
  }

  // MARK: Invitations

  /// Makes an invitation; see `TripServing`.
  package func invite(
    to trip: TripID, as role: TripRole, uses: Int, expires: UniversalTime, by user: UserID
  ) async throws -> (invitation: Invitation, secret: LinkSecret) {
    let body = JSONValue.object([
      "role": .string(role.rawValue), "uses": .integer(uses), "expires": .time(expires),
    ])
    let made: MadeInvitation = try await source.value(
      .post("trips", trip.rawValue, "invitations", body: body), "invitation", as: user)
    return (made.invitation, made.secret)
  }

  /// Returns the invitations to a trip; see `TripServing`.
  package func invitations(to trip: TripID, as user: UserID) async throws -> [Invitation] {
    try await source.values(.get("trips", trip.rawValue, "invitations"), "invitations", as: user)
  }

  /// Revokes an invitation; see `TripServing`.
  package func revoke(_ invitation: InvitationID, as user: UserID) async throws {
    try await source.act(.delete("invitations", invitation.rawValue), as: user)
  }

  /// Returns the trip to which a link invites; see `TripServing`.
  package func preview(_ secret: LinkSecret, as user: UserID) async throws -> InvitationPreview {
    try await source.value(
      .post("invitations", "preview", body: .object(["secret": .string(secret.text)])),
      "preview of an invitation", as: user)
  }

  /// Lets the acting user join a trip; see `TripServing`.
  @discardableResult
  package func join(_ secret: LinkSecret, as user: UserID) async throws -> Trip {
    try await source.value(
      .post("invitations", "join", body: .object(["secret": .string(secret.text)])), "trip", as: user)
  }
}
