public import SkiAPI
public import SkiBase

/// The itinerary of trips at a server; see `EventServing`.
public struct ClientEvents: EventServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  // MARK: Reading

  /// Returns the events of a day; see `EventServing`.
  public func list(of trip: TripID, on day: CalendarDay, as user: UserID) async throws -> [TripEvent] {
    try await source.values(
      .get("trips", trip.rawValue, "events", query: ["day": day.description]), "events", as: user)
  }

  /// Returns a part of the itinerary; see `EventServing`.
  public func page(
    of trip: TripID, after position: EventPosition?, count: Int, as user: UserID
  ) async throws -> EventPage {
    try await source.value(
      .get("trips", trip.rawValue, "events", query: ["after": position?.text, "count": String(count)]),
      "page of events", as: user)
  }

  /// Returns an event; see `EventServing`.
  public func get(_ event: EventID, as user: UserID) async throws -> TripEvent {
    try await source.value(.get("events", event.rawValue), "event", as: user)
  }

  // MARK: Changes

  /// Creates an event; see `EventServing`.
  public func create(_ draft: EventDraft, in trip: TripID, as user: UserID) async throws -> TripEvent {
    try await source.value(.post("trips", trip.rawValue, "events", body: draft.json), "event", as: user)
  }

  /// Changes an event; see `EventServing`.
  @discardableResult
  public func change(_ patch: EventPatch, of event: EventID, as user: UserID) async throws -> TripEvent {
    try await source.value(.patch("events", event.rawValue, body: patch.json), "event", as: user)
  }

  /// Cancels an event; see `EventServing`.
  public func cancel(_ event: EventID, as user: UserID) async throws {
    try await source.act(.delete("events", event.rawValue), as: user)
  }

  // MARK: Answers

  /// Returns the guests of an event; see `EventServing`.
  public func guests(of event: EventID, as user: UserID) async throws -> [EventGuest] {
    try await source.values(.get("events", event.rawValue, "guests"), "guests", as: user)
  }

  /// Answers to an event; see `EventServing`.
  @discardableResult
  public func answer(_ answer: EventAnswer, to event: EventID, as user: UserID) async throws -> TripEvent {
    let body = JSONValue.object(["answer": .string(answer.rawValue)])
    return try await source.value(.put("events", event.rawValue, "rsvp", body: body), "event", as: user)
  }

  /// Returns the link of the acting user's own answer; see `EventServing`.
  public func link(to event: EventID, as user: UserID) async throws -> RSVPLink {
    let document = try await source.document(.post("events", event.rawValue, "link"), "link", as: user)
    return try ServerDocument.read { try RSVPLink(document.require("link", document.text("link"))) }
  }

  /// The outcome of an answer by a link.
  public struct LinkAnswer: Sendable, Hashable {
    /// The event.
    public var event: EventID
    /// The first moment of the event.
    public var start: UniversalTime
    /// The answer.
    public var answer: EventAnswer

    /// Creates an outcome from its parts.
    public init(event: EventID, start: UniversalTime, answer: EventAnswer) {
      (self.event, self.start, self.answer) = (event, start, answer)
    }
  }

  /// Answers to an event by a link, as its person and without a login.
  /// - Throws: `SkiError` with code `.notPermitted` for a link that is forged or expired, `.notFound` and `.conflict` as
  ///   ``answer(_:to:as:)``.
  @discardableResult
  public func answer(_ answer: EventAnswer, by link: RSVPLink) async throws -> LinkAnswer {
    let body = JSONValue.object(["link": .string(link.text), "answer": .string(answer.rawValue)])
    let document = try await source.server.document(.post("rsvp", body: body), "answer")
    return try ServerDocument.read {
      LinkAnswer(
        event: try TripsField.event.required(in: document),
        start: try TripsField.start.required(in: document),
        answer: try TripsField.answer.required(in: document))
    }
  }

  // MARK: Meeting

  /// Suggests a meeting place for an event; see `EventServing`.
  public func suggest(for event: EventID, as user: UserID) async throws -> MeetingSuggestion {
    try await source.value(.post("events", event.rawValue, "suggest"), "suggestion", as: user)
  }

  /// Suggests a meeting place for people; see `EventServing`.
  public func suggest(
    with people: [UserID], in trip: TripID, at time: UniversalTime?, as user: UserID
  ) async throws -> MeetingSuggestion {
    let body = JSONValue.object([
      "people": .array(people.map { .string($0.rawValue) }), "time": .time(time),
    ])
    return try await source.value(
      .post("trips", trip.rawValue, "suggest", body: body), "suggestion", as: user)
  }

  /// Returns the time at which the acting user must leave; see `EventServing`.
  public func leaveBy(for event: EventID, as user: UserID) async throws -> UniversalTime? {
    let document = try await source.document(
      .get("events", event.rawValue, "leave"), "time to leave", as: user)
    return try ServerDocument.read { try TripsField.leaveBy.value(in: document) }
  }

  /// Tells of the acting user's progress on the way to an event; see `EventServing`.
  public func tell(_ progress: EventProgress, of event: EventID, as user: UserID) async throws {
    let body = JSONValue.object(["progress": .string(progress.rawValue)])
    try await source.act(.post("events", event.rawValue, "progress", body: body), as: user)
  }
}
