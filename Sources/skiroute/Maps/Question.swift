import ArgumentParser
import SkiFormats
import SkiGraph
import SkiRouting

/// A map opened for a question, with the skier and the day.
struct Question {
  let map: SkiMap
  let finder: PlaceFinder
  let router: MapRouter
  let day: HoursOptions.Day
  private let skier: SkierOptions

  /// Reads the options of the skier, then opens the map.
  /// - Throws: ``SkiError`` as the reading of either.
  init(_ skier: SkierOptions, day: HoursOptions.Day) async throws {
    _ = try skier.profile()
    self.day = day
    map = try await MapLocation.open(skier.map)
    finder = PlaceFinder(map: map)
    router = MapRouter(map: map, schedule: day.schedule, closed: try skier.closed.map(finder.place))
    self.skier = skier
  }

  /// Returns what a text means.
  func end(_ text: String) throws -> NamedEnd { try NamedEnd(text, finder) }

  /// Returns a session in the region some places share, with the skier there; tells what is in the way otherwise.
  func session(for ends: [NamedEnd]) throws -> (session: DaySession, profile: SkierProfile) {
    let profile = try skier.profile()
    let region = try Self.value(
      router.region(of: ends.map(\.endpoint), profile: profile, snapLimitMetres: skier.snap))
    let session = try router.day(in: region)
    session.timetable.noteCoverage()
    return (session, router.profile(profile, in: region))
  }

  /// Returns the value of an answer; tells why there is none otherwise.
  static func value<Value>(_ answer: Answer<Value>) throws -> Value {
    switch answer {
    case .answer(let value): return value
    case .noAnswer(let reason): throw try refuse(reason)
    }
  }

  /// Tells why there is no answer, and returns how to end.
  static func refuse(_ reason: NoAnswer) throws -> ExitStatusError {
    Console.note(TerminalText(reason.message()))
    return ExitStatusError(status: .noRoute)
  }
}
