import HTTPTypes
import Hummingbird
import SkiFeeds
import SkiFormats
import SkiGeo
import SkiModel
import SkiSharing
import SkiStore
import SkiTrips

/// The routes of the state of one lift: of feeds, of the map, and the words of hosts and appointed people.
///
/// A host speaks to the members of a trip that takes place, of lifts in the trip's ski areas; a person whom the operator
/// appointed speaks to everyone, of lifts in the ski areas of the appointment.
struct LiftRoutes: Sendable {
  let core: ServerCore

  private static let names = ["trip", "area", "state", "waitMinutes", "holdsMinutes"]
  private static let scopes: [Route.Parameter] = [
    .init(
      "trip", in: .query, "A trip that takes place now, hosted by the user.", schema: Schema.text),
    .init("area", in: .query, "A ski area for which the user is appointed.", schema: Schema.text),
  ]

  var routes: [Route] {
    [
      .trips(
        "liftState", .get, "/v1/lifts/{lift}/status", "Returns the state of a lift and who said it.", core,
        "lift, state, waitMinutes, source: feed, host, area or map, who said it, and when it was observed",
        act: state),
      .trips(
        "sayLiftState", .put, "/v1/lifts/{lift}/status",
        "Notes the word of a host for the trip, or of an appointed person for a ski area, on a lift; it holds for half an hour or as long as stated.",
        cost: 2, core, body: Self.names, status: 204, "The word is noted", act: say),
      .trips(
        "withdrawLiftState", .delete, "/v1/lifts/{lift}/status",
        "Withdraws what was said of a lift for the trip or the ski area.", cost: 2, core,
        query: Self.scopes, status: 204, "The word is withdrawn", act: withdraw),
    ]
  }

  private func state(_ call: TripsCall) async throws -> Response {
    let lift = SourceID(call.text("lift"))
    let found = try call.services.lifts.currentState(of: lift, in: call.request.served.wordTrips)
    let minutes = found.waitMilliseconds.map { Double($0) / 60_000 }
    let response = Response.json(
      .object([
        "lift": .string(lift.rawValue), "state": .string(found.state.rawValue),
        "waitMinutes": minutes.map { .decimal($0, places: 1) } ?? .null,
        "source": .string(found.source.rawValue), "by": try await speaker(of: found, call),
        "observed": .time(found.observed),
      ]))
    return response.heeding(call.request.served)
  }

  /// Returns who said a word: the host by name, as far as the user may know of them, or the title of an appointed person.
  private func speaker(of state: LiftState, _ call: TripsCall) async throws -> JSONValue {
    guard let word = state.word, let author = word.author else { return .null }
    switch word.scope {
    case .trip(let trip):
      let members = try await call.services.trips.members(of: trip, as: call.user)
      let name = members.first { $0.user == author }?.name
      return name.map { .object(["user": .string(author.rawValue), "name": .string($0)]) } ?? .null
    case .area(let area):
      let title = call.services.speakers.speak(author, for: area)?.title
      return title.map { .object(["title": .string($0)]) } ?? .null
    }
  }

  private func say(_ call: TripsCall) async throws -> Response {
    let lift = SourceID(call.text("lift"))
    let document = try await call.body("state of the lift", Self.names)
    let state = try document.require("state", document.word("state", OperatingState.allCases))
    let longest = Double(LiftWord.greatestWaitMilliseconds) / 60_000
    let wait = try Self.minutes("waitMinutes", document, within: 0...longest)
    let holding = LiftWord.holdingSeconds
    let holds = try Self.minutes(
      "holdsMinutes", document, within: holding.lowerBound / 60...holding.upperBound / 60)
    let scope = try await scope(
      document.id("trip", TripID.self), document.text("area"), of: lift, call)
    let lifts = call.services.lifts
    guard case .trip(let trip) = scope else {
      try await say()
      return .empty()
    }
    // Notices of what everyone sees are written when the served states change.
    let before = lifts.current(in: [trip]).state(of: lift)
    // A person who is no host any more when the word is stored leaves none behind.
    let word = try await say(call.services.trips.hostCheck(of: trip, as: call.user))
    if word.state.stops, before?.state.stops != true {
      try await call.services.liftNotices.announce([ClosedLift(lift: lift, seen: word.saidAt)], to: trip)
    }
    return .empty()

    @discardableResult
    func say(_ permit: @escaping @Sendable (any SQLConnection) throws -> Void = { _ in }) async throws
      -> LiftWord
    {
      try await lifts.say(
        state, waitMilliseconds: wait.map { Int(($0 * 60_000).rounded()) }, of: lift, by: call.user,
        for: scope, holdsSeconds: (holds ?? 30) * 60, permit: permit)
    }
  }

  private func withdraw(_ call: TripsCall) async throws -> Response {
    let lift = SourceID(call.text("lift"))
    let scope = try await scope(
      call.queried("trip", TripID.self), call.request.value("area"), of: lift, call)
    try await call.services.lifts.withdrawWord(on: lift, for: scope)
    return .empty()
  }

  /// Returns the scope in which a user may speak of a lift.
  /// - Throws: `SkiError` with code `.invalidArgument` unless either a trip or a ski area is given, `.conflict` for a trip
  ///   that does not take place now or names no ski area, `.notPermitted` for others and for lifts elsewhere.
  private func scope(
    _ trip: TripID?, _ area: String?, of lift: SourceID, _ call: TripsCall
  ) async throws -> LiftWordScope {
    let services = call.services
    switch (trip, area.map { SourceID($0) }) {
    case (let trip?, nil):
      let found = try await services.trips.requireHostNow(of: trip, as: call.user)
      guard !found.areas.isEmpty else {
        throw SkiError(.conflict, "the trip names no ski area; name those where it takes place")
      }
      try services.lifts.requireLift(lift, in: found.areas)
      return .trip(trip)
    case (nil, let area?):
      let user = try call.user
      guard services.speakers.speak(user, for: area) != nil else {
        throw SkiError(
          .notPermitted, "the user does not speak for the ski area; the operator appoints who does")
      }
      try services.lifts.requireLift(lift, in: [area])
      return .area(area)
    default:
      throw SkiError(
        .invalidArgument,
        "give either trip, one that takes place now and that you host, or area, one that you speak for")
    }
  }

  /// Returns a number of minutes within bounds; nil when it is absent.
  private static func minutes(
    _ name: String, _ document: DocumentReader, within range: ClosedRange<Double>
  ) throws -> Double? {
    guard let minutes = try document.number(name) else { return nil }
    try SkiError.require(
      range.contains(minutes),
      "\(name) of \(document.noun) is \(minutes); give \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    return minutes
  }
}
