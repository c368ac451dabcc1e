/// What numbers a map may hold.
enum MapLimits {
  /// The most edges that leave a node, so that a look at the edges of each neighbour is bounded.
  static let mostEdges: UInt32 = 10_000
  /// The most elements of a section, and bytes of its texts.
  static let mostElements: UInt64 = 1 << 31
  static let mostTextBytes: UInt64 = 1 << 32
  /// The most bytes of a part, all of which are held in memory while it is used.
  static let mostPartBytes: UInt64 = 1 << 32
  /// The most parts of a map.
  static let mostParts: UInt32 = 1 << 20

  /// Whether a place in 1e-7 degrees is on the Earth.
  @inline(__always)
  static func isOnEarth(_ latitude: Int32, _ longitude: Int32) -> Bool {
    latitude.magnitude <= 900_000_000 && longitude.magnitude <= 1_800_000_000
  }

  /// Whether a stored elevation is unknown or between −1000 m and 10,000 m.
  @inline(__always)
  static func isElevation(_ centimetres: Int32) -> Bool {
    centimetres == .min || (centimetres >= -100_000 && centimetres <= 1_000_000)
  }
}
