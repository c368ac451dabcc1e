import SkiBase

extension GraphValidation {
  /// Checks that each ring belongs to a run, in the order of runs, has three corners or more, and that a hole follows
  /// an outer ring.
  func checkRings() throws(SkiError) {
    let rings = s.rings
    guard rings.arePresent else { return }
    try require(rings.kind.count == rings.count, .ringCounts, .ringKind, min(rings.kind.count, rings.count))
    try require(
      rings.firstPoint.count == rings.count + 1, .ringCounts, .ringFirstPoint,
      min(rings.firstPoint.count, rings.count + 1))
    let corners = rings.latitude.count
    try require(
      rings.longitude.count == corners, .ringCounts, .ringLongitude, min(rings.longitude.count, corners))
    try require(rings.firstPoint[0] == 0, .ringCorners, .ringFirstPoint, 0)
    try require(
      Int(rings.firstPoint[rings.count]) == corners, .ringCorners, .ringFirstPoint, rings.count)
    for ring in 0..<rings.count { try check(ring, of: rings) }
    try requireAll(corners, .ringPlace, .ringLatitude) {
      MapLimits.isOnEarth(rings.latitude.unchecked[$0], rings.longitude.unchecked[$0])
    }
  }

  private func check(_ ring: Int, of rings: RingViews) throws(SkiError) {
    let feature = rings.feature[ring]
    let isFirst = ring == 0 || rings.feature[ring - 1] != feature
    try require(
      Int(feature) < s.featureRecord.count && (ring == 0 || rings.feature[ring - 1] <= feature)
        && s.featureRecord[Int(feature)].kind == FeatureKind.run.code, .ringFeature, .ringFeature, ring)
    try require(rings.kind[ring] <= 1 && !(isFirst && rings.kind[ring] == 1), .ringKind, .ringKind, ring)
    let (first, end) = (Int(rings.firstPoint[ring]), Int(rings.firstPoint[ring + 1]))
    try require(
      end >= first + 3 && end <= rings.latitude.count, .ringCorners, .ringFirstPoint, ring + 1)
    try require(
      rings.latitude[first] != rings.latitude[end - 1] || rings.longitude[first] != rings.longitude[end - 1],
      .ringEnd, .ringLatitude, end - 1)
  }
}
