/// The limits of the numbers in a map.
enum MapLimits {
  /// The maximum number of edges that leave a node, which bounds passes over the edges of all neighbours.
  static let mostEdges: UInt32 = 10_000
  /// The maximum number of elements of a section.
  static let mostElements: UInt64 = 1 << 31
  /// The maximum number of elements of a section of bytes, such as texts.
  static let mostTextBytes: UInt64 = 1 << 32
  /// The maximum number of bytes of a part, which is held in memory while in use.
  static let mostPartBytes: UInt64 = 1 << 32
  /// The maximum number of parts of a map.
  static let mostParts: UInt32 = 1 << 20

  /// Returns whether a latitude and longitude in 1e-7 degrees are within ±90° and ±180°.
  @inline(__always)
  static func isOnEarth(_ latitude: Int32, _ longitude: Int32) -> Bool {
    latitude.magnitude <= 900_000_000 && longitude.magnitude <= 1_800_000_000
  }

  /// Returns whether a stored elevation is unknown or between −1000 m and 10,000 m.
  @inline(__always)
  static func isElevation(_ centimetres: Int32) -> Bool {
    centimetres == .min || (centimetres >= -100_000 && centimetres <= 1_000_000)
  }
}
