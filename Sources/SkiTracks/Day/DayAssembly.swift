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

/// Groups the laps of a day into descents.
struct DescentGrouping {
  let day: SkiDay
  let stays: [Stay]

  /// The least duration of a stop, in seconds.
  private static let stopSeconds = 60.0

  /// Returns the descents in order. Complexity: O(*n* + *l* · *s*) in points, and in laps and stays.
  func descents() -> [Descent] {
    let afterGaps = day.lapsAfterGaps()
    var descents: [Descent] = []
    var isOpen = false
    for (index, lap) in day.laps.enumerated() {
      let isAfterGap = afterGaps.contains(index)
      if isAfterGap, isOpen { descents[descents.count - 1].endsBeforeGap = true }
      if isAfterGap || lap.kind == .lift { isOpen = false }
      guard lap.kind == .run else { continue }
      if !isOpen {
        descents.append(
          Descent(
            laps: index..<index, start: lap.start, end: lap.end, descentMetres: 0, startsAfterGap: isAfterGap)
        )
      }
      add(lap, at: index, to: &descents[descents.count - 1])
      isOpen = true
    }
    for index in descents.indices { addStretchesAndStops(to: &descents[index]) }
    return descents
  }

  private func add(_ lap: Lap, at index: Int, to descent: inout Descent) {
    descent.laps = descent.laps.lowerBound..<index + 1
    descent.end = lap.end
    descent.descentMetres = descent.descentMetres.flatMap { sum in lap.descentMetres.map { sum + $0 } }
    descent.lengthMetres += lap.lengthMetres
    descent.bridgedMetres += lap.bridgedMetres
  }

  private func addStretchesAndStops(to descent: inout Descent) {
    let before = descent.laps.lowerBound > 0 ? day.laps[descent.laps.lowerBound - 1].end : nil
    let after = descent.laps.upperBound < day.laps.count ? day.laps[descent.laps.upperBound].start : nil
    for stretch in day.unmatched where stretch.reason == .offMap {
      let isBefore =
        !descent.startsAfterGap && stretch.end <= descent.start && before.map { stretch.start >= $0 } ?? false
      let isAfter =
        !descent.endsBeforeGap && stretch.start >= descent.end && after.map { stretch.end <= $0 } ?? false
      let isInside = stretch.start >= descent.start && stretch.end <= descent.end
      let isDown = (stretch.descentMetres ?? 0) > (stretch.ascentMetres ?? 0)
      guard isInside || isDown && (isBefore || isAfter) else { continue }
      descent.offMapMetres += stretch.mapLengthMetres
      descent.offMapDescentMetres += stretch.descentMetres ?? 0
      descent.start = min(descent.start, stretch.start)
      descent.end = max(descent.end, stretch.end)
    }
    for stay in stays where stay.start >= descent.start && stay.end <= descent.end {
      guard stay.durationSeconds >= Self.stopSeconds else { continue }
      descent.stopCount += 1
      descent.stoppedSeconds += stay.durationSeconds
    }
  }
}

/// Pools the receiver's elevations of the rides of one lift, where the map has none.
///
/// The rise of a lift is constant and the error of a receiver changes over the day, so the median over the rides is
/// the better estimate.
struct RidePooling {
  /// The distance in metres within which the ends of two rides are at the same station.
  private static let stationMetres = 60.0

  /// The rides of one lift between the same stations in one direction.
  private struct RideGroup {
    var region: RegionIndex
    var feature: FeatureIndex
    /// The ends of the first ride.
    var ends: (start: Coordinate, end: Coordinate)
    /// The rides, as positions in the laps.
    var rides: [Int]

    func contains(_ lap: Lap, from start: Coordinate, to end: Coordinate) -> Bool {
      lap.region == region && lap.feature == feature
        && start.distanceMetres(to: ends.start) <= stationMetres
        && end.distanceMetres(to: ends.end) <= stationMetres
        && start.distanceMetres(to: ends.start) < start.distanceMetres(to: ends.end)
    }
  }

  /// Sets the elevations of rides between the same stations to the medians over them, also of rides without any.
  /// - Complexity: O(*l* · *g* + *l* log *l*) in laps and groups of rides.
  static func pool(_ laps: inout [Lap]) {
    for group in groups(laps) where group.rides.count > 1 {
      let known = group.rides.compactMap { ride -> (start: Double, rise: Double)? in
        guard let start = laps[ride].startElevationMetres, let end = laps[ride].endElevationMetres else {
          return nil
        }
        return (start, end - start)
      }
      guard !known.isEmpty else { continue }
      let (start, rise) = (median(known.map(\.start)), median(known.map(\.rise)))
      for ride in group.rides {
        laps[ride].elevationOrigin = .track
        (laps[ride].startElevationMetres, laps[ride].endElevationMetres) = (start, start + rise)
        (laps[ride].ascentMetres, laps[ride].descentMetres) = (max(0, rise), max(0, -rise))
      }
    }
  }

