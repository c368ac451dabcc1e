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
  package typealias Handler = @Sendable (TripsHappening, TripsTransaction) throws -> Void
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
  func follow(_ happening: TripsHappening, _ transaction: TripsTransaction) throws {
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
