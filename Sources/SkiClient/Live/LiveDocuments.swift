import SkiFormats
import SkiGeo
import SkiSharing
import SkiTracks
import SkiTrips

extension LocationFix {
  /// The fix as the server takes it.
  var liveDocument: JSONValue {
    var members = [
      JSONValue.Member("latitude", .decimal(coordinate.latitude, places: 7)),
      JSONValue.Member("longitude", .decimal(coordinate.longitude, places: 7)),
      JSONValue.Member("time", .optional(time.iso8601(decimals: 3))),
    ]
    let numbers: [(name: String, value: Double?)] = [
      ("accuracyMetres", horizontalAccuracyMetres), ("elevationMetres", elevationMetres),
      ("speedMetresPerSecond", speedMetresPerSecond), ("courseDegrees", courseDegrees),
    ]
    for (name, value) in numbers {
      if let value { members.append(JSONValue.Member(name, .decimal(value, places: 3))) }
    }
    if let sequence { members.append(JSONValue.Member("sequence", .encoded(String(sequence)))) }
    return .object(members)
  }
}

extension ShareGrant {
  /// The grant as the server takes it.
  /// - Throws: `SkiError` with code `.invalidArgument` for a grant to the holders of a link.
  var liveDocument: JSONValue {
    get throws(SkiError) {
      var members = [JSONValue.Member("trip", .string(trip.rawValue))]
      switch audience {
      case .trip: members.append(JSONValue.Member("audience", .string("trip")))
      case .hosts: members.append(JSONValue.Member("audience", .string("hosts")))
      case .people(let people):
        members.append(JSONValue.Member("audience", .string("people")))
        members.append(
          JSONValue.Member("people", .array(people.sorted().map { JSONValue.string($0.rawValue) })))
      case .link:
        throw SkiError(.invalidArgument, "a link can't be made over HTTP; grant to the trip, hosts or people")
      }
      members += [
        JSONValue.Member("precision", .string(precision.description)),
        JSONValue.Member("from", .optional(from.iso8601(decimals: 3))),
        JSONValue.Member("until", .optional(until.iso8601(decimals: 3))),
        JSONValue.Member("onlyInsideSkiArea", .bool(onlyInsideSkiArea)),
        JSONValue.Member("keepSeconds", .decimal(keepSeconds, places: 0)),
      ]
      return .object(members)
    }
  }
}

extension UpdateOutcome {
  /// Creates the outcome of a fix from its document.
  /// - Throws: `SkiError` that names the member.
  init(outcome document: DocumentReader) throws {
    switch try document.text("outcome") {
    case "stored": self = .stored(try Self.cursor(document))
    case "unchanged": self = .unchanged(try Self.cursor(document))
    case "older": self = .older
    case "outsideArea": self = .outsideArea
    case "notSharing": self = .notSharing
    case "refused":
      let word = try document.require("reason", document.text("reason"))
      self = .refused(try document.require("reason", FixRejection(rawValue: word)))
    default: throw SkiError(.malformedData, "outcome of a fix is none that is known; update the app")
    }
  }

  private static func cursor(_ document: DocumentReader) throws -> LocationCursor {
    let text = try document.require("cursor", document.text("cursor"))
    return try document.require("cursor", LocationCursor(text))
  }
}

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
