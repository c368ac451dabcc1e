import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of the itinerary of trips: events, answers, meeting places.
struct EventRoutes: Sendable {
  let core: ServerCore

  private static let day = HTTPRoute.Parameter(
    "day", in: .query, "A day of the trip's zone as 2026-01-17, without after and count.", schema: Schema.text
  )
  private static let after = HTTPRoute.Parameter(
    "after", in: .query, "The position of the page before.", schema: Schema.text)
  private static let count = HTTPRoute.Parameter(
    "count", in: .query, "The greatest number; 50 without.", schema: Schema.integer(1...100))

  var routes: [HTTPRoute] { planning + answering + meeting }

  private var planning: [HTTPRoute] {
    [
      .trips(
        "events", .get, "/v1/trips/{trip}/events", "Returns the itinerary of a day, or a part of it.", core,
        query: [Self.day, Self.after, Self.count], reply: .document(EventPage.self),
        "The events, and where the next page begins", act: list),
      .trips(
        "createEvent", .post, "/v1/trips/{trip}/events", "Creates an event and sends it to its audience.",
        cost: 2, core, body: .document(EventDraft.self), status: 201,
        reply: .document(TripEvent.self), "The event", act: create),
      .trips(
        "event", .get, "/v1/events/{event}", "Returns an event as the user sees it.", core,
        reply: .document(TripEvent.self), "The event", act: get),
      .trips(
        "changeEvent", .patch, "/v1/events/{event}", "Changes an event.", core,
        body: .document(EventPatch.self),
        reply: .document(TripEvent.self), "The event", act: change),
      .trips(
        "cancelEvent", .delete, "/v1/events/{event}", "Cancels an event; its guests still see it.", core,
        status: 204, "The event is cancelled", act: cancel),
    ]
  }

  private var answering: [HTTPRoute] {
    [
      .trips(
        "guests", .get, "/v1/events/{event}/guests", "Returns the guests whom the user may know of.", core,
        reply: .list("guests", of: EventGuest.self), "The guests", act: guests),
      .trips(
        "answerEvent", .put, "/v1/events/{event}/rsvp", "Answers to an event.", core,
        body: .members([TripsField.answer.always]),
        reply: .document(TripEvent.self), "The event", act: answer),
      .trips(
        "answerLink", .post, "/v1/events/{event}/link", "Returns the signed link of the user's answer.", core,
        body: .nothing,
        status: 201, reply: .document(SignedLink.self), "The link", act: link),
      .trips(
        "answerByLink", .post, "/v1/rsvp", "Answers to an event by a signed link.", access: .secret, cost: 2,
        core, body: .members([TripsField.answerLink.always, TripsField.answer.always]),
        reply: .members([TripsField.event.always, TripsField.start.always, TripsField.answer.orNull]),
        "The answer", act: answerByLink),
    ]
  }

  private var meeting: [HTTPRoute] {
    [
      .trips(
        "suggestMeeting", .post, "/v1/trips/{trip}/suggest", "Suggests a place where people can meet.",
        cost: 10, core, body: .members([TripsField.people.always, TripsField.time.orNull]),
        reply: .document(MeetingSuggestion.self), "The place", act: suggest),
      .trips(
        "suggestForEvent", .post, "/v1/events/{event}/suggest",
        "Suggests a place where those who come can meet.", cost: 10, core, body: .nothing,
        reply: .document(MeetingSuggestion.self), "The place", act: suggestForEvent),
      .trips(
        "leaveBy", .get, "/v1/events/{event}/leave", "Returns the time at which the user must leave.",
        cost: 5, core, reply: .members([TripsField.leaveBy.orNull]), "The time", act: leave),
      .trips(
        "tellProgress", .post, "/v1/events/{event}/progress",
        "Tells those who come, and may see where the user is, that the user arrived or left the way.", core,
        body: .members([TripsField.progress.always]), status: 204, "It is reported", act: tell),
    ]
  }

  // MARK: Itinerary

