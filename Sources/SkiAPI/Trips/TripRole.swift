/// The part of a member in a trip.
public enum TripRole: String, Sendable, Hashable, Codable, CaseIterable {
  /// A member who may change the trip, invite and remove people.
  case host
  /// Any other member.
  case traveller
}
