import FoundationEssentials
import SkiBase
import SkiGraph
import SkiTestSupport
import Synchronization
import Testing

@testable import SkiBuild

struct ConnectedGroupsTests {
  /// Returns the sample mountain at several places of the world, so that there are groups to connect at the same time.
  private static func archipelago() async throws -> (data: SkiData, report: ImportReport) {
    let folder = SampleFiles.folder.appending(path: "openskimap")
    let (one, report) = try await SkiReader(
      input: SkiInput(
        runs: [folder.appending(path: "runs.geojson").path],
        lifts: [folder.appending(path: "lifts.geojson").path],
        areas: [folder.appending(path: "ski_areas.geojson").path])
    ).read()
    var all = SkiData()
    all.sources = one.sources
    all.areas = one.areas
    for copy in 0..<6 {
      let move = { (line: Polyline) in line.movedEast(degrees: Double(copy) * 0.4) }
      all.runs += one.runs.map { run in
        var run = run
        run.id = SourceID("\(copy)-\(run.id.rawValue)")
        if case .lines(let lines) = run.geometry { run.geometry = .lines(lines.map(move)) }
        return run
      }
      all.lifts += one.lifts.map { lift in
        var lift = lift
        lift.id = SourceID("\(copy)-\(lift.id.rawValue)")
        lift.parts = lift.parts.map(move)
        return lift
      }
    }
    return (all, report)
  }

  @Test func `a graph does not depend on the number of threads`() async throws {
    let (data, report) = try await Self.archipelago()
    var made: [(links: [[BuilderLink]], report: ImportReport)] = []
    for threads in [1, 2, 5] {
      var options = GraphBuildOptions()
      options.parallelTasks = threads
      var links: [[BuilderLink]] = []
      let report = try GraphBuild.build(data, report: report, elevation: nil, options: options) {
        links.append($0.links)
      }
      made.append((links, report))
    }
    #expect(made[0].links.joined().count > 1000)
    #expect(made[1].links == made[0].links && made[2].links == made[0].links)
    #expect(made[1].report == made[0].report && made[2].report == made[0].report)
  }

  @Test func `the progress of a build never decreases and ends at one`() async throws {
    let (data, report) = try await Self.archipelago()
    let steps = Steps()
    _ = try GraphBuild.build(
      data, report: report, elevation: nil, progress: { steps.add($0, $1) }, region: { _ in })
    let connecting = steps.all.filter { $0.stage == "connecting" }.map(\.fraction)
    #expect(connecting.count >= 7)
    #expect(zip(connecting, connecting.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(connecting.first == 0 && connecting.last == 1)
  }

  @Test func `a cancelled build delivers no region`() async throws {
    let (data, report) = try await Self.archipelago()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try GraphBuild.build(data, report: report, elevation: nil) { _ in Issue.record("a region was made")
      }
    }
    let error = await #expect(throws: SkiError.self) { _ = try await task.value }
    #expect(error?.code == .cancelled)
  }
}

extension Polyline {
  fileprivate func movedEast(degrees: Double) -> Polyline {
    Polyline(
      coordinates.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + degrees) },
      elevations: (0..<count).map { elevationMetres(at: $0) })
  }
}

/// Collects the progress that a build reports.
private final class Steps: Sendable {
  private let steps = Mutex<[(stage: String, fraction: Double)]>([])
  func add(_ stage: String, _ fraction: Double) { steps.withLock { $0.append((stage, fraction)) } }
  var all: [(stage: String, fraction: Double)] { steps.withLock { $0 } }
}
