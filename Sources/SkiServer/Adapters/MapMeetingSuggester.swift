package import SkiAPI
import SkiAnswers
package import SkiBase
package import SkiGraph
package import SkiPeople
package import SkiRouting
import SkiTracks

/// The search for meeting places on the served map, from what people share with the one who asks.
///
/// A person counts by the exact position or the cell that they share with the asker, the asker by their own position. Those who
/// share only their ski area or nothing are missing. The answer holds no position.
package struct MapMeetingSuggester: MeetingSuggester {
  private let work: MapWork
  private let positions: MapRepository
  private let users: UserService
  private let trips: TripService
  private let now: @Sendable () -> UniversalTime

  /// The side of the largest cell whose centre stands for a position, in metres.
  package static let greatestCellMetres = 2000
  /// The time before the meeting from which people are on the way, in seconds.
  package static let greatestTravelSeconds = 7200.0

  /// Creates a search.
  /// - Parameters:
  ///   - keeper: The served map and states.
  ///   - lane: The lane for searches.
  ///   - timeout: The time for a search, waiting included.
  ///   - lifts: The states that members of trips see; nil for those of everyone.
  ///   - positions: The live positions.
  ///   - users: The profiles.
  ///   - trips: The zones of trips.
  ///   - now: The clock.
  package init(
    keeper: MapReloader, lane: WorkLane, timeout: Duration, lifts: LiftStatusRepository? = nil,
    positions: MapRepository, users: UserService, trips: TripService,
    now: @escaping @Sendable () -> UniversalTime
  ) {
    work = MapWork(keeper: keeper, lane: lane, timeout: timeout, lifts: lifts)
    (self.positions, self.users, self.trips, self.now) = (positions, users, trips, now)
  }

  package func suggest(_ request: MeetingRequest) async throws -> MeetingSuggestion? {
    let places = try await coordinates(of: request)
    guard places.count > 1 else { return nil }
    let zone = try await trips.get(request.trip, as: request.asker).zone
    let skiers = try await users.skiers(of: Array(places.keys))
    // The asker comes first, whose region counts among equals.
    let order = [request.asker] + places.keys.sorted().filter { $0 != request.asker }
    let people = try order.compactMap { user in
      try places[user].map { place in
        MeetingSearch.Person(
          user: user, coordinate: place, profile: try (skiers[user] ?? SkierSettings()).profile())
      }
    }
    let now = now()
    let found = try await work.run(in: request.trip) { served in
      try Self.search(for: request.time, now: now, served, zone).place(for: people)
    }
    return found.map { found in
      MeetingSuggestion(
        place: found.place, missing: request.people.filter { !found.people.contains($0) })
    }
  }

  /// Returns the search of the day of the meeting: of today, people are on the way from now.
  private static func search(
    for time: UniversalTime?, now: UniversalTime, _ served: ServedMap, _ zone: TimeZoneName
  ) throws -> MeetingSearch {
    let day = TravelDay(of: time ?? now, now: now, served, zone: zone)
    let start = time.map { max(now, $0.advanced(bySeconds: -greatestTravelSeconds)) } ?? now
    return MeetingSearch(
      router: try served.map.service.router(day.schedule, closed: []),
      departure: max(DayTime(milliseconds: 0), day.dayTime(of: start)), latest: time.map(day.dayTime))
  }

  /// Returns the coordinates by which people count.
  private func coordinates(of request: MeetingRequest) async throws -> [UserID: Coordinate] {
    let others = Set(request.people).subtracting([request.asker])
    var places: [UserID: Coordinate] = [:]
    for location in try await positions.locations(
      of: others, in: request.trip, as: .member(request.asker))
    {
      places[location.user] = Self.coordinate(location)
    }
    guard request.people.contains(request.asker) else { return places }
    places[request.asker] = try await positions.currentUserLocation(of: request.asker, in: request.trip)?
      .coordinate
    return places
  }

  private static func coordinate(_ location: SharedLocation) -> Coordinate? {
    switch location.detail {
    case .exact(let exact): exact.coordinate
    case .cell(let cell): cell.sideMetres <= greatestCellMetres ? cell.centre : nil
    case .area: nil
    }
  }
}

