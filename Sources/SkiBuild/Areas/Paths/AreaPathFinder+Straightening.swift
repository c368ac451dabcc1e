extension AreaPathFinder {
  /// The tolerance in time of a straight segment over the points it replaces, since few bends are preferred.
  private static let slack = (factor: 1.05, seconds: 1.0)
  /// The greatest number of passes over the bends.
  private static let rounds = 3
  /// The spacing of elevations along a straight segment, in metres.
  private static let sampleMetres = 10.0

  /// Returns a path of graph points with as few bends as boundaries and terrain allow.
  ///
  /// Points are removed where a straight segment is clear and takes hardly longer; then bends are moved towards the
  /// segment between their neighbours.
  /// - Complexity: O(*n* · *s*) expected in points and samples along the path.
  func straightened(_ way: [Int], _ tree: QuickestPaths, climbCostFactor: Double = 1) -> [PlanePoint] {
    guard way.count > 2 else { return way.map { graph.points[$0] } }
    var kept = [0]
    straighten(way, tree, 0, way.count - 1, climbCostFactor, &kept)
    var line = kept.map { graph.points[way[$0]] }
    for _ in 0..<Self.rounds {
      let before = line
      drawIn(&line, climbCostFactor)
      if line == before { break }
    }
    return line
  }

  /// Appends the end of a section, after the bends it needs.
  private func straighten(
    _ way: [Int], _ tree: QuickestPaths, _ from: Int, _ to: Int, _ climb: Double, _ kept: inout [Int]
  ) {
    let known = tree.seconds[way[to]] - tree.seconds[way[from]]
    if to - from < 2 || isGood(graph.points[way[from]], graph.points[way[to]], known, climb) {
      return kept.append(to)
    }
    let middle = farthest(way, from, to)
    straighten(way, tree, from, middle, climb, &kept)
    straighten(way, tree, middle, to, climb, &kept)
  }

  /// Returns the point of a section farthest from the segment between its ends; the middle one when all lie on it.
  private func farthest(_ way: [Int], _ from: Int, _ to: Int) -> Int {
    let (a, b) = (graph.points[way[from]], graph.points[way[to]])
    var best = (number: (from + to) / 2, metres: 1e-6)
    for number in from + 1..<to {
      let point = graph.points[way[number]]
      let metres = point.distanceMetres(to: a.towards(b, point.nearestFraction(from: a, to: b)))
      if metres > best.metres { best = (number, metres) }
    }
    return best.number
  }

  private func isGood(_ a: PlanePoint, _ b: PlanePoint, _ known: Double, _ climb: Double) -> Bool {
    interior.isClear(from: a, to: b)
      && seconds(from: a, to: b, climb) <= known * Self.slack.factor + Self.slack.seconds
  }

  /// Moves each bend towards the segment between its neighbours, or removes it.
  private func drawIn(_ line: inout [PlanePoint], _ climb: Double) {
    var index = 1
    while index < line.count - 1 {
      let (a, bend, b) = (line[index - 1], line[index], line[index + 1])
      let known = seconds(from: a, to: bend, climb) + seconds(from: bend, to: b, climb)
      if isGood(a, b, known, climb) {
        line.remove(at: index)
        continue
      }
      let aim = a.towards(b, bend.nearestFraction(from: a, to: b))
      for share in [0.75, 0.5, 0.25] {
        let moved = bend.towards(aim, share)
        guard interior.isClear(from: a, to: moved), interior.isClear(from: moved, to: b),
          seconds(from: a, to: moved, climb) + seconds(from: moved, to: b, climb) <= known
        else { continue }
        line[index] = moved
        break
      }
      index += 1
    }
  }

  /// Returns the time in seconds along a straight segment over the smoothed terrain.
  func seconds(from a: PlanePoint, to b: PlanePoint, _ climb: Double = 1) -> Double {
    let metres = a.distanceMetres(to: b)
    guard let surface else {
      return CrossingCost.seconds(metres: metres, from: nil, to: nil, climbCostFactor: climb)
    }
    let pieces = max(1, (metres / Self.sampleMetres).rounded(.up))
    var total = 0.0
    var last = surface.elevation(at: a)
    for piece in stride(from: 1, through: pieces, by: 1) {
      let next = surface.elevation(at: a.towards(b, piece / pieces))
      total += CrossingCost.seconds(metres: metres / pieces, from: last, to: next, climbCostFactor: climb)
      last = next
    }
    return total
  }
}
