import HTTPTypes
import Hummingbird
import NIOCore
import SkiAPI
import SkiBase
import SkiPeople

/// The route of server-sent events: people, lifts and the map, on one connection.
///
/// **Source:** WHATWG HTML, "Server-sent events".
struct StreamRoute: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] {
    [
      HTTPRoute(
        "stream", .get, "/v1/stream",
        "Returns events as they happen: person and gone of a trip, message, deleted and restored of chats, lifts, map.",
        access: .user, cost: 5,
        parameters: parameters,
        results: [
          .init(
            200, "The events until the connection ends",
            .init([ConnectionGuard.eventStream], schema: Schema.text, "Server-sent events"))
        ], respond: respond)
    ]
  }

  private var parameters: [HTTPRoute.Parameter] {
    let trip = HTTPRoute.Parameter(
      "trip", in: .query, "The trip whose people are shown; none without.", schema: Schema.text)
    let last = HTTPRoute.Parameter(
      "Last-Event-ID", in: .header, "The id of the last event received.", schema: Schema.text)
    return [trip] + LiveRoutes.shownParameters + chatParameters + [last]
  }

  /// The parameters of a server with trip services.
  private var chatParameters: [HTTPRoute.Parameter] {
    guard core.trips != nil else { return [] }
    return [
      .init(
        "chats", in: .query,
        "The chats whose messages are shown: all, or CHAT:POSITION@SENT,… for what comes after known messages, SENT in milliseconds since 1970.",
        schema: Schema.text)
    ]
  }

  private func respond(_ request: ServerRequest) async throws -> Response {
    guard let sharing = core.sharing, let principal = request.principal else {
      throw SkiError(.notFound, "the server has no stream")
    }
    try request.requireNames(in: ["trip"] + LiveRoutes.shownNames + chatParameters.map(\.name))
    let core = core
    let isEnded: @Sendable () -> Bool = {
      principal.session.map { core.trips?.sessions.isEnded($0) ?? false } ?? false
    }
    let signal = WakeSignal()
    let delivery = StreamDelivery(
      people: try await people(request, sharing, principal), chats: try await chats(request, principal),
      encoder: StreamEncoder(people: sharing.people, messages: core.messages, served: { core.keeper.served }),
      news: core.news, expiry: principal.expiresAt, isEnded: isEnded, isAbandoned: request.isAbandoned,
      signal: signal)
    guard core.streamCount.withLock({ $0 }) < core.limits.streams else {
      throw SkiError(.unavailable, "too many streams are open; try again later")
    }
    request.connection?.follow(signal)
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
        var writer = writer
        if count <= core.limits.streams { await delivery.run(to: &writer) }
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
    return try await services.chats.live(after: ChatPositionsQuery.read(text), as: principal.user)
  }
}

/// The chats of a stream, as its request names them: all, or those with the last positions that the client has, each with the
/// time of its message in milliseconds since 1970 if it tells it.
///
/// Chats that are not named are in the stream, too, with what comes from now on.
enum ChatPositionsQuery {
  /// The greatest number of chats with positions.
  static let limit = 200

  /// Returns the position of each named chat; none for `all`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a text of another form and a chat that is named twice,
  ///   `.limitExceeded` for more than ``limit``.
  /// - Complexity: O(*n*) in the text.
  static func read(_ text: String) throws -> [ChatID: ChatMark] {
    guard text != "all" else { return [:] }
    let entries = text.split(separator: ",", omittingEmptySubsequences: false)
    try SkiError.requireCount(entries.count, atMost: limit, "chats of a stream")
    var positions: [ChatID: ChatMark] = [:]
    for (index, entry) in entries.enumerated() {
      guard let colon = entry.lastIndex(of: ":"), let chat = try? ChatID(String(entry[..<colon])),
        let position = mark(entry[entry.index(after: colon)...])
      else {
        throw SkiError(
          .invalidArgument,
          "entry \(index + 1) of chats is none; write all, or CHAT:POSITION@MILLISECONDS,CHAT:POSITION@MILLISECONDS"
        )
      }
      try SkiError.require(
        positions.updateValue(position, forKey: chat) == nil,
        "entry \(index + 1) of chats names a chat again; name each once")
    }
    return positions
  }

  /// Reads a position, with or without a time.
  private static func mark(_ text: Substring) -> ChatMark? {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let position = Int64(parts[0]), position >= 0 else { return nil }
    guard parts.count > 1 else { return ChatMark(position) }
    guard let time = Int64(parts[1]), timeRange.contains(time) else { return nil }
    return ChatMark(position, sent: UniversalTime(milliseconds: time))
  }

  /// The times that a message can have, in milliseconds since 1970.
  static let timeRange: ClosedRange<Int64> = 0...9_007_199_254_740_992
}
