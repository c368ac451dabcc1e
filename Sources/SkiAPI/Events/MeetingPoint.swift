public import SkiBase
public import SkiGraph

/// A place of the map at which people meet; its id in the source outlives the map.
public struct MeetingPoint: Sendable, Hashable {
  /// The id in the source.
  public var source: SourceID
  /// The name, as it is shown; 1 to 120 characters.
  public var name: String
  /// The coordinate.
  public var coordinate: Coordinate
  /// Indicates that a later map does not have the place any more; ignored in what a user gives.
  public var isGone: Bool

  /// Creates a place; the service checks it.
  public init(source: SourceID, name: String, coordinate: Coordinate, isGone: Bool = false) {
    (self.source, self.name) = (source, name)
    (self.coordinate, self.isGone) = (coordinate, isGone)
  }

  private static let sourceLimit = TextLimit("source id of the meeting point", atMost: 128)
  package static let nameLimit = TextLimit("name of the meeting point", atMost: 120)

  /// Returns the place as one that exists, when its values are allowed.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field.
  package func checked() throws -> MeetingPoint {
    try SkiError.require(
      coordinate.isValid,
      "coordinate of the meeting point is not on the Earth; give a latitude of -90 to 90 and a longitude of -180 to 180"
    )
    return MeetingPoint(
      source: SourceID(try Self.sourceLimit.checked(source.rawValue)), name: try Self.nameLimit.checked(name),
      coordinate: coordinate)
  }
}

/// The outcome of looking for a meeting point on a renewed map.
@nonexhaustive
package enum MeetingPointFate: Sendable, Hashable {
  /// The map has the place: as it is now, also under another id.
  case found(MeetingPoint)
  /// The map does not have the place any more.
  case gone
}

/// The numbers of meeting points after a map was renewed.
package struct MeetingPointRenewal: Sendable, Hashable {
  /// The number of events whose place is on the map as it was.
  package var kept = 0
  /// The number of events whose place was found with another id, name or coordinate.
  package var changed = 0
  /// The number of events whose place is gone.
  package var gone = 0

  /// Creates numbers of nothing.
  package init() {}
}
