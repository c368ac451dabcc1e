import SkiGeo
import SkiGraph
import SkiModel
import SkiNavigation
import SkiRouting

/// An open map with what the questions over it share: names, routers, the map of kinds and the files of the day.
///
/// `Sendable`: any number of threads may use it at once.
final class OpenMap: Sendable {
  let map: SkiMap
  let finder: PlaceFinder
  let kinds: MapKindIndex
  let files: DayFiles
  private let base: MapRouter
  /// The routers used so far, a list since they are few and a command mostly needs one.
  private let routers = Locked<[(key: RouterKey, router: MapRouter)]>([])
  /// The maximum number of routers kept.
  private static let routerLimit = 32

  /// The parts of a day in which questions of one command can differ; its files are the same for all.
  private struct RouterKey: Equatable {
    let hours: OperatingHours
    let hasReport: Bool
    let now: UniversalTime?
    let day: CalendarDay?
    let offset: UTCOffset?
    let closed: [String]

    init(_ schedule: Schedule, closed: [String]) {
      hours = schedule.hours
      hasReport = schedule.report != nil
      // Only observations of a report depend on the time.
      now = hasReport ? schedule.now : nil
      (day, offset, self.closed) = (schedule.day, schedule.offset, closed)
    }
  }

  /// Creates the shared parts of a map.
  /// - Parameter files: The files of the day, for commands with several questions.
  init(_ map: SkiMap, files: DayFiles = DayFiles()) {
    (self.map, self.files) = (map, files)
    finder = PlaceFinder(map: map)
    kinds = MapKindIndex(map: map)
    base = MapRouter(map: map)
  }

  /// Returns the router of a day on which some lifts and runs are closed.
  /// - Parameter closed: The names or ids of the closed lifts and runs.
  /// - Throws: The errors of ``PlaceFinder/place(_:)``.
  /// - Complexity: O(1), besides finding the names on first use.
  func router(_ schedule: Schedule, closed: [String]) throws -> MapRouter {
    let key = RouterKey(schedule, closed: closed)
    func known(_ routers: [(key: RouterKey, router: MapRouter)]) -> MapRouter? {
      routers.first { $0.key == key }?.router
    }
    if let known = routers.withLock({ known($0) }) { return known }
    let fresh = base.on(schedule, closing: try closed.map(finder.place))
    return routers.withLock { routers in
      if let known = known(routers) { return known }
      if routers.count >= Self.routerLimit { routers.removeAll() }
      routers.append((key, fresh))
      return fresh
    }
  }
}
