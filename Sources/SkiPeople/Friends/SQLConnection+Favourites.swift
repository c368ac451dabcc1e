import SkiAPI
import SkiBase
import SkiGraph

/// The statements of favourites and of preferences for what is near.
extension SQLConnection {
  /// Returns the favourites of a user, the latest first.
  func favourites(of user: UserID) throws -> [Favourite] {
    try rows(
      "SELECT source, kind, added_ms FROM trips_favourites WHERE person = $1 ORDER BY added_ms DESC, source",
      [.id(user)]
    ).map { row in
      Favourite(source: SourceID(try row.text(0)), kind: try row.word(1), added: try row.time(2))
    }
  }

  /// Returns the preferences of a user; nil when none are stored.
  func nearbyPreferences(of user: UserID) throws -> NearbyPreferences? {
    try row("SELECT measure, greatest FROM trips_nearby WHERE person = $1", [.id(user)]).map { row in
      switch try row.text(0) {
      case "metres": .metres(try row.real(1))
      case "minutes": .minutes(try row.real(1))
      default:
        throw SkiError(
          .malformedData,
          "the stored measure of what is near is unknown; the store was changed by another program")
      }
    }
  }
}
