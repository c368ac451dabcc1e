import SkiGeo

extension GraphValidation {
  /// Each ring belongs to a feature, in their order, has three corners or more, and a hole has a ring around it.
  func checkRings() throws {
    let rings = s.rings
    guard !rings.firstPoint.isEmpty || rings.count > 0 else { return }
    try require(
      rings.kind.count == rings.count && rings.firstPoint.count == rings.count + 1
        && rings.latitude.count == rings.longitude.count && rings.latitude.count < 1 << 31,
      "counts of outlines")
    try require(
      rings.firstPoint[0] == 0 && Int(rings.firstPoint[rings.count]) == rings.latitude.count,
      "corners of outlines")
    for ring in 0..<rings.count { try check(ring, of: rings) }
  }

  private func check(_ ring: Int, of rings: RingViews) throws {
    let feature = rings.feature[ring]
    let isFirst = ring == 0 || rings.feature[ring - 1] != feature
    try require(
      Int(feature) < s.featureRecord.count && (ring == 0 || rings.feature[ring - 1] <= feature),
      "feature of outline \(ring)")
    try require(rings.kind[ring] <= 1 && !(isFirst && rings.kind[ring] == 1), "kind of outline \(ring)")
    let (first, end) = (Int(rings.firstPoint[ring]), Int(rings.firstPoint[ring + 1]))
    try require(end >= first + 3 && end <= rings.latitude.count, "corners of outline \(ring)")
    for point in first..<end {
      try require(
        MapLimits.isOnEarth(rings.latitude[point], rings.longitude[point]), "place in outline \(ring)")
    }
    try require(
      rings.latitude[first] != rings.latitude[end - 1] || rings.longitude[first] != rings.longitude[end - 1],
      "end of outline \(ring)")
  }
}
