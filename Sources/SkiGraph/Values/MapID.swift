/// The identity of a map: another one for every change of its bytes.
///
/// What a map answers, such as a place or a route, tells which map that was; other maps refuse it with code `.invalidArgument`.
public struct MapID: Hashable, Sendable, BitwiseCopyable, Codable {
  /// The checksum of the map's directory, which holds those of its parts.
  package var rawValue: UInt64

  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Of graphs made in memory, which belong to no map.
  package static let none = MapID(0)
}
