import FoundationEssentials
import SkiAnswers
import SkiBase
import SkiBuild
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

/// The identity of places across the data of two years.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaUpdateTests {
  private func map(_ name: String) async throws -> SkiMap {
    let area = try RealArea.named(name)
    let input = SkiInput(runs: [area.runs.path], lifts: [area.lifts.path])
    let elevation = try area.elevation.map { try ElevationFiles.open(paths: [$0.path]) }
    let (data, report) = try await SkiReader(input: input).read()
    return try GraphBuild.build(data, report: report, elevation: elevation).contents.map()
  }

  @Test func `every lift and run of Andorra as mapped in 2023 has a fate two years later`() async throws {
    let (old, new) = (try await map("andorra-2023"), try await map("andorra"))
    let difference = try MapDifference(old: old, new: new)
    let counts = difference.counts().map { "\($0.count) \($0.outcome.rawValue)" }.joined(separator: ", ")
    print("Andorra 2023 to today: \(counts), \(difference.added.count) added")
    #expect(
      difference.comparisons.count == old.regions.reduce(0) { $0 + ((try? old.graph($1).featureCount) ?? 0) })
    let finder = PlaceFinder(map: new)
    for fate in difference.comparisons {
      let isThere = fate.outcome != .gone && fate.outcome != .replaced
      #expect((fate.outcome == .gone) == fate.successors.isEmpty)
      guard isThere else { continue }
      // A saved id resolves in the newer map.
      let place = try finder.place("\(fate.old.feature.kind.rawValue):\(fate.old.feature.id.rawValue)")
      #expect(fate.successors.map(\.index).contains { place.features.contains($0) }, "\(fate.text().string)")
    }
    let share =
      Double(difference.comparisons.count { $0.outcome == .gone }) / Double(difference.comparisons.count)
    #expect(share < 0.05, "\(counts)")
  }

  @Test(arguments: ["trois-vallees", "andorra"])
  func `a map built from the features in reverse order has no differences`(name: String) async throws {
    let area = try RealArea.named(name)
    var (data, report) = try await SkiReader(
      input: SkiInput(runs: [area.runs.path], lifts: [area.lifts.path])
    )
    .read()
    let one = try GraphBuild.build(data, report: report, elevation: nil).contents.map()
    data.runs.reverse()
    data.lifts.reverse()
    report = ImportReport()
    let other = try GraphBuild.build(data, report: report, elevation: nil).contents.map()
    let difference = try MapDifference(old: one, new: other)
    #expect(difference.isEmpty(), "\(difference.text().string)")
  }
}
