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
  private let profile: SkierProfile
  private let snapLimitMetres: Double

  /// Creates a request by parsing the options of the skier and then opening the map.
  /// - Throws: The errors of both.
  init(_ skier: SkierOptions, day: HoursOptions.Day) throws {
    _ = try skier.profile()
    try self.init(skier, day: day, over: OpenMap(try MapSelection.open(skier.map)))
  }

  /// Creates a request over an open map.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for invalid options of the skier; the errors of
  ///   ``OpenMap/router(_:closed:)``.
  init(_ skier: SkierOptions, day: HoursOptions.Day, over open: OpenMap) throws {
    profile = try skier.profile()
    (self.day, map, finder) = (day, open.map, open.finder)
    router = try open.router(day.schedule, closed: skier.closed)
    snapLimitMetres = skier.snap
  }

  /// Returns the endpoint of a text.
  func end(_ text: String) throws -> NamedEndpoint { try NamedEndpoint(text, finder) }

  /// Calls a closure with a session in the common region of some endpoints, and the profile there.
  /// - Throws: ``NoAnswerError`` when the endpoints have no common region; the errors of the closure.
  func withSession<Value>(
    for ends: [NamedEndpoint], _ body: (DaySession, SkierProfile) throws -> Value
  ) throws -> Value {
    let region = try Self.value(
      router.region(of: ends.map(\.endpoint), profile: profile, snapLimitMetres: snapLimitMetres))
    return try router.withDay(in: region) { session in
      session.timetable.noteCoverage()
      return try body(session, router.profile(profile, in: region))
    }
  }

  /// Returns the value of an answer.
  /// - Throws: ``NoAnswerError`` with the reason where there is none.
  static func value<Value>(_ answer: Answer<Value>) throws -> Value {
    switch answer {
    case .answer(let value): return value
    case .noAnswer(let reason): throw NoAnswerError(reason: reason)
    }
  }

  /// Notes the value of `--snap` that suffices for a coordinate beyond the snap limit.
  static func noteSnap(_ reason: NoAnswer) {
    guard reason.reason == .notNearAnything, let metres = reason.nearestMetres else { return }
    let limit = ((metres / 10).rounded(.down) + 1) * 10
    guard limit <= SkierOptions.greatestSnapMetres else { return }
    Console.note("skiroute: --snap \(Int(limit)) reaches that far")
  }
}