  private func list(_ call: TripsCall) async throws -> Response {
    let trip = try call.id("trip", TripID.self)
    let day = try call.request.value("day")
    let (after, count) = (try call.request.value("after"), try call.request.integer("count"))
    if let day {
      try SkiError.require(
        after == nil && count == nil, "day is given with after or count; give the day alone, or a position")
      let events = try await call.services.events.list(of: trip, on: CalendarDay(day), as: call.user)
      return .json(EventPage(events: events, next: nil))
    }
    let page = try await call.services.events.page(
      of: trip, after: after.map { try EventPosition($0) }, count: count ?? 50, as: call.user)
    return .json(page)
  }

  private func create(_ call: TripsCall) async throws -> Response {
    let trip = try call.id("trip", TripID.self)
    let draft: EventDraft = try await call.body("event", in: { try await call.zone(of: trip) })
    let event = try await call.services.events.create(draft, in: trip, as: call.user)
    return .json(event, status: .created)
  }

  private func get(_ call: TripsCall) async throws -> Response {
    let event = try call.id("event", EventID.self)
    return .json(try await call.services.events.get(event, as: call.user).json)
  }

  private func change(_ call: TripsCall) async throws -> Response {
    let event = try call.id("event", EventID.self)
    let zone = { try await call.zone(of: call.services.events.get(event, as: call.user).trip) }
    let patch: EventPatch = try await call.body("event", in: zone)
    return .json(try await call.services.events.change(patch, of: event, as: call.user).json)
  }

  private func cancel(_ call: TripsCall) async throws -> Response {
    try await call.services.events.cancel(call.id("event", EventID.self), as: call.user)
    return .empty()
  }

  // MARK: Answers

  private func guests(_ call: TripsCall) async throws -> Response {
    let event = try call.id("event", EventID.self)
    let guests = try await call.services.events.guests(of: event, as: call.user)
    return .json(.object(["guests": .documents(guests)]))
  }

  private func answer(_ call: TripsCall) async throws -> Response {
    let event = try call.id("event", EventID.self)
    let answer = try await TripsField.answer.required(in: call.body("answer"))
    return .json(try await call.services.events.answer(answer, to: event, as: call.user).json)
  }

  private func link(_ call: TripsCall) async throws -> Response {
    let event = try call.id("event", EventID.self)
    _ = try await call.body("request")
    let link = try await call.services.events.link(to: event, as: call.user)
    return .unstored(.json(SignedLink(link).json, status: .created))
  }

  private func answerByLink(_ call: TripsCall) async throws -> Response {
    let document = try await call.body("answer")
    let answer = try TripsField.answer.required(in: document)
    let link = try RSVPLink(TripsField.answerLink.required(in: document))
    let event = try await call.services.events.answer(answer, by: link)
    return .json(
      .object([
        TripsField.event.member(event.id), TripsField.start.member(event.start),
        TripsField.answer.member(event.answer),
      ]))
  }

  // MARK: Meeting places

  private func suggest(_ call: TripsCall) async throws -> Response {
    let trip = try call.id("trip", TripID.self)
    let document = try await call.body("meeting", in: { try await call.zone(of: trip) })
    let people = try TripsField.people.required(in: document)
    let suggestion = try await call.services.events.suggest(
      with: people, in: trip, at: TripsField.time.value(in: document), as: call.user)
    return .json(suggestion)
  }

  private func suggestForEvent(_ call: TripsCall) async throws -> Response {
    let event = try call.id("event", EventID.self)
    _ = try await call.body("request")
    return .json(try await call.services.events.suggest(for: event, as: call.user).json)
  }

  private func leave(_ call: TripsCall) async throws -> Response {
    let event = try call.id("event", EventID.self)
    let time = try await call.services.events.leaveBy(for: event, as: call.user)
    return .json(.object([TripsField.leaveBy.member(time)]))
  }

  private func tell(_ call: TripsCall) async throws -> Response {
    let event = try call.id("event", EventID.self)
    let progress = try await TripsField.progress.required(
      in: call.body("progress"))
    try await call.services.events.tell(progress, of: event, as: call.user)
    return .empty()
  }
}
