import FoundationEssentials
import SkiBase
import SkiBuild
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Private lifts, forbidden runs and opening hours on real areas; the test adds the tags, which these areas
/// hardly have.
@Suite(.enabled(if: RealData.isNamed)) struct RealAreaAccessTests {
  private static let winter = CalendarDay(daysSince1970: 20_487)  // 2026-02-03
  private static let summer = CalendarDay(daysSince1970: 20_640)  // 2026-07-06
  private static let hours = "Dec-Apr 09:00-16:00"

  @Test(arguments: ["andorra", "trois-vallees", "us/snowbird"])
  func `no route uses a private lift, a forbidden run or a lift outside its opening hours`(
    name: String
  ) async throws {
    let (graph, report) = try await Self.tagged(name)
    let barred = graph.restrictedFeatures()
    #expect(barred.count >= 5 && report.count(of: "accessBarred") >= barred.count)
    #expect(report.count(of: "openingHoursUnread") > 0)
    // Barred runs may be areas without crossings; a lift always has links.
    let lifts = barred.map(\.feature).filter {
      graph.feature($0).kind == .lift && graph.feature($0).status == .operating
    }
    #expect(!lifts.isEmpty && lifts.allSatisfy { !graph.links(of: $0).isEmpty }, "\(name)")
    let closed = Set(barred.map(\.feature))
    var (found, rides) = (0, 0)
    for day in [Self.winter, Self.summer] {
      let session = DaySession(
        Router(graph: graph), timetable: Timetable(graph: graph, schedule: Schedule(day: day)))
      var random = SeededGenerator(seed: 26)
      for _ in 0..<150 {
        let nodes = (0..<2).map { _ in NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random)) }
        let departure = DayTime(hour: Int.random(in: 8...15, using: &random))
        let request = RouteRequest.fastest(from: .node(nodes[0]), to: .node(nodes[1]))
        guard case .answer(let route) = try session.route(request, departing: departure) else { continue }
        found += 1
        var clock = departure
        for step in route.steps {
          let boarding = clock.advanced(byMilliseconds: step.closedMilliseconds)
          clock = clock.advanced(byMilliseconds: step.milliseconds)
          guard let feature = step.feature else { continue }
          #expect(!closed.contains(feature), "\(name): \(step.label ?? "?") is barred")
          guard step.kind == .lift, graph.feature(feature).openingHours == Self.hours else { continue }
          rides += 1
          #expect(day == Self.winter, "\(name): \(step.label ?? "?") runs in summer")
          #expect(boarding >= DayTime(hour: 9) && boarding <= DayTime(hour: 16), "\(name): \(boarding)")
        }
      }
    }
    print("\(name): \(found) routes, \(rides) rides within hours, \(barred.count) barred")
    #expect(found > 20 && rides > 0)
  }

  /// Returns an area in which every tenth lift is private, every twentieth run forbidden, a third of the
  /// lifts have opening hours and one has hours that cannot be parsed.
  private static func tagged(_ name: String) async throws -> (graph: RoutingGraph, report: ImportReport) {
    let area = try RealArea.named(name)
    let input = SkiInput(runs: [area.runs.path], lifts: [area.lifts.path], areas: [], spots: [])
    let (found, read) = try await SkiReader(input: input).read()
    var data = found
    for index in data.lifts.indices {
      if index % 10 == 4 { data.lifts[index].access[.access] = "private" }
      if index % 3 == 0 { data.lifts[index].openingHours = hours }
      if index == 1 { data.lifts[index].openingHours = "every day" }
    }
    for index in data.runs.indices where index % 20 == 7 { data.runs[index].access[.ski] = "no" }
    let elevation = try MapMaking.elevation(of: area)
    let (builder, report) = try MapMaking.builder(of: data, report: read, elevation: elevation)
    return (try builder.build(), report)
  }
}
