import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiSystem
import SkiTracks

/// One of several servers with its share of travellers and viewers.
struct LoadProcess {
  private let settings: Settings
  private let trips: LoadTrips
  private let number: Int
  private let processCount: Int
  private let figures = Locked(LoadFigures())

  init(_ settings: Settings) throws {
    self.settings = settings
    trips = try LoadTrips(settings)
    number = try settings.count("process", 0)
    processCount = try settings.count("processes", 1)
  }

  /// Says `ready` when all viewers listen, reads `start MILLISECONDS [PID]`, and prints the figures at the end.
  func run() async throws {
    let map = try SkiMap.open(path: try settings.text("map"))
    let lines = try WalkedLines(map)
    let driver = try await settings.driver()
    let environment = SkiEnvironment(
      map: map, storage: try await SharingStorage.sql(driver), membership: trips)
    let running = Task { await environment.run() }
    let window = Locked(LoadWindow(start: .infinity, end: .infinity))
    let viewers = try await listen(environment, window)
    say("ready")
    let words = (readLine() ?? "").split(separator: " ")
    guard words.first == "start", words.count > 1, let start = Double(words[1]) else { return }
    let seconds = try settings.number("seconds")
    let measured = LoadWindow(start: start, end: start + seconds * 1000)
    window.withLock { $0 = measured }
    let travellers = try report(environment, lines, measured)
    try await sleep(untilMilliseconds: start)
    let processor = processorSeconds()
    if let ends = try? settings.count("ends") {
      let stopped = words.count > 2 ? pid_t(words[2]) : nil
      try await EndMeasure(environment, lines, stopped, figures).run(count: ends)
    } else {
      try await sleep(untilMilliseconds: measured.end)
    }
    let used = processorSeconds() - processor
    try await Task.sleep(for: .seconds(2))
    figures.withLock { ($0.processorSeconds, $0.peakMebibytes) = (used, peakMebibytes()) }
    say(String(decoding: try JSONEncoder().encode(figures.withLock { $0 }), as: UTF8.self))
    for task in viewers + travellers { task.cancel() }
    running.cancel()
    await running.value
    await driver.close()
  }

  // MARK: Viewers

  /// Lets all viewers of this process listen: travellers to those near, on the process after that of their reports.
  private func listen(
    _ environment: SkiEnvironment, _ window: Locked<LoadWindow>
  ) async throws -> [Task<Void, any Error>] {
    var tasks: [Task<Void, any Error>] = []
    let near = LocationsShown.near(
      metres: try settings.number("near", 2000), most: try settings.count("most", 50))
    for trip in 0..<trips.tripCount {
      let id = try LoadTrips.trip(trip)
      for viewer in 0..<trips.size where (trip * trips.size + viewer + 1) % processCount == number {
        let user = try LoadTrips.traveller(viewer, of: trip)
        let stream = try await environment.positions.listenForFriendsLocations(
          in: id, as: .member(user), showing: near)
        tasks.append(watch(stream, isHost: false, window))
      }
      for host in 0..<trips.hostCount where (trip + host) % processCount == number {
        let user = try LoadTrips.host(host, of: trip)
        let stream = try await environment.positions.listenForFriendsLocations(
          in: id, as: .member(user), showing: .all)
        tasks.append(watch(stream, isHost: true, window))
      }
    }
    return tasks
  }

  private func watch(
    _ stream: LocationStream, isHost: Bool, _ window: Locked<LoadWindow>
  ) -> Task<Void, any Error> {
    Task { [figures] in
      var log = ViewerLog()
      for try await batch in stream {
        log.take(
          batch, at: nowMilliseconds(), isHost: isHost, window: window.withLock { $0 }, figures: figures)
      }
    }
  }

  // MARK: Travellers

  private func report(
    _ environment: SkiEnvironment, _ lines: WalkedLines, _ window: LoadWindow
  ) throws -> [Task<Void, any Error>] {
    let period = 1000 / (try settings.number("hertz"))
    var tasks: [Task<Void, any Error>] = []
    for trip in 0..<trips.tripCount {
      let id = try LoadTrips.trip(trip)
      for traveller in 0..<trips.size {
        let global = trip * trips.size + traveller
        guard global % processCount == number else { continue }
        let user = try LoadTrips.traveller(traveller, of: trip)
        let walker = Walker(lines, number: global)
        tasks.append(
          Task { [figures] in
            try await Self.walk(
              walker, user, id, environment, period: period, window: window, figures: figures)
          })
      }
    }
    return tasks
  }

  private static func walk(
    _ walker: Walker, _ user: UserID, _ trip: TripID, _ environment: SkiEnvironment, period: Double,
    window: LoadWindow, figures: Locked<LoadFigures>
  ) async throws {
    var walker = walker
    var next = nowMilliseconds() + Double.random(in: 0..<period)
    while true {
      try await sleep(untilMilliseconds: next)
      let began = nowMilliseconds()
      let isLate = began - next > 100
      let fix = walker.fix(afterSeconds: period / 1000)
      let outcome = try? await environment.positions.updateCurrentUserLocation([fix], of: user, in: trip)
      let took = nowMilliseconds() - began
      next = max(next + period, nowMilliseconds() - period)
      guard window.contains(began) else { continue }
      figures.withLock { figures in
        if isLate { figures.late += 1 }
        switch outcome?.first {
        case .stored?:
          figures.stored += 1
          figures.acknowledgements.add(took)
        case nil: figures.failures += 1
        default: figures.otherOutcomes += 1
        }
      }
    }
  }
}
