import Foundation
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// The clock of answers on real areas around the days on which their clocks change, compared with Foundation's calendar.
@Suite(.enabled(if: RealAreas.isAvailable))
struct RealAreaClockTests {
  /// Hours of a day at which clocks have changed already.
  private static let hours = [4, 9, 12, 20]

  /// Returns noon of the days before, of and after each change of a year's clocks; of 1 January and 1 July where there is none.
  private func days(_ calendar: Calendar) throws -> [Date] {
    let year = try #require(calendar.date(from: DateComponents(year: 2026, month: 1, day: 1, hour: 12)))
    var changes: [Date] = []
    var last = year
    while let change = calendar.timeZone.nextDaylightSavingTimeTransition(after: last),
      change < year.addingTimeInterval(364 * 86_400)
    {
      changes.append(change)
      last = change
    }
    guard !changes.isEmpty else { return [year, year.addingTimeInterval(181 * 86_400)] }
    return try changes.flatMap { change in
      let noon = try #require(calendar.date(bySettingHour: 12, minute: 0, second: 0, of: change))
      return try [-1, 0, 1].map { try #require(calendar.date(byAdding: .day, value: $0, to: noon)) }
    }
  }

  private func text(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    return (seconds < 0 ? "-" : "+") + String(format: "%02d:%02d", minutes / 60, minutes % 60)
  }

  @Test func `clocks of answers change when those of the area do`() async throws {
    var (checked, changed) = (0, 0)
    for name in RealArea.names {
      let map = try await MapMaking.map(of: try RealArea.named(name))
      let place = try map.graph(at: 0).feature(FeatureIndex(0)).start.coordinate
      let zone = try #require(try map.zone(near: place), "\(name)")
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: zone), "\(zone)")
      let service = MapService(map: map)
      var offsets: Set<Int> = []
      for noon in try days(calendar) {
        let offset = calendar.timeZone.secondsFromGMT(for: noon)
        offsets.insert(offset)
        for hour in Self.hours {
          let now = try #require(calendar.date(bySettingHour: hour, minute: 17, second: 0, of: noon))
          let conditions = DayConditions(now: UniversalTime(secondsSince1970: now.timeIntervalSince1970))
          var question = ReachQuestion()
          (question.from, question.minutes) = ("\(place.latitude),\(place.longitude)", 5)
          let answer = String(
            decoding: try QuestionAnswer(question, over: service, under: conditions).bytes, as: UTF8.self)
          let words = "\(name), \(zone), \(now)"
          #expect(answer.contains(#""zone":"\#(zone)","utcOffset":"\#(text(offset))""#), "\(words)")
          #expect(answer.contains(#""departure":"\#(String(format: "%02d:17", hour))""#), "\(words)")
          checked += 1
        }
      }
      changed += offsets.count > 1 ? 1 : 0
    }
    print("\(checked) answers on \(RealArea.names.count) areas, the clocks of \(changed) change")
    #expect(changed * 2 > RealArea.names.count)
  }
}
