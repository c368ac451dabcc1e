import HTTPTypes
import Hummingbird
import NIOCore
import SkiGeo
import SkiSharing
import SkiTrips

/// The route of server-sent events: people, lifts and the map, on one connection.
///
/// **Source:** WHATWG HTML, "Server-sent events".
struct StreamRoute: Sendable {
  let core: ServerCore

  private static let heartbeat = Duration.seconds(15)

  var routes: [Route] {
    [
      Route(
        "stream", .get, "/v1/stream",
        "Returns events as they happen: person and gone of a trip, message and deleted of chats, lifts, map.",
        access: .user, cost: 5,
        parameters: parameters,
        results: [
          .init(
            200, "The events until the connection ends",
            .init([ConnectionGuard.eventStream], schema: Schema.text, "Server-sent events"))
        ], respond: respond)
    ]
  }

  /// The sources of a stream's events besides the news of map and states.
  struct Sources: Sendable {
    /// The people of a trip; nil for none.
    var people: LocationStream?
    /// The user's chats; nil for none.
    var chats: ChatStream?
  }

  private var parameters: [Route.Parameter] {
    let trip = Route.Parameter(
      "trip", in: .query, "The trip whose people are shown; none without.", schema: Schema.text)
    let last = Route.Parameter(
      "Last-Event-ID", in: .header, "The id of the last event received.", schema: Schema.text)
    return [trip] + LiveRoutes.shownParameters + chatParameters + [last]
  }

  /// The parameters of a server with trip services.
  private var chatParameters: [Route.Parameter] {
    guard core.trips != nil else { return [] }
    return [
      .init(
        "chats", in: .query,
        "The chats whose messages are shown: all, or CHAT:POSITION,… for what comes after known positions.",
        schema: Schema.text)
    ]
  }

  private func respond(_ request: ServerRequest) async throws -> Response {
    guard let sharing = core.sharing, let principal = request.principal else {
      throw SkiError(.notFound, "the server has no stream; start it with --keys")
    }
    try request.requireNames(in: ["trip"] + LiveRoutes.shownNames + chatParameters.map(\.name))
    let sources = Sources(
      people: try await people(request, sharing, principal), chats: try await chats(request, principal))
    let core = core
    let encoder = StreamEncoder(
      people: sharing.people, messages: core.messages, served: { core.keeper.served })
    guard core.streamCount.withLock({ $0 }) < core.limits.streams else {
      throw SkiError(.unavailable, "too many streams are open; try again later")
    }
    let body = request.body
    return Response(
      status: .ok,
      headers: [
        .contentType: ConnectionGuard.eventStream, .cacheControl: "no-store",
        HTTPField.Name("X-Accel-Buffering")!: "no",
      ],
      body: ResponseBody { writer in
        // Counted here, since a response whose body is never sent would hold its place for ever.
        let count = core.streamCount.withLock { count in
          count += 1
          return count
        }
        defer { core.streamCount.withLock { $0 -= 1 } }
        guard count <= core.limits.streams else { return try await writer.finish(nil) }
        let target = StreamWriter(writer)
        try await body.consumeWithCancellationOnInboundClose { _ in
          await self.write(sources, encoder, until: principal.expiresAt, to: target)
        }
        try await writer.finish(nil)
      })
  }

  /// Opens the stream of a trip's people; nil when the request names no trip.
  private func people(
    _ request: ServerRequest, _ sharing: ServerCore.SharingParts, _ principal: Principal
  ) async throws -> LocationStream? {
    guard let text = try request.value("trip") else { return nil }
    let trip = try TripID(text)
    try await core.requireMember(principal, of: trip)
    let last = request.headers[HTTPField.Name("Last-Event-ID")!].flatMap(LocationCursor.init)
    return try await sharing.environment.positions.listenForFriendsLocations(
      in: trip, as: .member(principal.user), after: last?.trip == trip ? last : nil,
      showing: LiveRoutes.shown(request))
  }

  /// Opens the stream of the user's chats; nil when the request names none.
  private func chats(_ request: ServerRequest, _ principal: Principal) async throws -> ChatStream? {
    guard let services = core.trips, let text = try request.value("chats") else { return nil }
    return try await services.chats.live(after: ChatPositions.read(text), as: principal.user)
  }

  /// Writes events until the client leaves, the token expires, the trip ends, a source fails, or the server stops.
  func write(
    _ sources: Sources, _ encoder: StreamEncoder, until expiry: UniversalTime, to target: StreamWriter
  ) async {
    let handoff = EventHandoff<StreamEvent>()
    let core = core
    await withTaskGroup(of: Void.self) { group in
      if let people = sources.people {
        group.addTask { await Self.hand(people, to: handoff) { [.people($0)] } }
      }
      if let chats = sources.chats {
        group.addTask { await Self.hand(chats, to: handoff, StreamEvent.events(of:)) }
      }
      group.addTask {
        var version = core.news.version
        while let (latest, topics) = await core.news.wait(after: version) {
          version = latest
          guard await handoff.put(.news(topics)) else { return }
        }
        _ = await handoff.put(.end)
      }
      group.addTask {
        while (try? await Task.sleep(for: Self.heartbeat)) != nil {
          guard await handoff.put(.heartbeat) else { return }
        }
      }
      await withTaskCancellationHandler {
        while let event = await handoff.take() {
          guard !Task.isCancelled, SharingClock.system.now() < expiry,
            var pieces = encoder.pieces(of: event)
          else { break }
          do {
            while let piece = try pieces.next() { try await target.write(piece) }
          } catch { break }
        }
      } onCancel: {
        Task { await handoff.finish() }
      }
      await handoff.finish()
      group.cancelAll()
    }
  }

  /// Hands on the events of a source, and its end as that of the stream.
  private static func hand<Source: AsyncSequence & Sendable>(
    _ source: Source, to handoff: EventHandoff<StreamEvent>,
    _ events: @Sendable (Source.Element) -> [StreamEvent]
  ) async {
    do {
      for try await element in source {
        for event in events(element) {
          guard await handoff.put(event) else { return }
        }
      }
    } catch {}
    _ = await handoff.put(.end)
  }
}

/// The writer of a response's body, used by one task at a time.
///
/// `@unchecked Sendable`: only the task that takes events from the handoff writes; the closure that holds the writer waits
/// for it.
final class StreamWriter: @unchecked Sendable {
  private var writer: any ResponseBodyWriter

  /// Creates a writer over that of a response.
  init(_ writer: any ResponseBodyWriter) { self.writer = writer }

  /// Writes bytes, and returns when the client may take more.
  func write(_ bytes: ByteBuffer) async throws { try await writer.write(bytes) }
}
