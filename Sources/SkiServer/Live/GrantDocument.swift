import SkiFormats
import SkiGeo
import SkiSharing

/// Grants as JSON.
enum GrantDocument {
  private static let names: Set = [
    "trip", "audience", "people", "precision", "from", "until", "onlyInsideSkiArea", "keepSeconds",
  ]

  /// Writes the members of a grant.
  static func write(_ grant: ShareGrant, _ json: inout JSONWriter) {
    json.member("id", grant.id.rawValue)
    json.member("trip", grant.trip.rawValue)
    switch grant.audience {
    case .trip: json.member("audience", word: "trip")
    case .hosts: json.member("audience", word: "hosts")
    case .people(let people):
      json.member("audience", word: "people")
      json.member("people", people.sorted().map(\.rawValue))
    case .link: json.member("audience", word: "link")
    }
    json.member("precision", grant.precision.description)
    json.member("from", grant.from.iso8601())
    json.member("until", grant.until.iso8601())
    json.member("onlyInsideSkiArea", grant.onlyInsideSkiArea)
    json.member("keepSeconds", grant.keepSeconds, places: 0)
  }

  /// Reads a grant of a user from the members of a body.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for missing, unknown or invalid members.
  static func read(_ members: [String: JSONTree], owner: UserID, now: UniversalTime) throws -> ShareGrant {
    let tree = JSONTree.object(members)
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      throw SkiError(
        .invalidArgument,
        "member \(unknown.shortened(toScalars: 40)) of a grant is unknown; write some of: \(names.sorted().joined(separator: ", "))"
      )
    }
    guard let trip = tree.text("trip"), let until = tree.text("until"), let word = tree.text("precision")
    else {
      throw SkiError(.invalidArgument, "a grant lacks trip, precision or until; send all three")
    }
    guard let precision = SharePrecision(word) else {
      throw SkiError(
        .invalidArgument,
        "precision \(word.shortened(toScalars: 40)) is unknown; give exact, grid:METRES, area or hidden")
    }
    var grant = ShareGrant(
      owner: owner, trip: try TripID(trip), audience: try audience(tree), precision: precision,
      from: try tree.text("from").map { try UniversalTime(iso8601: $0) } ?? now,
      until: try UniversalTime(iso8601: until))
    if let inside = tree.member("onlyInsideSkiArea") {
      guard case .bool(let value) = inside else {
        throw SkiError(.invalidArgument, "onlyInsideSkiArea must be true or false")
      }
      grant.onlyInsideSkiArea = value
    }
    if let keep = tree.member("keepSeconds") {
      guard let seconds = keep.nearestDouble else {
        throw SkiError(.invalidArgument, "keepSeconds must be a number")
      }
      grant.keepSeconds = seconds
    }
    return grant
  }

  private static func audience(_ tree: JSONTree) throws -> ShareAudience {
    switch tree.text("audience") {
    case "trip": return .trip
    case "hosts": return .hosts
    case "people":
      guard case .array(let people)? = tree.member("people") else {
        throw SkiError(.invalidArgument, "a grant to people lacks the list people; name them")
      }
      return .people(
        Set(
          try people.map { person in
            guard case .string(let text) = person else {
              throw SkiError(.invalidArgument, "people must be texts; name users")
            }
            return try UserID(text)
          }))
    default: throw SkiError(.invalidArgument, "audience is none of trip, hosts, people; write one of them")
    }
  }
}
