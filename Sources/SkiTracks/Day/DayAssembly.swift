import SkiBase
import SkiGraph

/// Assembles a day from its parts: laps with times and waits, unmatched stretches, and totals.
struct DayAssembly {
  let track: MatchedTrack
  let edges: TravelledEdges
  let options: SkiDayOptions

  /// Returns the day. Complexity: O(*n* log *n*) in fixes.
  func day(_ parts: [DayPart]) -> SkiDay {
    let measuring = LapMeasuring(track: track, edges: edges, options: options)
    let stays = StayFinder(track: track, options: options).stays()
    let pauses = BreakFinding(stays, edges: edges, options: options)
    var laps: [Lap] = []
    /// The time of waiting before each lap.
    var waits: [ClosedRange<UniversalTime>?] = []
    for part in parts {
      guard var lap = measuring.lap(part) else { continue }
      var wait: ClosedRange<UniversalTime>?
      if lap.kind == .lift {
        wait = trimRide(&lap).flatMap { pauses.wait($0, boardingAt: lap.points.first?.coordinate) }
      }
      if let last = laps.indices.last {
        laps[last].end = max(laps[last].start, min(laps[last].end, wait?.lowerBound ?? lap.start))
        lap.start = max(lap.start, laps[last].end)
      }
      lap.end = max(lap.start, lap.end)
      laps.append(lap)
      waits.append(wait)
    }
    RidePooling.pool(&laps)
    var points = self.points()
    for (index, lap) in laps.enumerated() {
      for fix in lap.fixes where (lap.start...lap.end).contains(points[fix].time) { points[fix].lap = index }
    }
    measureSpeeds(&laps, points)
    let unmatched = UnmatchedFinding(track: track, stays: stays, options: options).stretches(between: laps)
    var areas: [VisitedArea] = []
    for index in laps.indices { laps[index].area = area(of: laps[index], &areas) }
    var times = TimeKeeping(track: track, options: options)
    times.count(&laps, waits: waits, unmatched: unmatched)
    var day = SkiDay(
      laps: laps, unmatched: unmatched, totals: times.totals.adding(laps, unmatched), points: points,
      areas: areas, options: options)
    day.breaks = pauses.breaks(outside: laps, waits: waits, options: options)
    day.descents = DescentGrouping(day: day, stays: stays).descents()
    return day
  }

  /// Trims waiting and walking off both ends of a ride.
  /// - Returns: The time of waiting before the ride; nil when there is none.
  private func trimRide(_ lap: inout Lap) -> ClosedRange<UniversalTime>? {
    let riding = lap.fixes.filter { track.fixes[$0].state == .onLift }
    guard let first = riding.first, let last = riding.last else { return nil }
    if first > lap.fixes.lowerBound {
      lap.start = max(lap.start, track.fixes[first - 1].fix.time)
    }
    if last < lap.fixes.upperBound - 1 { lap.end = min(lap.end, track.fixes[last + 1].fix.time) }
    lap.fixes = first..<last + 1
    return wait(before: first, until: lap.start)
  }

  /// Returns the time of waiting before a ride, back to the first waiting fix with no gap over `shuffleSeconds`.
  private func wait(before first: Int, until end: UniversalTime) -> ClosedRange<UniversalTime>? {
    var start: UniversalTime?
    var known = end
    for position in stride(from: first - 1, through: 0, by: -1) {
      let fix = track.fixes[position]
      guard known.secondsSince1970 - fix.fix.time.secondsSince1970 <= Self.shuffleSeconds else { break }
      switch fix.state {
      case .waiting where fix.fix.time <= end: (start, known) = (fix.fix.time, fix.fix.time)
      case .stopped, .onFoot: known = min(known, fix.fix.time)
      case .onLift where start != nil: return start.map { $0...end }
      default: break
      }
    }
    return start.map { $0...end }
  }

  /// The longest interruption of waiting, in seconds, within one queue.
  private static let shuffleSeconds = 30.0

  /// Returns the fixes of the track as points on the map. Complexity: O(*n* log *p*).
  private func points() -> [DayPoint] {
    track.fixes.map { fix in
      let elevation = fix.place.flatMap {
        edges.edge($0.region, $0.edge).point(at: $0.metresAlong).elevationMetres
      }
      return DayPoint(
        time: fix.fix.time, coordinate: fix.coordinate, elevationMetres: elevation ?? fix.fix.elevationMetres,
        state: fix.state)
    }
  }

  private func measureSpeeds(_ laps: inout [Lap], _ points: [DayPoint]) {
    let progress = progress(points)
    for index in laps.indices {
      let rows = laps[index].fixes.compactMap { points[$0].lap == index ? progress[$0] : nil }
      laps[index].topSpeedMetresPerSecond = SpeedMeasuring.top(rows)
      if laps[index].kind == .lift {
        laps[index].stoppedSeconds = min(laps[index].durationSeconds, SpeedMeasuring.standingSeconds(rows))
      }
    }
  }

  /// Returns the distance along the passages of each fix, in metres on the map; nil for fixes on no passage.
  private func progress(_ points: [DayPoint]) -> [SpeedMeasuring.Progress?] {
    var progress: [SpeedMeasuring.Progress?] = Array(repeating: nil, count: points.count)
    var metres = 0.0
    for passage in track.passages {
      for position in passage.fixes.clamped(to: points.indices) {
        guard let place = track.fixes[position].place, place.edge == passage.edge,
          place.region == passage.region,
          place.metresAlong.isFinite
        else { continue }
        progress[position] = SpeedMeasuring.Progress(
          seconds: points[position].time.secondsSince1970,
          metres: metres + max(0, place.metresAlong - passage.enteredMetres),
          elevationMetres: points[position].elevationMetres)
      }
      metres += edges.metres(of: passage)
    }
    return progress
  }

  private func area(of lap: Lap, _ areas: inout [VisitedArea]) -> Int? {
    let graph = edges.graph(lap.region)
    guard let area = graph.feature(lap.feature).area else { return nil }
    if let known = areas.firstIndex(where: { $0.region == lap.region && $0.area == area }) { return known }
    let facts = graph.area(area)
    areas.append(
      VisitedArea(
        region: lap.region, area: area, name: facts.name, id: facts.id,
        operatingLiftCount: facts.operatingLiftCount))
    return areas.count - 1
  }
}
