public import SkiAPI
public import SkiBase
public import SkiGraph
import SkiTracks

/// The live positions of the people of a trip: reports one's own, and shows those of others as they allow it.
///
/// The app authenticates users and viewers. Every position of another person is a ``SharedLocation``, made inside.
/// Nothing tells a person who hides from one who is not there. Created by ``SkiEnvironment``.
public final class MapRepository: Sendable {
  private let server: SharingServer
  private let pipeline: LivePipeline
  private let store: any SharingStore

  init(server: SharingServer, pipeline: LivePipeline, store: any SharingStore) {
    (self.server, self.pipeline, self.store) = (server, pipeline, store)
  }

  // MARK: Own position

  /// Reports fixes of the current user, in order of time; the last position is stored and shown to those who may see it.
  ///
  /// Returns when the position is durable. Fixes that arrive late, as after a time without a connection, are refused as
  /// ``UpdateOutcome/older`` or outdated, and never shown.
  /// - Parameters:
  ///   - fixes: At most ``greatestFixCount`` fixes.
  ///   - user: The current user, authenticated by the app.
  ///   - trip: The trip in which the user shares.
  /// - Returns: The outcome of each fix, in order.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for too many fixes, `.notFound` for an unknown trip,
  ///   `.unavailable` when the store can't be written now, `.limitExceeded` when too many travellers are followed.
  /// - Complexity: That of matching each fix, and one row of the server's next batch.
  public func updateCurrentUserLocation(
    _ fixes: [LocationFix], of user: UserID, in trip: TripID
  ) async throws -> [UpdateOutcome] {
    try SkiError.require(
      fixes.count <= Self.greatestFixCount,
      "\(fixes.count) fixes are too many at once; send \(Self.greatestFixCount) at most")
    return try await pipeline.update(fixes, of: user, in: trip)
  }

  /// The greatest number of fixes of one report.
  public static let greatestFixCount = 100

  /// Removes the position of the current user; grants stay, so that a later fix is shown again.
  ///
  /// Returns when no server can hand the position to anybody any more. Fixes from before the removal are not shown,
  /// whenever they arrive.
  /// - Parameters:
  ///   - user: The current user.
  ///   - trip: The trip; all when nil.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be reached now.
  public func removeCurrentUserLocation(of user: UserID, in trip: TripID? = nil) async throws {
    await pipeline.stop(user, in: trip)
    try await server.waitUntilApplied(try await store.end(.position(user, trip)))
  }

  /// Returns the last position of the current user, which is theirs to know; nil when none is stored or it has expired.
  /// - Parameters:
  ///   - user: The current user, authenticated by the app.
  ///   - trip: The trip.
  /// - Throws: ``SkiError`` with code `.notFound` for a trip that is unknown or to which the user does not belong,
  ///   `.unavailable` when the store can't be read now.
  package func currentUserLocation(of user: UserID, in trip: TripID) async throws -> ExactLocation? {
    try await server.open(trip)
    try await server.read(trip)
    return try await server.ownLocation(of: user, in: trip)
  }

  // MARK: Others

  /// Returns the positions that a viewer may see in a trip: first all, then each change.
  /// - Parameters:
  ///   - trip: The trip.
  ///   - viewer: A member, or the holder of a link of the trip.
  ///   - cursor: The cursor of the last batch that the viewer received before; nil for none. The first batch of the
  ///     stream is a snapshot in any case, since grants may have changed meanwhile.
  ///   - showing: The people shown; all people for hosts only.
  /// - Throws: ``SkiError`` with code `.notFound` for a trip that is unknown or to which the viewer does not belong,
  ///   `.notPermitted` for all people when the viewer is not a host, `.invalidArgument` for an invalid selection or a
  ///   cursor of another trip, `.unavailable` when the store can't be read now.
  /// - Complexity: O(*n*) in the people of the trip.
  public func listenForFriendsLocations(
    in trip: TripID, as viewer: Viewer, after cursor: LocationCursor? = nil, showing: LocationsShown
  ) async throws -> LocationStream {
    try showing.check()
    try SkiError.require(
      cursor.map { $0.trip == trip } ?? true,
      "cursor \(cursor?.description ?? "") is of another trip; leave it out")
    try await server.open(trip)
    try await server.read(trip)
    return try await server.listen(trip, as: viewer, showing: showing)
  }

  /// Returns the positions that a viewer may see in a trip now.
  /// - Throws: ``SkiError`` as ``listenForFriendsLocations(in:as:after:showing:)``.
  /// - Complexity: O(*n*) in the people of the trip.
  public func locations(
    in trip: TripID, as viewer: Viewer, showing: LocationsShown
  ) async throws -> [SharedLocation] {
    try showing.check()
    try await server.open(trip)
    try await server.read(trip)
    return try await server.locations(in: trip, as: viewer, showing: showing)
  }

  /// Returns the position of one person as a viewer may see it now.
  ///
  /// A refusal is noted in the person's audit.
  /// - Throws: ``SkiError`` with code `.notFound` when the trip is unknown to the viewer, and when there is no position
  ///   that the viewer may see, whatever the reason; `.unavailable` when the store can't be read now.
  public func location(of user: UserID, in trip: TripID, as viewer: Viewer) async throws -> SharedLocation {
    try await server.open(trip)
    try await server.read(trip)
    return try await server.location(of: user, in: trip, as: viewer)
  }

  /// Returns the positions of some people that a viewer may see in a trip now, in any order.
  ///
  /// Those who show the viewer nothing are left out, and not told of the question.
  /// - Throws: ``SkiError`` with code `.notFound` for a trip that is unknown or to which the viewer does not belong,
  ///   `.unavailable` when the store can't be read now.
  /// - Complexity: O(*k*) in the people asked for.
  package func locations(
    of people: Set<UserID>, in trip: TripID, as viewer: Viewer
  ) async throws -> [SharedLocation] {
    try await server.open(trip)
    try await server.read(trip)
    return try await server.locations(of: people, in: trip, as: viewer)
  }

  /// Returns the people near a place whom a viewer may see, the nearest first by the positions that the viewer may know.
  /// - Parameters:
  ///   - place: The coordinate from which distances are measured.
  ///   - metres: The greatest distance.
  ///   - most: The greatest number of people.
  ///   - trip: The trip.
  ///   - viewer: A member, or the holder of a link.
  /// - Throws: ``SkiError`` as ``listenForFriendsLocations(in:as:after:showing:)``.
  public func nearby(
    _ place: Coordinate, withinMetres metres: Double, most: Int = 50, in trip: TripID, as viewer: Viewer
  ) async throws -> [NearbyPerson] {
    let seen = try await locations(
      in: trip, as: viewer, showing: .around(place, metres: metres, most: most))
    return seen.compactMap { location in
      location.coordinate.map {
        NearbyPerson(
          location: location, metres: place.distanceMetres(to: $0),
          bearingDegrees: place.bearingDegrees(to: $0))
      }
    }
    .sorted { ($0.metres, $0.location.user) < ($1.metres, $1.location.user) }
  }
}

/// A person near a place, by the coordinate that the viewer may know.
public struct NearbyPerson: Hashable, Sendable {
  /// The position.
  public let location: SharedLocation
  /// The distance in metres.
  public let metres: Double
  /// The bearing from the place in degrees clockwise from true north, 0..<360.
  public let bearingDegrees: Double
}
