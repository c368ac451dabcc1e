/// The position of a node in one graph; valid for that graph only.
public struct NodeIndex: Hashable, Sendable, Comparable, BitwiseCopyable, Codable {
  package var rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ value: Int) { rawValue = UInt32(value) }
  /// Returns whether the first position is the lower one.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// The position as an `Int`, to index flat arrays with.
  package var position: Int { Int(rawValue) }
}

/// The position of a directed edge in one graph; valid for that graph only.
package struct EdgeIndex: Hashable, Sendable, Comparable, BitwiseCopyable, Codable {
  package var rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ value: Int) { rawValue = UInt32(value) }
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// The position as an `Int`, to index flat arrays with.
  package var position: Int { Int(rawValue) }
}

/// The position of a link (an undirected piece of one feature between two nodes) in one graph.
package struct LinkIndex: Hashable, Sendable, Comparable, BitwiseCopyable {
  package var rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ value: Int) { rawValue = UInt32(value) }
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// The position as an `Int`, to index flat arrays with.
  package var position: Int { Int(rawValue) }
}

/// The position of a feature (run, lift, station, hut, street) in one graph.
public struct FeatureIndex: Hashable, Sendable, Comparable, BitwiseCopyable, Codable {
  package var rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ value: Int) { rawValue = UInt32(value) }
  /// Returns whether the first position is the lower one.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// The position as an `Int`, to index flat arrays with.
  package var position: Int { Int(rawValue) }
}

/// The position of a ski area in one graph.
package struct AreaIndex: Hashable, Sendable, Comparable, BitwiseCopyable {
  package var rawValue: UInt32
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ value: Int) { rawValue = UInt32(value) }
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// The position as an `Int`, to index flat arrays with.
  package var position: Int { Int(rawValue) }
}

/// The position of a region in one map: a part of the network without a link to any other part.
///
/// Indices into a graph are stored together with their region; a map refuses the regions of other maps.
package struct RegionIndex: Hashable, Sendable, Comparable, BitwiseCopyable, Codable {
  /// The map the region belongs to.
  package var map: MapID
  /// The position in that map.
  package var rawValue: UInt32
  package init(_ rawValue: UInt32, of map: MapID = .none) { (self.map, self.rawValue) = (map, rawValue) }
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// The position as an `Int`, to index flat arrays with.
  package var position: Int { Int(rawValue) }
  /// The region of a graph made in memory, which belongs to no map.
  package static let first = RegionIndex(0)
}
