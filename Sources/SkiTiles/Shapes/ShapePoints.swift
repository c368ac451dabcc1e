/// The points of all shapes of a layer in flat arrays.
struct ShapePoints: Sendable {
  /// World steps: see ``TileWindow``.
  var xs: [Int32] = []
  var ys: [Int32] = []
  /// How much each vertex matters: see ``VertexLevels``.
  var levels: [UInt8] = []

  var count: Int { xs.count }
}

/// Where places lie on the square world, in 2³² steps a side less 2³¹.
enum WorldPlace {
  /// Returns the column of a longitude, clamped to the world. Complexity: O(1).
  static func x(longitudeE7: Int32) -> Int32 {
    step((Double(longitudeE7) + 1_800_000_000) / 3_600_000_000)
  }

  /// Returns the row of a latitude; beyond 85.05° that of the edge. Complexity: O(1).
  static func y(latitudeE7: Int32) -> Int32 {
    // Beyond 89.9° the projection grows without bound.
    let degrees = max(-89.9, min(89.9, Double(latitudeE7) / 1e7))
    return step(TileAddress.share(ofLatitude: degrees))
  }

  private static func step(_ share: Double) -> Int32 {
    Int32(max(0, min(4_294_967_295, (share * 4_294_967_296).rounded())) - 2_147_483_648)
  }
}
