import SkiFormats
public import SkiGeo
public import SkiSharing
import SkiTrips

/// The position of another person, as precise as they allow the user.
public struct SeenPerson: Sendable, Hashable {
  /// The position in the precision of its grant.
  public enum Detail: Sendable, Hashable {
    /// The exact position: the activity, as `riding-lift`, and the speed in metres per second, nil when unknown.
    case exact(state: String, speedMetresPerSecond: Double?)
    /// A cell of a grid, with its side in metres; the coordinate is its centre.
    case cell(sideMetres: Int)
    /// A ski area, with its name; nil without one.
    case area(name: String?)
  }

  /// The person.
  public var user: UserID
  /// The coordinate that stands for the position; nil for a ski area.
  public var coordinate: Coordinate?
  /// The position.
  public var detail: Detail
  /// The time of the position; for a cell or an area to the minute.
  public var observedAt: UniversalTime
  /// The time at which the position is to be removed, also without a connection.
  public var expiresAt: UniversalTime
  /// Indicates whether the position is recent.
  public var isLive: Bool

  /// Creates a position from its parts.
  public init(
    user: UserID, coordinate: Coordinate?, detail: Detail, observedAt: UniversalTime,
    expiresAt: UniversalTime, isLive: Bool
  ) {
    (self.user, self.coordinate, self.detail) = (user, coordinate, detail)
    (self.observedAt, self.expiresAt, self.isLive) = (observedAt, expiresAt, isLive)
  }

  /// Creates a position from its document.
  /// - Throws: `SkiError` that names the member.
  init(_ document: DocumentReader) throws {
    self.init(
      user: try document.require("user", document.id("user", UserID.self)),
      coordinate: try document.list("place").map(Self.coordinate), detail: try Self.detail(document),
      observedAt: try document.require("observedAt", document.time("observedAt")),
      expiresAt: try document.require("expiresAt", document.time("expiresAt")),
      isLive: try document.text("freshness") == "live")
  }

  private static func coordinate(_ entries: [JSONTree]) throws -> Coordinate {
    let numbers = entries.compactMap(\.nearestDouble)
    guard entries.count == 2, numbers.count == 2 else {
      throw SkiError(.malformedData, "place of a person is no pair of longitude and latitude")
    }
    return Coordinate(latitude: numbers[1], longitude: numbers[0])
  }

  private static func detail(_ document: DocumentReader) throws -> Detail {
    switch try document.require("precision", document.text("precision")) {
    case "exact":
      return .exact(
        state: try document.text("state") ?? "unknown",
        speedMetresPerSecond: try document.number("speedMetresPerSecond"))
    case "cell":
      return .cell(sideMetres: try document.require("sideMetres", document.integer("sideMetres")))
    case "area": return .area(name: try document.text("area"))
    default: throw SkiError(.malformedData, "precision of a person is none that is known; update the app")
    }
  }
}
