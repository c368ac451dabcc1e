/// Returns whether raw tags are those of a street that may be walked in winter, independently of the importer.
func rawMayWalk(_ tags: RawObject) -> Bool {
  func word(_ key: String) -> String { (tags[key] as? String ?? "").lowercased() }
  let highway = word("highway")
  let never = ["motorway", "motorway_link", "construction", "proposed", "raceway", "via_ferrata", "elevator"]
  guard !highway.isEmpty, !never.contains(highway), word("area") != "yes" else { return false }
  if ["yes", "designated", "permissive", "official"].contains(word("foot")) { return true }
  if ["no", "private", "use_sidepath"].contains(word("foot")) { return false }
  if ["no", "private"].contains(word("access")) { return false }
  return !highway.hasPrefix("trunk") || !["", "no", "none"].contains(word("sidewalk"))
    || word("sidewalk:both") == "yes"
}

extension RawArea {
  /// The distance in metres a walk may lie off its street, whose bends are drawn to a metre.
  private static let onStreetMetres = 2.0

  /// Checks that a walk along a street lies on a walkable street of that id from end to end.
  func checkStreet(_ step: RawStep, _ id: String, _ index: Int, _ result: inout RawCheckResult) {
    guard let streets = streetsByID[id] else {
      result.add(.unknownFeature, index, "walk \(id) is no street of the raw files that may be walked")
      return
    }
    let points = step.vertices.map { plane.point($0) }
    let samples = zip(points, points.dropFirst()).flatMap { a, b in
      [a, a + (b - a) * 0.5, b]
    }
    let isOnOne = streets.contains { street in
      samples.allSatisfy { !places(of: street, near: $0, within: Self.onStreetMetres).isEmpty }
    }
    if !isOnOne { result.add(.walkOffStreet, index, "walk \(id) leaves its street") }
    if step.difficulty != nil { result.add(.structure, index, "walk \(id) has a grade") }
  }

  /// The distance in metres from a street for cars beyond which a track or path is under snow, with a metre of tolerance.
  private static let clearedMetres = 201.0
  /// The greatest length of walks under snow in metres, with a tolerance for places rounded and lines simplified.
  private static let greatestSnowMetres = 310.0

  /// Checks that a route leads at most 300 m in all along tracks and paths that are under snow in the season.
  func checkSnow(_ route: RawRoute, _ request: RawRequest, _ result: inout RawCheckResult) {
    result.snowCoveredMetres = route.steps.filter { $0.kind == "walk" }.reduce(0) { $0 + snowMetres($1) }
    if !request.allowsSnowCovered, result.snowCoveredMetres > Self.greatestSnowMetres {
      result.add(.snowCovered, nil, "leads \(result.snowCoveredMetres) m along snow-covered paths")
    }
  }

  /// Returns the metres of a walk that are under snow, by its middle every five metres.
  private func snowMetres(_ step: RawStep) -> Double {
    guard let street = step.id.flatMap({ streetsByID[$0]?.first }), features[street].tags.isHiddenBySnow
    else {
      return 0
    }
    let points = step.vertices.map { plane.point($0) }
    return zip(points, points.dropFirst()).reduce(0) { metres, ends in
      let (a, b) = ends
      let count = max(1, Int((length(b - a) / 5).rounded(.up)))
      let covered = (0..<count).count { part in
        !isNearRoad(a + (b - a) * ((Double(part) + 0.5) / Double(count)))
      }
      return metres + length(b - a) * Double(covered) / Double(count)
    }
  }

  private func isNearRoad(_ point: SIMD2<Double>) -> Bool {
    grid.near(point, within: Self.clearedMetres).contains { entry in
      let feature = features[Int(entry.feature)]
      guard feature.tags.isForCars else { return false }
      let line = feature.lines[Int(entry.line)]
      let (start, end) = (line.points[Int(entry.segment)], line.points[Int(entry.segment) + 1])
      return nearest(point, on: start, end).distance <= Self.clearedMetres
    }
  }
}
