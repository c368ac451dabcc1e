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
}
