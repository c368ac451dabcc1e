import SkiBase
import SkiGraph

/// A street near a group, with its number in the input.
struct LocalStreet: Sendable {
  var number: Int
  var street: Street
}

/// The snow cover of a part of a street in the season.
enum SnowCover: Sendable, Hashable {
  /// It is near a street that cars use, cleared, or of a kind that stays open.
  case cleared
  /// It is snow-covered, of a passage that is short enough to be walked.
  case short
  /// It is snow-covered, of a passage that is too long to be walked unless allowed.
  case long
}

/// A section of a street between two nodes.
struct StreetSegment: Sendable {
  /// The index of the street in the group.
  var street: Int
  /// The site of its first point.
  var tail: Int
  /// The site of its last point.
  var head: Int
  /// The distance along the street to its start, in centimetres.
  var startOffset: UInt32
  var points: [GraphPoint]
  /// The distance on the map from the tail to each point, in centimetres.
  var distances: [UInt32]
  /// The snow cover in the season.
  var snow = SnowCover.cleared
}

/// The streets of a group, before and after they are connected.
struct LocalStreets: Sendable {
  var streets: [LocalStreet]
  var segments: [StreetSegment] = []
  /// The connectors to streets: site, the street's site, and terrain.
  var connectors: [(tail: Int, head: Int, ground: ConnectorProfile)] = []
}
