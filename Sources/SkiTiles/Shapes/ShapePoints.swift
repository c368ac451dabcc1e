/// The points of all shapes of a layer in flat arrays.
struct ShapePoints: Sendable {
  /// The column of each point in world units; see ``TileWindow``.
  var xs: [Int32] = []
  /// The row of each point in world units.
  var ys: [Int32] = []
  /// The level of each vertex; see ``VertexLevels``.
  var levels: [UInt8] = []

  var count: Int { xs.count }
}

/// The projection of coordinates to Web Mercator in world units; see ``TileWindow``.
enum WorldProjection {
  /// Returns the column of a longitude, clamped to the world. Complexity: O(1).
  static func x(longitudeE7: Int32) -> Int32 {
    step((Double(longitudeE7) + 1_800_000_000) / 3_600_000_000)
  }

  /// Returns the row of a latitude, clamped to ±85.05°. Complexity: O(1).
  static func y(latitudeE7: Int32) -> Int32 {
    // The projection diverges towards the poles.
    let degrees = max(-89.9, min(89.9, Double(latitudeE7) / 1e7))
    return step(TileAddress.share(ofLatitude: degrees))
  }

  private static func step(_ share: Double) -> Int32 {
    // The sum is exact where it matters: next to a whole number, it is below it if the share is.
    let place = max(0, min(4_294_967_295, share * 4_294_967_296)) + 0.5
    return Int32(truncatingIfNeeded: Int(place) &- 2_147_483_648)
  }
}
