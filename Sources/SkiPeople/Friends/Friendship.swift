import SkiAPI
import SkiBase

/// A request for friendship, or a friendship by consent, of two users.
struct Friendship: Sendable, Hashable {
  /// The user who asked.
  var askedBy: UserID
  /// The time of the consent; nil for a request.
  var since: UniversalTime?
}