  private static func groups(_ laps: [Lap]) -> [RideGroup] {
    var groups: [RideGroup] = []
    for (position, lap) in laps.enumerated() where lap.kind == .lift && lap.elevationOrigin != .map {
      guard let start = lap.points.first?.coordinate, let end = lap.points.last?.coordinate else { continue }
      if let group = groups.firstIndex(where: { $0.contains(lap, from: start, to: end) }) {
        groups[group].rides.append(position)
      } else {
        groups.append(
          RideGroup(region: lap.region, feature: lap.feature, ends: (start, end), rides: [position]))
      }
    }
    return groups
  }

  private static func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    let middle = sorted[sorted.count / 2]
    return sorted.count % 2 == 1 ? middle : (middle + sorted[sorted.count / 2 - 1]) / 2
  }
}

/// Finds the breaks among the stays of a day, with the huts near them.
struct BreakFinding {
  /// The greatest distance of a hut from a break, in metres.
  private static let hutMetres = 80.0

  /// A stay long enough, with the distance to its hut in metres.
  private struct LongStay {
    var pause: DayBreak
    var hutMetres: Double?
  }

  private let breaks: [LongStay]

  /// Looks up the huts near stays long enough.
  /// - Complexity: O(*s* · *h* + *f*) in stays, huts and the features of the regions travelled.
  init(_ stays: [Stay], edges: TravelledEdges, options: SkiDayOptions) {
    let long = stays.filter { $0.durationSeconds >= options.breakSeconds }
    let huts = long.isEmpty ? [] : edges.travelledGraphs.flatMap(Self.huts)
    breaks = long.map { stay in
      let near = huts.map { (hut: $0, metres: $0.start.coordinate.distanceMetres(to: stay.centre)) }
        .filter { $0.metres <= Self.hutMetres }.min { $0.metres < $1.metres }
      let pause = DayBreak(
        start: stay.start, end: stay.end, coordinate: stay.centre, hut: near?.hut.name, hutID: near?.hut.id)
      return LongStay(pause: pause, hutMetres: near?.metres)
    }
  }

  private static func huts(of graph: RoutingGraph) -> [GraphFeature] {
    (0..<graph.featureCount).filter { FeatureKind(code: graph.kindCode(of: $0)) == .hut }
      .map { graph.feature(FeatureIndex($0)) }
  }

  /// Returns a wait before a lift without the break at a hut in it; nil when nothing is left.
  ///
  /// Standing near both is a break when the hut is nearer than the place of boarding.
  func wait(_ wait: ClosedRange<UniversalTime>, boardingAt place: Coordinate?) -> ClosedRange<UniversalTime>?
  {
    guard let place else { return wait }
    let last = breaks.last { stay in
      guard let hutMetres = stay.hutMetres else { return false }
      return stay.pause.start < wait.upperBound && stay.pause.end > wait.lowerBound
        && hutMetres < place.distanceMetres(to: stay.pause.coordinate)
    }
    guard let last else { return wait }
    let end = max(last.pause.end, wait.lowerBound)
    return end < wait.upperBound ? end...wait.upperBound : nil
  }

  /// Returns the breaks outside lift rides and waits, each without those at its ends.
  func breaks(outside laps: [Lap], waits: [ClosedRange<UniversalTime>?], options: SkiDayOptions) -> [DayBreak]
  {
    let taken =
      laps.filter { $0.kind == .lift }.map { ($0.start, $0.end) }
      + waits.compactMap { $0.map { ($0.lowerBound, $0.upperBound) } }
    return breaks.compactMap { stay in
      var pause = stay.pause
      for (start, end) in taken where start < pause.end && end > pause.start {
        // The longer part before or after what is taken.
        let (before, after) = (
          start.secondsSince1970 - pause.start.secondsSince1970,
          pause.end.secondsSince1970 - end.secondsSince1970
        )
        if before >= after { pause.end = start } else { pause.start = end }
      }
      return pause.end.secondsSince1970 - pause.start.secondsSince1970 >= options.breakSeconds ? pause : nil
    }
  }
}
