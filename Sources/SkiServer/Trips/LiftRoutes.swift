import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// The routes of the state of one lift: of feeds, of the map, and the words of hosts and appointed people.
///
/// A host speaks to the members of a trip that takes place, of lifts in the trip's ski areas; a person whom the operator
/// appointed speaks to everyone, of lifts in the ski areas of the appointment.
struct LiftRoutes: Sendable {
  let core: ServerCore

  private static let lift = ContractField<SourceID>("lift", .source, "The lift.")
  private static let state = ContractField<OperatingState>("state", .word, "The state.")
  private static let wait = ContractField<Double>(
    "waitMinutes", .number(0...waitLimit, places: 1, like: 5), "The time to wait.")
  private static let source = ContractField<LiftState.Source>("source", .word, "Where the state comes from.")
  private static let by = ContractField<LiftReportAuthor>(
    "by", .document, "Who said it, as far as it may be known.")
  private static let observed = ContractField<UniversalTime>("observed", .time, "When it was observed.")
  private static let area = ContractField<SourceID>(
    "area", .source, "A ski area for which the user is appointed.")
  private static let holds = ContractField<Double>(
    "holdsMinutes", .number(holdingRange, places: 1, like: 30), "How long it holds; half an hour without.")

  private static let waitLimit = Double(LiftReport.greatestWaitMilliseconds) / 60_000
  private static let holdingRange =
    LiftReport.holdingSeconds.lowerBound / 60...LiftReport.holdingSeconds.upperBound / 60
  private static let scopes: [HTTPRoute.Parameter] = [
    .init(
      "trip", in: .query, "A trip that takes place now, hosted by the user.", schema: Schema.text),
    .init("area", in: .query, "A ski area for which the user is appointed.", schema: Schema.text),
  ]

  var routes: [HTTPRoute] {
    [
      .trips(
        "liftState", .get, "/v1/lifts/{lift}/status", "Returns the state of a lift and who said it.", core,
        reply: .members([
          Self.lift.always, Self.state.always, Self.wait.orNull, Self.source.always, Self.by.orNull,
          Self.observed.orNull,
        ]), "The state", act: state),
      .trips(
        "sayLiftState", .put, "/v1/lifts/{lift}/status",
        "Notes the word of a host for the trip, or of an appointed person for a ski area, on a lift; it holds for half an hour or as long as stated.",
        cost: 2, core,
        body: .members([
          TripsField.trip.orAbsent, Self.area.orAbsent, Self.state.always, Self.wait.orAbsent,
          Self.holds.orAbsent,
        ]), status: 204, "The word is noted", act: say),
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
        Self.lift.member(lift), Self.state.member(found.state), Self.wait.member(minutes),
        Self.source.member(found.source), Self.by.member(try await speaker(of: found, call)),
        Self.observed.member(found.observed),
      ]))
    return response.heeding(call.request.served)
  }

  /// Returns who said a word: the host by name, as far as the user may know of them, or the title of an appointed person.
  private func speaker(of state: LiftState, _ call: TripsCall) async throws -> LiftReportAuthor? {
    guard let word = state.word, let author = word.author else { return nil }
    switch word.scope {
    case .trip(let trip):
      let members = try await call.services.trips.members(of: trip, as: call.user)
      let name = members.first { $0.user == author }?.name
      return name.map { LiftReportAuthor(user: author, name: $0) }
    case .area(let area):
      let title = call.services.speakers.speak(author, for: area)?.title
      return title.map { LiftReportAuthor(position: $0) }
    }
  }

  private func say(_ call: TripsCall) async throws -> Response {
    let lift = SourceID(call.text("lift"))
    let document = try await call.body("state of the lift")
    let state = try Self.state.required(in: document)
    let wait = try Self.minutes(Self.wait, document, within: 0...Self.waitLimit)
    let holds = try Self.minutes(Self.holds, document, within: Self.holdingRange)
    let scope = try await scope(
      TripsField.trip.value(in: document), Self.area.value(in: document), of: lift, call)
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
      -> LiftReport
    {
      try await lifts.say(
        state, waitMilliseconds: wait.map { Int(($0 * 60_000).rounded()) }, of: lift, by: call.user,
        for: scope, holdsSeconds: (holds ?? 30) * 60, permit: permit)
    }
  }

  private func withdraw(_ call: TripsCall) async throws -> Response {
    let lift = SourceID(call.text("lift"))
    let scope = try await scope(
      call.queried("trip", TripID.self), call.request.value("area").map { SourceID($0) }, of: lift, call)
    try await call.services.lifts.withdrawWord(on: lift, for: scope)
    return .empty()
  }

  /// Returns the scope in which a user may speak of a lift.
  /// - Throws: `SkiError` with code `.invalidArgument` unless either a trip or a ski area is given, `.conflict` for a trip
  ///   that does not take place now or names no ski area, `.notPermitted` for others and for lifts elsewhere.
  private func scope(
    _ trip: TripID?, _ area: SourceID?, of lift: SourceID, _ call: TripsCall
  ) async throws -> LiftReportScope {
    let services = call.services
    switch (trip, area) {
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
    _ field: ContractField<Double>, _ document: DocumentReader, within range: ClosedRange<Double>
  ) throws -> Double? {
    guard let minutes = try field.value(in: document) else { return nil }
    try SkiError.require(
      range.contains(minutes),
      "\(field.name) of \(document.noun) is \(minutes); give \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    )
    return minutes
  }
}

/// The person who said a word on a lift: a host of the trip, or an appointed person by the title alone.
struct LiftReportAuthor: ContractDocument {
  var user: UserID?
  var name: String?
  var position: String?

  static let title = "LiftReportAuthor"
  static let summary = "The person who said it: a host by name, or an appointed person by the title alone."

  static func form(_ member: inout DocumentForm<LiftReportAuthor>) throws(SkiError) -> LiftReportAuthor {
    try LiftReportAuthor(
      user: member.given("user", .id, "The host.") { $0.user },
      name: member.given("name", .text(like: "Anna"), "The host's name.") { $0.name },
      position: member.given("title", .text(like: "Lift company"), "The title of the appointed person.") {
        $0.position
      })
  }
}
