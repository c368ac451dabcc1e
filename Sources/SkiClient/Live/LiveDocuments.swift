import SkiAPI
import SkiBase

/// The parameters by which people are chosen.
struct LocationQuery: Sendable {
  private var place: String?
  private var metres: String?
  private var most: String?
  private var all: String?

  /// Creates the parameters of people.
  /// - Throws: `SkiError` with code `.invalidArgument` for a distance that is no number of metres from 1 up.
  init(_ shown: LocationsShown) throws(SkiError) {
    switch shown {
    case .all: all = "true"
    case .near(let distance, let count): (metres, most) = (try Self.whole(distance), String(count))
    case .around(let centre, let distance, let count):
      place = Self.text(centre)
      (metres, most) = (try Self.whole(distance), String(count))
    @unknown default:
      throw SkiError(.invalidArgument, "the people can't be chosen so over HTTP; choose all, or those near")
    }
  }

  /// Returns the parameters, with a trip for the stream.
  func pairs(trip: TripID?) -> KeyValuePairs<String, String?> {
    ["trip": trip?.rawValue, "place": place, "metres": metres, "most": most, "all": all]
  }

  private static func whole(_ metres: Double) throws(SkiError) -> String {
    try SkiError.require(
      metres >= 1 && metres <= LocationsShown.greatestMetres,
      "distance of \(metres) m is not possible; give 1 to \(Int(LocationsShown.greatestMetres))")
    return String(Int(metres))
  }

  private static func text(_ place: Coordinate) -> String {
    [place.latitude, place.longitude].map { decimalText($0, places: 7) ?? "" }.joined(separator: ",")
  }
}
