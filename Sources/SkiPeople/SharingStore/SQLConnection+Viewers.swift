package import SkiAPI
import SkiBase

/// The permissions of live sharing as parts of larger transactions.
extension SQLConnection {
  /// Returns those of some people to whom a person shows the exact position in a trip now, by a grant in force.
  ///
  /// With a lock the answer holds until the end of the transaction: ends of sharing in the trip come before, or wait for it. A grant that
  /// holds only inside ski areas counts while the stored position, if it has not expired, is inside.
  /// - Parameters:
  ///   - owner: The person who shares.
  ///   - people: The people.
  ///   - trip: The trip.
  ///   - roster: The people of the trip, as this transaction reads them.
  ///   - isLocking: Indicates whether the trip is locked, in a transaction that writes.
  /// - Returns: The people, in their order.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  /// - Complexity: O(*n* *g*) in the people and the person's grants; a number of statements that depends on neither.
  package func exactViewers(
    of owner: UserID, among people: [UserID], in trip: TripID, _ roster: TripRoster, isLocking: Bool = true
  ) throws -> [UserID] {
    let (trip, person) = (SQLValue.text(trip.rawValue), SQLValue.text(owner.rawValue))
    // The lock that an end of sharing takes, too.
    let lock = isLocking ? "{lock}" : ""
    guard try row("SELECT trip FROM trips WHERE trip = $1 \(lock)", [trip]) != nil else { return [] }
    let now = UniversalTime(milliseconds: try nowMilliseconds())
    let held = try grants(SQLCondition("trip = $1 AND owner = $2", [trip, person]))
    guard !held.isEmpty else { return [] }
    let position = try row(
      """
      SELECT body FROM positions
      WHERE trip = $1 AND traveller = $2 AND body IS NOT NULL AND expires_ms > $3
      """, [trip, person, .integer(now.milliseconds)]
    ).map { try StoredJSON.position($0.text(0)) }
    return people.filter { viewer in
      let question = AccessQuestion(
        viewer: .member(viewer), roster: roster, now: now, isInSkiArea: position?.isInSkiArea ?? false,
        isCoarseInSkiArea: position?.coarse.shown?.isInSkiArea ?? false)
      return Access.decide(owner: owner, grants: held, question)?.precision == .exact
    }
  }
}
