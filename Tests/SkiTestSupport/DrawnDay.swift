import SkiBase
package import SkiGraph
package import SkiTracks

/// A matched track on a drawn world, composed of spelled edges with a fix each second.
package struct DrawnDay {
  package let world: DrawnWorld
  package private(set) var track = MatchedTrack(fixes: [], passages: [])
  private var now = UniversalTime(secondsSince1970: 1_700_000_000)
  private var isContinued = false

  package init(_ world: DrawnWorld) { self.world = world }

  package var day: SkiDay { SkiDay.make(from: track, graph: world.graph) }
  var time: UniversalTime { now }

  /// Travels along letters at a speed, over the edges of one feature where several join two letters.
  package mutating func go(
    _ spelling: String, on id: String? = nil, at metresPerSecond: Double, state: TravellerState = .onRun,
    from share: Double = 0, to endShare: Double = 1, confidence: Double = 0.9
  ) {
    let letters = Array(spelling)
    for (index, pair) in zip(letters, letters.dropFirst()).enumerated() {
      let edge = edge(pair.0, pair.1, id)
      let metres = Double(world.graph.link(world.graph.link(of: edge)).distancesCentimetres.last ?? 0) / 100
      let start = index == 0 ? share * metres : 0
      let end = index == letters.count - 2 ? endShare * metres : metres
      travel(edge, from: start, to: end, metresPerSecond, state, confidence)
    }
  }

  private mutating func travel(
    _ edge: EdgeIndex, from start: Double, to end: Double, _ speed: Double, _ state: TravellerState,
    _ confidence: Double
  ) {
    let first = track.fixes.count
    let began = now
    var along = start
    while along < end {
      add(edge, along, state, confidence)
      now = now.advanced(bySeconds: 1)
      along += speed
    }
    now = began.advanced(bySeconds: (end - start) / speed)
    track.passages.append(
      EdgePassage(
        region: .first, edge: edge, metres: (start, end), times: (began, now),
        fixes: first..<track.fixes.count, isContinued: isContinued))
    isContinued = true
  }

  private mutating func add(
    _ edge: EdgeIndex, _ along: Double, _ state: TravellerState, _ confidence: Double
  ) {
    let link = world.graph.link(world.graph.link(of: edge))
    let points = world.graph.isReversed(edge) ? link.points.reversed() : link.points
    let share = along / (Double(link.distancesCentimetres.last ?? 1) / 100)
    let (a, b) = (points[0].coordinate, points[points.count - 1].coordinate)
    let place = Coordinate(
      latitude: a.latitude + (b.latitude - a.latitude) * share,
      longitude: a.longitude + (b.longitude - a.longitude) * share)
    track.fixes.append(
      MatchedFix(
        LocationFix(place, time: now), state: state, place: EdgePlace(edge: edge, metresAlong: along),
        coordinate: place, distanceMetres: 0, confidence: confidence))
  }

  /// Stays at a letter, standing at the start of an edge.
  package mutating func stay(_ seconds: Int, at spelling: String, state: TravellerState) {
    let letters = Array(spelling)
    let edge = edge(letters[0], letters[1], nil)
    for _ in 0..<seconds {
      add(edge, 0, state, 0.9)
      now = now.advanced(bySeconds: 1)
    }
  }

  /// Moves off the map in a straight line north of a letter, by metres a second and metres of height a second.
  package mutating func wander(
    _ seconds: Int, from letter: Character, northMetres: Double, climb: Double = 0,
    heightMetres: Double? = nil
  ) {
    let start = world.place(letter)
    let scale = LocalScale(latitude: start.latitude)
    for second in 0..<seconds {
      let place = Coordinate(
        latitude: start.latitude + Double(second) * northMetres / scale.metresPerDegreeLatitude,
        longitude: start.longitude)
      let height = heightMetres.map { $0 + Double(second) * climb }
      track.fixes.append(MatchedFix(LocationFix(place, time: now, elevationMetres: height), state: .offMap))
      now = now.advanced(bySeconds: 1)
    }
    isContinued = false
  }

  /// Leaves a gap of so many seconds without fixes.
  package mutating func silence(_ seconds: Double, breaks: Bool = true) {
    now = now.advanced(bySeconds: seconds)
    if breaks { isContinued = false }
  }

  private func edge(_ a: Character, _ b: Character, _ id: String?) -> EdgeIndex {
    let graph = world.graph
    let found = graph.edges(from: world.node(a)).map { EdgeIndex($0) }.first {
      guard graph.head($0) == world.node(b) else { return false }
      guard let id else { return true }
      return graph.link(graph.link(of: $0)).feature.map { graph.feature($0).id.rawValue } == id
    }
    guard let found else { preconditionFailure("no edge from \(a) to \(b)") }
    return found
  }
}

extension SkiDay {
  /// The laps as `lift BT, run TMB`.
  package var spelled: [String] { laps.map { "\($0.kind.rawValue) \($0.id.rawValue)" } }
}
