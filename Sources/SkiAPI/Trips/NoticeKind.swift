/// The kinds of notices; raw values are those of every output format.
@nonexhaustive
public enum NoticeKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A word of the hosts to all members of a trip.
  case hostWord
  /// An invitation to an event.
  case invitation
  /// A change of an event.
  case eventChanged
  /// An event that does not take place.
  case eventCancelled
  /// A meeting point that the renewed map does not have.
  case placeGone
  /// A guest's answer to an invitation.
  case rsvp
  /// A message in a chat.
  case message
  /// A lift that closed.
  case liftClosed
  /// A person who arrived at a meeting point.
  case arrived
  /// A person who left the route that was agreed.
  case offRoute
  /// A request for friendship.
  case friendRequest

  /// Indicates that the notice tells a place: where its actor is, or was.
  public var tellsPlace: Bool {
    switch self {
    case .arrived, .offRoute: true
    case .hostWord, .invitation, .eventChanged, .eventCancelled, .placeGone, .rsvp, .message, .liftClosed,
      .friendRequest:
      false
    }
  }

  /// Indicates that the notice is of use at its time only, so that it does not wait for a digest.
  public var isMomentary: Bool {
    switch self {
    case .liftClosed, .arrived, .offRoute, .eventCancelled: true
    case .hostWord, .invitation, .eventChanged, .placeGone, .rsvp, .message, .friendRequest: false
    }
  }
}
