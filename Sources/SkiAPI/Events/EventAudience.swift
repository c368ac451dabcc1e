/// The people to whom an event is sent, all of them members of its trip.
public enum EventAudience: Sendable, Hashable {
  /// All members, also those who join later; for hosts.
  case trip
  /// The author's friends on the trip.
  case friends
  /// The given people.
  case people([UserID])
  /// Those near the author now who share their position with the author; stored as people, without places.
  case near

  /// The kind, as it is stored.
  package var kind: EventAudienceKind {
    switch self {
    case .trip: .trip
    case .friends: .friends
    case .people: .people
    case .near: .near
    }
  }
}

/// The kind of an event's audience.
@nonexhaustive
public enum EventAudienceKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// All members of the trip.
  case trip
  /// The author's friends on the trip.
  case friends
  /// People whom the author chose.
  case people
  /// People who were near the author when the event was sent.
  case near
}
