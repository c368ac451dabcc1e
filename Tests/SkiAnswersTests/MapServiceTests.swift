import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct MapServiceTests {
  private func service(limit: Int) async throws -> MapService {
    MapService(map: try await MapMaking.sample(.openskimap).contents.map(), routerLimit: limit)
  }

  private func day(_ hour: Int) -> Schedule {
    var schedule = Schedule()
    schedule.hours.liftsClose = DayTime(hour: hour)
    return schedule
  }

  @Test func `the endpoint of a text is the same each time, and errors are not kept`() async throws {
    let service = try await service(limit: 1)
    for _ in 0..<2 {
      for text in ["Montsoleil", "lift:Aurore", "Aurore@top", " crête ", "46.07,-4.92"] {
        let (kept, found) = (try service.end(text), try NamedEndpoint(text, service.finder))
        #expect(kept.endpoint == found.endpoint && kept.label == found.label, "\(text)")
      }
      #expect { try service.end("Nowhere at all") } throws: { ($0 as? SkiError)?.code == .unknownPlace }
    }
    for number in 0..<2500 { _ = try service.end("Aurore" + String(repeating: " ", count: number)) }
    #expect(try service.end("Aurore").label == NamedEndpoint("Aurore", service.finder).label)
  }

  @Test func `the least recently used router is dropped first`() async throws {
    let service = try await service(limit: 3)
    let first = try service.router(day(10), closed: [])
    for hour in [11, 12] { _ = try service.router(day(hour), closed: []) }
    #expect(try service.router(day(10), closed: []) === first)
    _ = try service.router(day(13), closed: [])
    #expect(service.routerCount == 3)
    #expect(try service.router(day(10), closed: []) === first)
  }

  @Test func `the routers kept are those of a bounded list in order of use`() async throws {
    var random = SeededGenerator(seed: 15)
    for limit in 1...4 {
      let service = try await service(limit: limit)
      // All routers made stay alive, so that no two of them have the same identity.
      var made: [Int: MapRouter] = [:]
      var retired: [MapRouter] = []
      var recent: [Int] = []
      for _ in 0..<200 {
        let hour = Int.random(in: 10...17, using: &random)
        let router = try service.router(day(hour), closed: [])
        #expect((made[hour] === router) == recent.contains(hour), "limit \(limit), \(recent), \(hour)")
        if let earlier = made.updateValue(router, forKey: hour) { retired.append(earlier) }
        recent = Array(([hour] + recent.filter { $0 != hour }).prefix(limit))
        #expect(service.routerCount == recent.count)
      }
    }
  }

  @Test func `an answer carries the notes that the command would write`() async throws {
    let service = try await service(limit: 3)
    let question = try LocateQuestion(query: [("place", "-4.9243,46.0736")])
    let conditions = DayConditions(now: UniversalTime(secondsSince1970: 1_800_000_000))
    let answer = try QuestionAnswer(question, over: service, under: conditions)
    #expect(answer.notes == ["did you mean 46.0736,-4.9243? Latitude comes first"])
    #expect(String(decoding: answer.bytes, as: UTF8.self).hasSuffix("}\n"))
  }

  @Test func `an answer without a document carries the reason and the notes`() async throws {
    let service = try await service(limit: 3)
    let question = try HomeQuestion(
      query: [("from", "46.06,-4.91"), ("home", "Montsoleil")])
    let conditions = DayConditions(now: UniversalTime(secondsSince1970: 1_800_000_000))
    let answer = try QuestionAnswer(question, over: service, under: conditions)
    #expect(answer.isNegative)
    #expect(
      String(decoding: answer.bytes, as: UTF8.self).hasPrefix("{\"noAnswer\":{\"reason\":\"notNearAnything\"")
    )
    #expect(String(decoding: answer.bytes, as: UTF8.self).hasSuffix("}}\n"))
    #expect(answer.notes == ["snap 190 reaches that far"])
  }

  @Test func `on a map without time zones times are universal, with a note`() throws {
    let world = try DrawnWorld(
      "T-M\n| |\nB-N", cellMetres: 400, heights: ["T": 2000, "M": 1950, "N": 1750, "B": 1700],
      [.run("TMNB", .easy), .lift("BT", .chairLift)])
    let service = MapService(map: try world.map())
    let conditions = DayConditions(now: try UniversalTime(iso8601: "2026-01-10T09:15:00Z"))
    for (zone, clock, notes) in [
      (nil, #""zone":null,"utcOffset":"+00:00""#, 1),
      ("Asia/Tokyo", #""zone":"Asia/Tokyo","utcOffset":"+09:00""#, 0),
    ] {
      var question = ReachQuestion()
      (question.from, question.hours.zone) = ("BT", zone)
      let answer = try QuestionAnswer(question, over: service, under: conditions)
      #expect(
        String(decoding: answer.bytes, as: UTF8.self).contains(clock),
        "\(String(decoding: answer.bytes, as: UTF8.self))")
      #expect(
        String(decoding: answer.bytes, as: UTF8.self).contains(
          zone == nil ? #""departure":"09:15""# : #""departure":"18:15""#))
      #expect(answer.notes.filter { $0.contains("give one with zone") }.count == notes, "\(answer.notes)")
    }
  }

  @Test func `a question out of range is refused before it is answered`() async throws {
    let question = try ReachQuestion(query: [("from", "Crête"), ("minutes", "0")])
    let service = try await service(limit: 1)
    #expect {
      try QuestionAnswer(
        question, over: service,
        under: DayConditions(now: UniversalTime(secondsSince1970: 0)))
    } throws: { ($0 as? SkiError)?.code == .invalidArgument }
  }
}
