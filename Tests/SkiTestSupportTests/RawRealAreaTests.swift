import Foundation
import SkiTestSupport
import Testing

/// The raw checker on real files: whole runs and lifts are right in their own direction and wrong in reverse.
@Suite(.enabled(if: RealAreas.isAvailable))
struct RawRealAreaTests {
  private func area(_ name: String) throws -> RawArea {
    let real = try RealArea.named(name)
    let heights = try real.elevation.map { try RawHeightFiles(folder: $0).heights(uncertaintyMetres: 2) }
    return try real.rawArea(heights: heights)
  }

  private var request: RawRequest {
    var request = RawRequest()
    request.allowsOffScale = true
    request.allowsToursAndHikes = true
    request.allowsItineraries = true
    return request
  }

  @Test(arguments: RealArea.names)
  func `every run and lift used whole in its own direction breaks no rule`(name: String) throws {
    let area = try area(name)
    let counts = area.counts()
    #expect(counts.runs > 20 && counts.lifts > 3)
    for step in area.plainSteps() {
      let result = area.check(RawRoute(steps: [step], seconds: step.seconds), for: request)
      #expect(result.violations == [])
    }
  }

  @Test(arguments: RealArea.names)
  func `every one-way run and lift used in reverse breaks its direction rule`(name: String) throws {
    let area = try area(name)
    let steps = area.plainSteps(decided: true)
    #expect(steps.contains { $0.kind == "lift" })
    for var step in steps {
      step.vertices.reverse()
      let result = area.check(RawRoute(steps: [step], seconds: step.seconds), for: request)
      #expect(
        result.violations.map(\.rule) == [step.kind == "lift" ? .liftDirection : .runUphill],
        "\(step.kind) \(step.id ?? "")")
    }
  }

  @Test func `ten thousand routes of random steps in Les Trois Vallées all break a rule`() throws {
    let area = try area("trois-vallees")
    let steps = area.plainSteps()
    print("seed 4")
    var generator = SeededGenerator(seed: 4)
    let routes = (0..<10_000).map { _ in
      RawRoute(
        steps: (0..<8).map { _ in steps[Int.random(in: steps.indices, using: &generator)] }, seconds: nil)
    }
    let refused = routes.count { !area.check($0, for: request).violations.isEmpty }
    #expect(refused == 10_000)
  }
}
