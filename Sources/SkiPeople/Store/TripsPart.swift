package import SkiAPI
package import SkiBase

/// A part of the store: the tables of one folder, with the work that other folders' changes cause in them.
///
/// Each folder declares its part; `TripsSchema` lists them all. Statements keep the rules of SkiPeople's README. Tables have
/// the prefix `trips_`, since the tables of live sharing are in the same database.
package struct TripsPart: Sendable {
  /// The statements that remove rows of a part; several may be needed for one end.
  package struct Removals: Sendable {
    /// Statements for a user who is removed; `$1` is the user.
    package var ofUser: [String] = []
    /// Statements for a member who left a trip; `$1` is the trip, `$2` the user.
    package var ofMember: [String] = []
    /// Statements for a trip that ends; `$1` is the trip.
    package var atEnd: [String] = []
    /// Statements for a trip that is removed; `$1` is the trip.
    package var ofTrip: [String] = []
    /// Statements for rows whose time is over; `$1` is the current time in milliseconds.
    package var expired: [String] = []

    /// Creates lists of statements, empty by default.
    package init(
      ofUser: [String] = [], ofMember: [String] = [], atEnd: [String] = [], ofTrip: [String] = [],
      expired: [String] = []
    ) {
      (self.ofUser, self.ofMember, self.atEnd, self.ofTrip) = (ofUser, ofMember, atEnd, ofTrip)
      self.expired = expired
    }
  }

  /// Work in the transaction of a happening.
  package typealias Handler = @Sendable (TripsChange, TripsTransaction) throws -> Void
  /// Returns the members of an export that tell what is stored of a user.
  package typealias Exporter = @Sendable (UserID, any SQLConnection) throws -> [JSONValue.Member]

  /// The name of the part, in lower-case letters; its versions are in the table `trips_schema_NAME`.
  package let name: String
  /// The migrations, numbered from 1.
  package let migrations: [SQLMigration]
  /// The statements that remove rows.
  package let removals: Removals
  private let handler: Handler
  private let exporter: Exporter

  /// Creates a part.
  /// - Parameters:
  ///   - name: The name.
  ///   - migrations: The migrations, numbered from 1; once released they must not change.
  ///   - removals: The statements that remove rows.
  ///   - handler: Further work, before those statements.
  ///   - exporter: Returns what is stored of a user.
  package init(
    _ name: String, migrations: [SQLMigration], removals: Removals = Removals(),
    handler: @escaping Handler = { _, _ in }, exporter: @escaping Exporter = { _, _ in [] }
  ) {
    (self.name, self.migrations, self.removals) = (name, migrations, removals)
    (self.handler, self.exporter) = (handler, exporter)
  }

  /// Does the part's work for a happening.
  /// - Throws: `SkiError` of the database; the whole transaction fails then.
  func follow(_ happening: TripsChange, _ transaction: TripsTransaction) throws {
    try handler(happening, transaction)
    switch happening {
    case .userRemoved(let user): try run(removals.ofUser, [.id(user)], transaction)
    case .memberLeft(let trip, let user): try run(removals.ofMember, [.id(trip), .id(user)], transaction)
    case .tripEnded(let trip): try run(removals.atEnd, [.id(trip)], transaction)
    case .tripRemoved(let trip): try run(removals.ofTrip, [.id(trip)], transaction)
    default: break
    }
  }

  private func run(_ statements: [String], _ values: [SQLValue], _ transaction: TripsTransaction) throws {
    for statement in statements { try transaction.connection.change(statement, values) }
  }

  /// Returns what is stored of a user.
  func export(_ user: UserID, _ connection: any SQLConnection) throws -> [JSONValue.Member] {
    try exporter(user, connection)
  }
}

/// A change of people or trips that other parts of the store follow in the same transaction.
@nonexhaustive
package enum TripsChange: Sendable, Hashable {
  /// A user begins to exist.
  case userCreated(UserID)
  /// A user is about to be removed and leaves all trips.
  case userLeaving(UserID)
  /// A user is removed, after having left all trips: everything stored of and about the user goes.
  case userRemoved(UserID)
  /// A user becomes a member of a trip, by an invitation or as the host who creates it.
  case memberJoined(TripID, UserID, TripRole)
  /// A user is no longer a member: seats, messages' authorship, shared days and the like of the user in the trip go.
  case memberLeft(TripID, UserID)
  /// A member has another role.
  case roleChanged(TripID, UserID, TripRole)
  /// Name, window, ski areas or time zone of a trip changed.
  case tripChanged(TripID)
  /// A trip ends before its time: what belongs to its present goes; members may still read its past.
  case tripEnded(TripID)
  /// A trip has ended and lost its last member: everything stored of it goes.
  case tripRemoved(TripID)
  /// A user asks another for friendship.
  case friendRequested(from: UserID, to: UserID)
  /// Two users become friends; the first is the one who consents.
  case friendsMade(UserID, UserID)
  /// Two users are no longer friends, or a request is refused or withdrawn.
  case friendsParted(UserID, UserID)
  /// The first user blocks the second, so that neither is shown to the other, or ends the block.
  case blocksChanged(UserID, UserID)
}
