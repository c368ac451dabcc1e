package import SkiAPI

/// The latest position of one traveller in one trip, as stores keep it: one row, without a history.
package struct LiveRow: Hashable, Sendable {
  /// The trip.
  package var trip: TripID
  /// The traveller.
  package var user: UserID
  /// The order of the row among those of the traveller: later ones replace earlier ones.
  package var order: Order
  /// The time from which the row is not shown to anybody, in milliseconds since 1970.
  package var expiresMilliseconds: Int64
  /// The position; nil in a row that says that the traveller is gone.
  package var position: Position?

  /// The order of rows: by time of the fix, its number, and the number of the row among those of the traveller.
  package struct Order: Hashable, Sendable, Comparable {
    package var observedMilliseconds: Int64
    package var sequence: Int64
    package var revision: Int64

    package init(observedMilliseconds: Int64, sequence: Int64 = 0, revision: Int64 = 0) {
      (self.observedMilliseconds, self.sequence, self.revision) = (observedMilliseconds, sequence, revision)
    }

    package static func < (a: Self, b: Self) -> Bool {
      (a.observedMilliseconds, a.sequence, a.revision) < (b.observedMilliseconds, b.sequence, b.revision)
    }
  }

  /// The exact position with the coarse one that is shown beside it.
  package struct Position: Hashable, Sendable, Codable {
    package var exact: ExactLocation
    /// The coarse position, with its next changes.
    package var coarse: CoarsePublisher
    /// Indicates whether the traveller is in a ski area.
    package var isInSkiArea: Bool

    package init(exact: ExactLocation, coarse: CoarsePublisher, isInSkiArea: Bool) {
      (self.exact, self.coarse, self.isInSkiArea) = (exact, coarse, isInSkiArea)
    }
  }

  package init(
    trip: TripID, user: UserID, order: Order, expiresMilliseconds: Int64, position: Position?
  ) {
    (self.trip, self.user, self.order) = (trip, user, order)
    (self.expiresMilliseconds, self.position) = (expiresMilliseconds, position)
  }
}
