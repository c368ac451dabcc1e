import ArgumentParser
import SkiFormats
import SkiGraph
import SkiRouting

/// A map opened for a request, with the skier and the day.
struct Question {
  let map: SkiMap
  let finder: PlaceFinder
  let router: MapRouter
  let day: HoursOptions.Day
  private let skier: SkierOptions

  /// Creates a request by parsing the options of the skier and then opening the map.
  /// - Throws: The errors of both.
  init(_ skier: SkierOptions, day: HoursOptions.Day) throws {
    _ = try skier.profile()
    self.day = day
    map = try MapSelection.open(skier.map)
    finder = PlaceFinder(map: map)
    router = MapRouter(map: map, schedule: day.schedule, closed: try skier.closed.map(finder.place))
    self.skier = skier
  }

  /// Returns the endpoint of a text.
  func end(_ text: String) throws -> NamedEndpoint { try NamedEndpoint(text, finder) }

  /// Returns a session in the common region of some endpoints, with the profile there; throws the exit status
  /// otherwise.
  func session(for ends: [NamedEndpoint]) throws -> (session: DaySession, profile: SkierProfile) {
    let profile = try skier.profile()
    let region = try Self.value(
      router.region(of: ends.map(\.endpoint), profile: profile, snapLimitMetres: skier.snap))
    let session = try router.day(in: region)
    session.timetable.noteCoverage()
    return (session, router.profile(profile, in: region))
  }

  /// Returns the value of an answer; without one, notes the reason and throws the exit status.
  static func value<Value>(_ answer: Answer<Value>) throws -> Value {
    switch answer {
    case .answer(let value): return value
    case .noAnswer(let reason): throw try refuse(reason)
    }
  }

  /// Notes the value of `--snap` that suffices for a coordinate beyond the snap limit.
  static func noteSnap(_ reason: NoAnswer) {
    guard reason.reason == .notNearAnything, let metres = reason.nearestMetres else { return }
    let limit = ((metres / 10).rounded(.down) + 1) * 10
    guard limit <= SkierOptions.greatestSnapMetres else { return }
    Console.note("skiroute: --snap \(Int(limit)) reaches that far")
  }

  /// Notes the reason for no answer, and returns the exit status to throw.
  static func refuse(_ reason: NoAnswer) throws -> ExitStatusError {
    Console.note(TerminalText(reason.message()))
    noteSnap(reason)
    return ExitStatusError(status: .noRoute)
  }
}
