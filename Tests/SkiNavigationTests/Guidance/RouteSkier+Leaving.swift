import SkiBase
import SkiGraph
import SkiRouting
import SkiSystem
import SkiTestSupport

/// The manner in which a skier leaves a route.
enum Leaving: String, CaseIterable {
  /// Straight away over the snow, at an angle.
  case offPiste
  /// Along another run that begins on the route.
  case otherRun
}

extension RouteSkier {
  /// Returns fixes of a skier who follows a route for a while, then leaves it for good; nil when it can't be left so.
  mutating func leave(_ route: Route, _ leaving: Leaving, in graph: RoutingGraph) -> [SkiedFix]? {
    let line = TruthLine(route)
    let runs = route.steps.indices.filter {
      route.steps[$0].kind == .run && line.steps[$0].upperBound - line.steps[$0].lowerBound > 60
    }
    guard !runs.isEmpty else { return nil }
    let step = random.pick(runs)
    let range = line.steps[step]
    var (along, path) = (0.0, [Coordinate]())
    switch leaving {
    case .offPiste:
      along = Double.random(in: range.lowerBound + 20...range.upperBound - 10, using: &random)
      path = straight(from: line, along)
    case .otherRun:
      guard let branch = branch(off: route, step, line, graph) else { return nil }
      (along, path) = branch
    }
    // A place near the end of the route counts as an arrival.
    guard along < line.total - 80 else { return nil }
    let speed = Double.random(in: 3...14, using: &random)
    var fixes = follow(route, untilMetres: along)
    var gone = 0.0
    while let place = Self.place(on: path, at: gone), gone < 800 {
      var fix = SkiedFix(fix: see(place, nil), along: along, step: step)
      fix.awayMetres = line.distance(to: place)
      fixes.append(fix)
      gone += speed
    }
    return fixes
  }

  /// Returns fixes of a skier who leaves a route at one place of it and comes back to it at another, in an arc over the
  /// snow to the side that leads farther away.
  mutating func detour(
    off route: Route, step: Int, from start: Double, to end: Double, byMetres bulge: Double
  ) -> [SkiedFix] {
    let line = TruthLine(route)
    let plane = LocalPlane(at: line.place(at: start).coordinate)
    let way = plane.metres(line.place(at: end).coordinate)
    let length = max(1, (way * way).sum().squareRoot())
    let normal = SIMD2(-way.y, way.x) / length
    func place(_ share: Double, _ side: Double) -> Coordinate {
      plane.coordinate(way * share + normal * side * bulge * sin(Double.pi * share))
    }
    let side = [-1.0, 1].max { line.distance(to: place(0.5, $0)) < line.distance(to: place(0.5, $1)) } ?? 1
    let speed = 5.0
    let count = Int((length + 2 * bulge) / speed)
    return (0...count).map { second in
      let spot = place(Double(second) / Double(count), side)
      var fix = SkiedFix(fix: see(spot, nil), along: start, step: step)
      fix.awayMetres = line.distance(to: spot)
      return fix
    }
  }

  private mutating func straight(from line: TruthLine, _ along: Double) -> [Coordinate] {
    let from = line.place(at: along).coordinate
    let ahead = line.place(at: min(line.total, along + 10)).coordinate
    let turn = Double.random(in: 25...100, using: &random) * (random.happens(0.5) ? 1 : -1)
    let bearing = (from.bearingDegrees(to: ahead) + turn) * Double.pi / 180
    let scale = LocalScale(latitude: from.latitude)
    return [
      from,
      Coordinate(
        latitude: from.latitude + 600 * cos(bearing) / scale.metresPerDegreeLatitude,
        longitude: from.longitude + 600 * sin(bearing) / scale.metresPerDegreeLongitude),
    ]
  }

  /// A run that begins on a step and is none of the route's, followed downhill for a while.
  private mutating func branch(
    off route: Route, _ step: Int, _ line: TruthLine, _ graph: RoutingGraph
  ) -> (along: Double, path: [Coordinate])? {
    let used = Set(route.steps.flatMap(\.edges).map { graph.link(of: $0) })
    var choices: [(node: NodeIndex, edge: EdgeIndex)] = []
    for edge in route.steps[step].edges.dropLast() {
      let node = graph.head(edge)
      for out in graph.edges(from: node).map({ EdgeIndex($0) }) {
        let link = graph.link(of: out)
        if graph.link(link).kind == .run, !used.contains(link) { choices.append((node, out)) }
      }
    }
    guard !choices.isEmpty else { return nil }
    let choice = random.pick(choices)
    var path: [Coordinate] = []
    var (edge, length) = (choice.edge, 0.0)
    for _ in 0..<40 {
      let points = graph.link(graph.link(of: edge)).points.map(\.coordinate)
      path += graph.isReversed(edge) ? points.reversed() : points
      length += zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
      let outs = graph.edges(from: graph.head(edge)).map { EdgeIndex($0) }.filter {
        graph.link(graph.link(of: $0)).kind == .run && graph.link(of: $0) != graph.link(of: edge)
      }
      guard length < 800, !outs.isEmpty else { break }
      edge = random.pick(outs)
    }
    let place = graph.point(choice.node).coordinate
    let range = line.steps[step]
    var best = (along: range.lowerBound, distance: Double.infinity)
    for along in stride(from: range.lowerBound, through: range.upperBound, by: 2) {
      let distance = line.place(at: along).coordinate.distanceMetres(to: place)
      if distance < best.distance { best = (along, distance) }
    }
    return (best.along, path)
  }

  private static func place(on path: [Coordinate], at metres: Double) -> Coordinate? {
    var left = metres
    for (a, b) in zip(path, path.dropFirst()) {
      let length = a.distanceMetres(to: b)
      if left <= length, length > 0 {
        let share = left / length
        return Coordinate(
          latitude: a.latitude + (b.latitude - a.latitude) * share,
          longitude: a.longitude + shortestLongitudeDifference(a.longitude, b.longitude) * share)
      }
      left -= length
    }
    return nil
  }
}
