import SkiGraph
import SkiModel

/// A street that may matter to a group, with its number in the input.
struct LocalStreet: Sendable {
  var number: Int
  var street: Street
}

/// A piece of a street between two nodes, as it goes into the map.
struct StreetWay: Sendable {
  /// The street, as a position in the group.
  var street: Int
  /// The sites it begins and ends at.
  var tail: Int
  var head: Int
  /// Centimetres along the street to its start.
  var startOffset: UInt32
  var points: [GraphPoint]
  /// Centimetres along the map from the tail to each point.
  var distances: [UInt32]
}

/// The streets of a group, before and after they were joined with it.
struct LocalStreets: Sendable {
  var streets: [LocalStreet]
  var ways: [StreetWay] = []
  /// Ways to the streets: site, the street's site, and what is known of the way.
  var connectors: [(tail: Int, head: Int, ground: ConnectorGround)] = []
}
