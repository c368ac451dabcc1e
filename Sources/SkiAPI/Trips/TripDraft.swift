package import SkiBase
package import SkiGraph

/// The values of a new trip, for `TripService/create(name:zone:areas:from:until:as:)`, which checks them.
package struct TripDraft: Sendable, Hashable {
  /// The name, 1 to 80 characters.
  package var name: String
  /// The zone of its days, an IANA name.
  package var zone: String
  /// The ski areas, by their ids in the source; at most 20.
  package var areas: [SourceID]
  /// The first moment.
  package var from: UniversalTime
  /// The end, after now and at most 400 days after the first moment.
  package var until: UniversalTime

  /// Creates values.
  package init(
    name: String, zone: String, areas: [SourceID] = [], from: UniversalTime, until: UniversalTime
  ) {
    (self.name, self.zone, self.areas) = (name, zone, areas)
    (self.from, self.until) = (from, until)
  }
}
