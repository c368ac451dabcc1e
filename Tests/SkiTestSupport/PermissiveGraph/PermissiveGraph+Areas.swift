extension PermissiveGraph {
  /// The height in metres by which the end of a crossing may lie above its start.
  private static let levelMetres = 4.0

  /// Joins the places in or near each area, from any place to any that is not clearly higher.
  mutating func joinAreas() {
    var polygons: [(feature: Int, low: SIMD2<Double>, high: SIMD2<Double>)] = []
    for feature in Set(tracks.map(\.feature)).sorted() {
      let shape = area.features[feature]
      guard shape.isArea || shape.lines.contains(where: \.isClosed) else { continue }
      let all = shape.lines.flatMap(\.points)
      guard let first = all.first else { continue }
      polygons.append(
        (
          feature, all.reduce(first) { SIMD2(min($0.x, $1.x), min($0.y, $1.y)) },
          all.reduce(first) { SIMD2(max($0.x, $1.x), max($0.y, $1.y)) }
        ))
    }
    var entries = [[Int]](repeating: [], count: polygons.count)
    for (number, polygon) in polygons.enumerated() {
      entries[number] += runsIn(polygon.feature, polygon.low, polygon.high)
      for station in stations where isNear(polygon.feature, points[station.node], Self.liftReach) {
        entries[number].append(station.node)
      }
    }
    for (number, polygon) in polygons.enumerated() {
      for (other, second) in polygons.enumerated() where other != number {
        let reach = SIMD2(repeating: Self.runReach)
        let (low, high) = (second.low - reach, second.high + reach)
        guard polygon.low.x <= high.x, polygon.low.y <= high.y, polygon.high.x >= low.x,
          polygon.high.y >= low.y
        else { continue }
        for point in edge(of: polygon.feature) where isNear(second.feature, point, Self.runReach) {
          let meeting = node(point, height: height(at: point))
          entries[number].append(meeting)
          entries[other].append(meeting)
        }
      }
    }
    for nodes in entries { cross(nodes) }
  }

  private func runsIn(_ feature: Int, _ low: SIMD2<Double>, _ high: SIMD2<Double>) -> [Int] {
    let reach = SIMD2(repeating: Self.runReach)
    let (low, high) = (low - reach, high + reach)
    return tracks.lazy.filter { !$0.isRing && $0.feature != feature }.flatMap(\.stops).map(\.node).filter {
      let point = points[$0]
      return point.x >= low.x && point.y >= low.y && point.x <= high.x && point.y <= high.y
        && isNear(feature, point, Self.runReach)
    }
  }

  /// Returns the places around an area, no farther apart than the spacing.
  private func edge(of feature: Int) -> [SIMD2<Double>] {
    area.features[feature].lines.flatMap { line in
      zip(line.points, line.points.dropFirst()).flatMap { a, b in
        let count = max(1, (length(b - a) / Self.spacing).rounded(.up))
        return (0..<Int(min(count, 100_000))).map { a + (b - a) * (Double($0) / count) }
      }
    }
  }

  private func isNear(_ feature: Int, _ point: SIMD2<Double>, _ metres: Double) -> Bool {
    if area.features[feature].contains(point) { return true }
    var isNear = false
    grid.forEach(near: point, within: metres) { piece in
      if tracks[piece.track].feature == feature, !isNear {
        isNear = nearest(point, on: piece.start, piece.end).distance <= metres
      }
    }
    return isNear
  }

  /// Joins nodes by a chain of descending heights; without heights joins all nodes in both directions.
  private mutating func cross(_ nodes: [Int]) {
    let known = nodes.filter { heights[$0] != nil }.sorted { (heights[$0] ?? 0, $0) > (heights[$1] ?? 0, $1) }
    let stair = known.map { node(points[$0], height: heights[$0]) }
    for (a, b) in zip(stair, stair.dropFirst()) { out[a].append(b) }
    var from = 0
    for (number, entry) in known.enumerated() {
      while (heights[known[from]] ?? 0) > (heights[entry] ?? 0) + Self.levelMetres { from += 1 }
      out[entry].append(stair[from])
      out[stair[number]].append(entry)
    }
    for entry in nodes where heights[entry] == nil {
      if let top = stair.first, let bottom = stair.last {
        out[entry].append(top)
        out[bottom].append(entry)
      }
    }
    let unknown = nodes.filter { heights[$0] == nil }
    if let hub = unknown.first { for entry in unknown.dropFirst() { join(hub, entry) } }
  }
}
