import SkiFormats
public import SkiGeo
public import SkiSharing
import SkiTrips

/// A grant of the user, as the server lists it.
public struct OwnGrant: Sendable, Hashable {
  /// The people who see the position.
  public enum Audience: Sendable, Hashable {
    /// All current members of the trip.
    case trip
    /// The current hosts of the trip.
    case hosts
    /// The named people.
    case people(Set<UserID>)
    /// The holders of a link.
    case link
  }

  /// The identifier.
  public var id: GrantID
  /// The trip.
  public var trip: TripID
  /// The people who see the position.
  public var audience: Audience
  /// The precision.
  public var precision: SharePrecision
  /// The first moment.
  public var from: UniversalTime
  /// The end.
  public var until: UniversalTime
  /// Indicates whether positions outside of ski areas are withheld.
  public var onlyInsideSkiArea: Bool
  /// The time in seconds for which the latest position is shown after its fix.
  public var keepSeconds: Double

  /// Creates a grant from its parts.
  public init(
    id: GrantID, trip: TripID, audience: Audience, precision: SharePrecision, from: UniversalTime,
    until: UniversalTime, onlyInsideSkiArea: Bool, keepSeconds: Double
  ) {
    (self.id, self.trip, self.audience, self.precision) = (id, trip, audience, precision)
    (self.from, self.until) = (from, until)
    (self.onlyInsideSkiArea, self.keepSeconds) = (onlyInsideSkiArea, keepSeconds)
  }

  /// Creates a grant from its document.
  /// - Throws: `SkiError` that names the member.
  init(_ document: DocumentReader) throws {
    let word = try document.require("precision", document.text("precision"))
    self.init(
      id: try document.require("id", document.id("id", GrantID.self)),
      trip: try document.require("trip", document.id("trip", TripID.self)),
      audience: try Self.audience(document),
      precision: try document.require("precision", SharePrecision(word)),
      from: try document.require("from", document.time("from")),
      until: try document.require("until", document.time("until")),
      onlyInsideSkiArea: try document.bool("onlyInsideSkiArea") ?? true,
      keepSeconds: try document.number("keepSeconds") ?? ShareGrant.defaultKeepSeconds)
  }

  private static func audience(_ document: DocumentReader) throws -> Audience {
    switch try document.text("audience") {
    case "trip": return .trip
    case "hosts": return .hosts
    case "link": return .link
    case "people": return .people(Set(try (document.texts("people") ?? []).map { try UserID($0) }))
    default: throw SkiError(.malformedData, "audience of a grant is none that is known; update the app")
    }
  }
}

/// A line of the user's audit: the positions that one viewer received by one grant within an hour.
public struct OwnAuditRecord: Sendable, Hashable {
  /// The viewer: a member's identifier, or `link:` and the first digits of the link's hash.
  public var viewer: String
  /// The trip.
  public var trip: TripID
  /// The grant; nil when positions were refused.
  public var grant: GrantID?
  /// The start of the hour.
  public var hour: UniversalTime
  /// The number of positions, or of refusals.
  public var count: Int

  /// Creates a line from its parts.
  public init(viewer: String, trip: TripID, grant: GrantID?, hour: UniversalTime, count: Int) {
    (self.viewer, self.trip, self.grant) = (viewer, trip, grant)
    (self.hour, self.count) = (hour, count)
  }

  /// Creates a line from its document.
  /// - Throws: `SkiError` that names the member.
  init(_ document: DocumentReader) throws {
    self.init(
      viewer: try document.require("viewer", document.text("viewer")),
      trip: try document.require("trip", document.id("trip", TripID.self)),
      grant: try document.id("grant", GrantID.self),
      hour: try document.require("hour", document.time("hour")),
      count: try document.require("count", document.integer("count")))
  }
}
