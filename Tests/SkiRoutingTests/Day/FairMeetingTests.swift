import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The choice of the fairest meeting place and of the one with the least total travel time.
@Suite struct FairMeetingTests {
  /// Places by the travel times, in minutes, of two people who leave at 9:00 and 9:30.
  private static func meeting(_ minutes: [(Int, Int)]) -> Meeting {
    let departures = [DayTime(hour: 9), DayTime(hour: 9, minute: 30)]
    let places = minutes.enumerated().map { index, pair in
      let travel = [pair.0 * 60_000, pair.1 * 60_000]
      return MeetingPlace(
        place: .node(NodeIndex(index)), feature: nil,
        arrivals: zip(departures, travel).map { $0.advanced(byMilliseconds: $1) }, travelMilliseconds: travel)
    }
    return Meeting(
      region: .first, places: places.sorted { $0.lastArrival < $1.lastArrival }, unableToReach: [])
  }

  @Test func `the fairest place has the least difference of travel times within 1.5 times the best duration`()
  {
    // The last arrival at the first place is at 10:00, an hour after the first departure: others count until 10:30.
    for (others, fairest) in [
      ([(59, 20)], (60, 30)), ([(80, 60)], (80, 60)), ([(90, 60)], (60, 30)),
      ([(75, 58), (70, 58)], (70, 58)),
      ([(61, 61)], (60, 30)), ([(55, 60), (60, 55)], (60, 55)), ([], (60, 30)),
    ] as [([(Int, Int)], (Int, Int))] {
      let meeting = Self.meeting([(60, 30)] + others)
      let told = meeting.fairest?.travelMilliseconds.map { $0 / 60_000 }
      #expect(told == [fairest.0, fairest.1], "\(others)")
    }
    #expect(Self.meeting([]).fairest == nil && Self.meeting([]).leastTotal == nil)
  }

  @Test func `the total and the difference of a meeting place are those of its travel times`() throws {
    let meeting = Self.meeting([(60, 30), (70, 10), (50, 45)])
    #expect(meeting.best?.totalMilliseconds == 90 * 60_000)
    #expect(meeting.best?.travelDifferenceMilliseconds == 30 * 60_000)
    #expect(meeting.leastTotal?.totalMilliseconds == 80 * 60_000)
    #expect(meeting.leastTotal?.lastArrival == DayTime(hour: 10, minute: 10))
  }
}
