import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Suggestions for a place outside the network.
@Suite struct NearbyFeatureTests {
  private static func offered(_ features: [DrawnFeature], _ drawing: String, cellMetres: Double = 100) throws
    -> [String]
  {
    let world = try DrawnWorld(drawing, cellMetres: cellMetres, features)
    return NearbyFeatures.around(world.place("X"), in: world.graph).map(\.name)
  }

  @Test func `the three nearest lifts and the two nearest runs are offered, each name once`() throws {
    let drawing = "X-A-B-C-D-E-F"
    let lifts = ["AB", "BC", "CD", "DE"].map { DrawnFeature.lift($0, .chairLift) }
    let runs = ["EF", "DC", "CB"].map { DrawnFeature.run($0, .easy) }
    #expect(try Self.offered(lifts + runs, drawing) == ["AB", "BC", "CD", "CB", "DC"])
    let twins = [DrawnFeature.lift("AB", .chairLift, name: "Twin"), .lift("CD", .chairLift, name: "Twin")]
    #expect(try Self.offered(twins, drawing) == ["Twin"])
  }

  @Test func `only named, operating and accessible features within 2 km are offered`() throws {
    let changes: [(inout GraphFeature) -> Void] = [
      { $0.status = .disused }, { $0.access[.access] = "private" }, { $0.name = nil },
    ]
    for change in changes {
      #expect(try Self.offered([.lift("AB", .chairLift, change: change)], "X-A-B").isEmpty)
    }
    for (metres, count) in [(950.0, 1), (1050, 0)] {
      #expect(try Self.offered([.run("AB", .easy)], "X-A-B", cellMetres: metres).count == count)
    }
  }
}
