import FoundationEssentials
import SkiBase
import SkiBuild
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

/// Compares difficulties estimated from the terrain with the mapped ones, which are hidden from the build.
///
/// Covers the runs of Andorra and Crystal Mountain, lines and areas. The thresholds for North America were
/// fitted to the ten American areas, those for Europe are the standard's; neither to the two areas measured
/// here.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct GradeEstimateTests {
  @Test func `estimates of hidden difficulties are mostly exact and at most 1.25 % are far too easy`()
    async throws
  {
    var together = GradeTable()
    for name in ["andorra", "crystal-mountain"] {
      let tables = try await Self.tables(RealArea.named(name))
      for (kind, table) in tables where table.total > 0 {
        print("\(name), \(kind)\n\(table)")
        together.add(table)
      }
      let both = tables.reduce(into: GradeTable()) { $0.add($1.table) }
      #expect(both.exact >= 0.55 && both.farTooHard <= 0.03, "\(name)\n\(both)")
      #expect(both.farTooEasy <= (name == "andorra" ? 0.01 : 0.025), "\(name)\n\(both)")
      #expect(both.withoutEstimate <= 3, "\(name): \(both.withoutEstimate)")
    }
    print("together\n\(together)")
    #expect(together.exact >= 0.55, "\(together)")
    #expect(together.farTooEasy <= 0.0125, "\(together)")
    #expect(together.farTooHard <= 0.02, "\(together)")
  }

  /// The bounds for the other areas; the American ones have the elevations of the 10 m model.
  private static let others: [(name: String, exact: Double, tooEasy: Double, tooHard: Double)] = [
    ("trois-vallees", 0.46, 0.012, 0.02), ("mayrhofen", 0.48, 0.03, 0.03),
    ("us/alta", 0.45, 0.015, 0.01), ("us/alyeska", 0.53, 0.04, 0.015), ("us/bretton_woods", 0.43, 0.12, 0.01),
    ("us/jackson_hole", 0.32, 0.01, 0.05), ("us/mad_river_glen", 0.58, 0.02, 0.01),
    ("us/smugglers_notch", 0.66, 0.04, 0.01), ("us/snowbird", 0.52, 0.04, 0.01),
    ("us/sugarbush", 0.57, 0.01, 0.01), ("us/whiteface", 0.59, 0.05, 0.01), ("us/wildcat", 0.52, 0.01, 0.01),
  ]

  @Test func `difficulty estimates keep their bounds on areas they were not fitted to`() async throws {
    var together = GradeTable()
    for figures in Self.others {
      let table = try await Self.tables(RealArea.named(figures.name))
        .reduce(into: GradeTable()) { $0.add($1.table) }
      print("\(figures.name)\n\(table)")
      #expect(table.exact >= figures.exact, "\(figures.name)\n\(table)")
      #expect(table.farTooEasy <= figures.tooEasy, "\(figures.name)\n\(table)")
      #expect(table.farTooHard <= figures.tooHard, "\(figures.name)\n\(table)")
      together.add(table)
    }
    #expect(together.exact >= 0.5 && together.farTooEasy <= 0.025, "\(together)")
    print("all others\n\(together)")
  }

  /// Hides the difficulty of every run of an area, builds it, and compares the estimates, lines and areas
  /// apart.
  private static func tables(_ area: RealArea) async throws -> [(kind: String, table: GradeTable)] {
    var (data, _) = try await SkiReader(
      input: SkiInput(
        runs: [area.runs.path], lifts: [area.lifts.path], areas: area.areas.map { [$0.path] } ?? [])
    ).read()
    var painted: [SourceID: Difficulty] = [:]
    let surveyed = area.elevation == nil ? try SurveyedHeights(of: area)?.lines : nil
    for index in data.runs.indices {
      painted[data.runs[index].id] = data.runs[index].difficulty
      data.runs[index].difficulty = nil
      if let line = surveyed?[data.runs[index].id.rawValue] { data.runs[index].geometry = .lines([line]) }
    }
    let elevation = try area.elevation.map { try ElevationFiles.open(paths: [$0.path]) }
    let (builder, _) = try MapMaking.builder(of: data, elevation: elevation)
    var tables = [("lines", GradeTable()), ("areas", GradeTable())]
    for feature in builder.features.lazy.map(\.facts) where feature.kind == .run {
      guard let grade = painted[feature.id],
        !feature.uses.isDisjoint(with: [.downhill, .connection, .snowPark])
      else { continue }
      tables[feature.isArea ? 1 : 0].1.add(painted: grade, estimated: feature.estimatedDifficulty)
    }
    return tables
  }
}