/// The served map with a lane of threads: searches of the adapters run there, never in the shared pool.
package struct MapWork: Sendable {
  private let keeper: MapReloader
  private let lane: WorkLane
  private let timeout: Duration
  private let lifts: LiftStatusRepository?

  /// Creates work.
  /// - Parameters:
  ///   - keeper: The served map and states.
  ///   - lane: The lane.
  ///   - timeout: The time for waiting and running.
  ///   - lifts: The states that members of trips see; nil for those of everyone.
  package init(
    keeper: MapReloader, lane: WorkLane, timeout: Duration, lifts: LiftStatusRepository? = nil
  ) {
    (self.keeper, self.lane, self.timeout, self.lifts) = (keeper, lane, timeout, lifts)
  }

  /// Runs a body on the lane with the map and states served at its beginning, as the members of a trip see them.
  /// - Throws: ``SkiError`` as ``WorkLane/run(timeout:isAbandoned:_:)``.
  package func run<Result: Sendable>(
    in trip: TripID? = nil, _ body: @escaping @Sendable (ServedMap) throws -> Result
  ) async throws -> Result {
    var served = keeper.served
    if let lifts, let trip, lifts.tripWords.trips.contains(trip) {
      served = served.with(lifts.current(in: [trip]), of: [trip])
    }
    let seen = served
    return try await lane.run(timeout: timeout) { try body(seen) }
  }
}

extension LiftNames {
  /// Creates the list of the lifts and runs of a map.
  ///
  /// One region after the other is read, and not kept.
  /// - Throws: ``SkiError`` as ``SkiMap/uncachedGraph(_:)``; `.cancelled` or `.timedOut`, see ``WorkLimit``.
  /// - Complexity: O(*n*) in the bytes of the map.
  package init(of map: SkiMap) throws {
    let kinds = [FeatureKind.lift.code, FeatureKind.run.code]
    var features: [(id: SourceID, name: String?, area: SourceID?)] = []
    for region in map.regions {
      try WorkLimit.check("the names of lifts and runs")
      let graph = try map.uncachedGraph(region)
      for position in 0..<graph.featureCount where kinds.contains(graph.kindCode(of: position)) {
        let index = FeatureIndex(position)
        let area = graph.feature(index).area.flatMap { graph.area($0).id }
        features.append((id: graph.sourceID(of: index), name: graph.name(of: index), area: area))
      }
    }
    self.init(features)
  }
}

/// The day on which people travel: its schedule by the served states, and its clock in the zone of the trip.
package struct TravelDay: Sendable {
  /// The schedule; observed states apply today only.
  package let schedule: Schedule
  private let midnight: UniversalTime

  /// Creates the day of a time.
  /// - Parameters:
  ///   - time: The time of the travel.
  ///   - now: The current time.
  ///   - served: The served states.
  ///   - zone: The zone of the trip.
  package init(of time: UniversalTime, now: UniversalTime, _ served: ServedMap, zone: TimeZoneName) {
    let report = served.status?.report
    let offset = Self.offset(at: time, in: zone)
    let day = time.clock(offset: offset).day
    let conditions = DayConditions(report: report, now: now, stepSeconds: 60)
    let isToday = now.clock(offset: offset).day == day
    schedule = Schedule(
      report: report, now: isToday ? conditions.observedAt : nil, day: day, offset: offset)
    midnight = UniversalTime(day, secondsOfDay: 0, offset: offset)
  }

  /// Returns a time by the clock of the day; negative before it.
  package func dayTime(of time: UniversalTime) -> DayTime {
    let seconds = time.secondsSince1970 - midnight.secondsSince1970
    return DayTime(milliseconds: Int((max(-1e9, min(1e9, seconds)) * 1000).rounded()))
  }

  /// Returns the time of a moment of the day.
  package func time(of moment: DayTime) -> UniversalTime {
    midnight.advanced(bySeconds: Double(moment.milliseconds) / 1000)
  }

  private static func offset(at time: UniversalTime, in zone: TimeZoneName) -> UTCOffset {
    UTCOffset(zone: zone.rawValue, at: time) ?? .zero
  }
}

extension DayLap {
  /// Creates the lap of a matched one; nil for one that was recorded by less than half, or that the source does not name.
  ///
  /// An id by the position in a file names nothing in another file.
  init?(_ lap: Lap) {
    guard lap.start < lap.end, !lap.isMostlyBridged, lap.id.isLasting else { return nil }
    let isDescent = lap.kind == .run || lap.isDownward
    self.init(
      lap.kind == .lift ? .lift : .run, source: lap.id, start: lap.start, end: lap.end,
      lengthMetres: max(0, lap.lengthMetres),
      descentMetres: isDescent ? max(0, lap.recordedDescentMetres ?? 0) : 0,
      topSpeedMetresPerSecond: lap.topSpeedMetresPerSecond)
  }
}

extension SourceID {
  /// The greatest length of the id of a lap, in bytes of UTF-8.
  private static let greatestByteCount = 128

  /// Indicates whether the source itself gives the id, at a length that is stored.
  fileprivate var isLasting: Bool {
    guard (1...Self.greatestByteCount).contains(rawValue.utf8.count) else { return false }
    guard let mark = rawValue.lastIndex(of: "#") else { return true }
    let digits = rawValue[rawValue.index(after: mark)...].utf8
    return digits.isEmpty || !digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
