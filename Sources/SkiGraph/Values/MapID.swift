/// The identity of a map, different after every change of its bytes.
///
/// Places, routes and other answers hold the identity of their map; other maps refuse them with code
/// `.invalidArgument`.
public struct MapID: Hashable, Sendable, BitwiseCopyable, Codable {
  /// The checksum of the map's header, which covers those of all parts.
  package var rawValue: UInt64

  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// The identity of graphs made in memory, which belong to no map.
  package static let none = MapID(0)
}
