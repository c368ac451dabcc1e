import SkiAPI
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAnswers

@Suite struct NearbyQuestionTests {
  private func service() async throws -> MapService {
    MapService(map: try await MapMaking.sample(.openskimap).contents.map())
  }

  private func entries(_ query: [(String, String)], _ service: MapService) throws -> [[String: JSONTree]] {
    let question = try NearbyQuestion(query: query.map { (name: $0.0, value: $0.1) })
    let conditions = DayConditions(now: UniversalTime(secondsSince1970: 0))
    let answer = try QuestionAnswer(question, over: service, under: conditions)
    let tree = try JSONTree.read(answer.bytes, depthLimit: 16, doubts: .refused)
    guard case .array(let entries)? = tree.member("nearby") else { return [] }
    return entries.compactMap { entry in if case .object(let members) = entry { members } else { nil } }
  }

  private func number(_ entry: [String: JSONTree], _ name: String) -> Double? { entry[name]?.nearestDouble }

  @Test func `items come in order of time, each with bearing and difference of elevations`() async throws {
    let service = try await service()
    let lift = try #require(try service.finder.matches("a", limit: 1000).first { $0.place.kind == .lift })
    let place = lift.place.point.coordinate.argumentText()
    let entries = try entries([("place", place), ("limit", "100")], service)
    #expect(entries.count > 5)
    let minutes = entries.compactMap { number($0, "minutes") }
    #expect(minutes == minutes.sorted() && minutes.count > 3)
    for entry in entries {
      let bearing = try #require(number(entry, "bearingDegrees"))
      #expect((0...360).contains(bearing))
      #expect((number(entry, "climbMetres") == nil) == (number(entry, "elevationMetres") == nil))
    }
  }

  @Test func `limits of time, distance, kind and number hold`() async throws {
    let service = try await service()
    let place = try #require(try service.finder.matches("a", limit: 10).first).place.point.coordinate
      .argumentText()
    for entry in try entries([("place", place), ("minutes", "5")], service) {
      #expect(try #require(number(entry, "minutes")) <= 5)
    }
    for entry in try entries([("place", place), ("metres", "800"), ("order", "metres")], service) {
      #expect(try #require(number(entry, "metres")) <= 800)
    }
    let lifts = try entries([("place", place), ("kinds", "lift")], service)
    #expect(!lifts.isEmpty && lifts.allSatisfy { $0["kind"] == .string("lift") })
    #expect(try entries([("place", place), ("limit", "2")], service).count == 2)
  }

  @Test(arguments: [
    ("kinds", "person"), ("kinds", "cafe"), ("limit", "0"), ("minutes", "-1"), ("metres", "1e9"),
    ("order", "name"),
  ])
  func `values out of range are refused`(name: String, value: String) async throws {
    let service = try await service()
    let error = #expect(throws: SkiError.self) {
      _ = try entries([("place", "46.05,-4.9"), (name, value)], service)
    }
    #expect(error?.code == .invalidArgument)
  }
}
