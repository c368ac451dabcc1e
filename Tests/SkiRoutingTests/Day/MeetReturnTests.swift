import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Meeting places that must be left in time.
@Suite struct MeetReturnTests {
  /// Two valleys, `V` and `W`, with a lift each up to `T` and runs down to both.
  private static func session() throws -> (DrawnWorld, DaySession) {
    let world = try DrawnWorld(
      "V---T---W", cellMetres: 200, heights: ["V": 1000, "T": 1400, "W": 1100],
      [.lift("VT", .chairLift), .lift("WT", .chairLift), .run("TV", .easy), .run("TW", .easy)])
    var schedule = Schedule()
    schedule.hours.liftsClose = DayTime(hour: 16)
    return (world, DaySession(world.router, timetable: Timetable(graph: world.graph, schedule: schedule)))
  }

  private static func meeting(
    _ world: DrawnWorld, _ session: DaySession, leaving departure: DayTime,
    back: MeetRequest.Return = .start
  ) throws -> Meeting {
    let people = [("V", departure), ("T", DayTime(hour: 9))].map { place, time in
      MeetRequest.Person(name: place, from: .node(world.node(Character(place))), departure: time)
    }
    var request = MeetRequest(people: people, places: [.node(world.node("W"))])
    request.back = back
    guard case .answer(let meeting) = try session.meet(request) else {
      throw SkiError(.emptyInput, "no person has a place")
    }
    return meeting
  }

  @Test func `a meeting at the latest departure home is allowed, one a millisecond later is not`() throws {
    let (world, session) = try Self.session()
    let early = try #require(try Self.meeting(world, session, leaving: DayTime(hour: 10)).best)
    let latest = try #require(early.leaveBy[0]?.time)
    let spare = latest.milliseconds - early.lastArrival.milliseconds
    let last = DayTime(milliseconds: DayTime(hour: 10).milliseconds + spare)
    let best = try #require(try Self.meeting(world, session, leaving: last).best)
    #expect(best.lastArrival == latest)
    let late = try Self.meeting(world, session, leaving: last.advanced(byMilliseconds: 1))
    #expect(late.best == nil && late.withoutReturn?.people.map(\.person) == [0, 1])
    #expect(late.withoutReturn?.people.allSatisfy { $0.missing == nil } == true)
  }

  /// A lift from `H` to `T`, and an itinerary back that passes `X` and the hut `U`, far from all else.
  private static func itinerary() throws -> DrawnWorld {
    try DrawnWorld(
      """
      .....U.....
      T---------X
      ..........|
      ..........|
      ..........|
      ..........|
      ..........|
      ..........H
      """, heights: ["T": 1400, "X": 1200], huts: ["U": "Hut"],
      [.lift("HT", .chairLift), .run("TH", .easy), .run("TXH", .easy, flags: .itinerary)])
  }

  @Test func `the place of a person is found by the person's own limits, whoever comes first`() throws {
    let world = try Self.itinerary()
    let router = MapRouter(map: try world.map())
    let people = [
      MeetRequest.Person(name: "A", from: .node(world.node("T")), departure: DayTime(hour: 10)),
      MeetRequest.Person(
        name: "B", from: .coordinate(world.place("T", "X", share: 0.5)), departure: DayTime(hour: 10),
        profile: SkierProfile(allowsItineraries: true)),
    ]
    for group in [people, people.reversed()] {
      var request = MeetRequest(people: group, places: [.node(world.node("H"))])
      request.back = .nowhere
      let meeting = try #require(try router.meet(request).value, "\(group.map(\.name))")
      #expect(meeting.places.count == 1)
    }
  }

  @Test func `a hut on an itinerary is for a group that skis itineraries`() throws {
    let world = try Self.itinerary()
    let session = DaySession(
      world.router, timetable: Timetable(graph: world.graph, schedule: Schedule()))
    let hut = try #require(world.feature("hut/U"))
    for (allow, isOffered) in [
      ([true], true), ([true, true], true), ([true, false], false), ([false], false),
    ] {
      let people = allow.map { allows in
        MeetRequest.Person(
          name: "", from: .node(world.node("H")), departure: DayTime(hour: 10),
          profile: SkierProfile(allowsItineraries: allows))
      }
      let meeting = try #require(try session.meet(MeetRequest(people: people)).value)
      #expect(meeting.places.contains { $0.feature == hut } == isOffered, "\(allow)")
      #expect(!meeting.places.isEmpty)
    }
  }

  @Test func `a meeting without a required return has no latest departure home`() throws {
    let (world, session) = try Self.session()
    let best = try #require(
      try Self.meeting(world, session, leaving: DayTime(hour: 15, minute: 45), back: .nowhere).best)
    #expect(best.leaveBy.isEmpty && best.lastArrival > DayTime(hour: 15, minute: 50))
  }
}
