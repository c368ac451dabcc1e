import HTTPTypes
import Hummingbird
import NIOCore
import SkiFormats
import SkiGeo
import SkiSharing

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
        "Returns events as they happen: person and gone of a trip, lifts, map.", access: .user, cost: 5,
        parameters: [
          .init("trip", in: .query, "The trip whose people are shown; none without.", schema: Schema.text)
        ] + LiveRoutes.shownParameters + [
          .init("Last-Event-ID", in: .header, "The id of the last event received.", schema: Schema.text)
        ],
        results: [
          .init(
            200, "The events until the connection ends",
            .init(["text/event-stream"], schema: Schema.text, "Server-sent events"))
        ], respond: respond)
    ]
  }

  private enum Event: Sendable {
    case batch(LocationBatch)
    case news(Set<ServerNews.Topic>)
    case heartbeat
    case end
  }

  private func respond(_ request: ServerRequest) async throws -> Response {
    guard let sharing = core.sharing, let principal = request.principal else {
      throw SkiError(.notFound, "the server has no stream; start it with --keys")
    }
    try request.requireNames(in: ["trip"] + LiveRoutes.shownNames)
    let people = try await listen(request, sharing, principal)
    let core = core
    guard core.streamCount.withLock({ $0 }) < core.limits.streams else {
      throw SkiError(.unavailable, "too many streams are open; try again later")
    }
    let body = request.body
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream", .cacheControl: "no-store",
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
        let target = UncheckedWriter(writer)
        try await body.consumeWithCancellationOnInboundClose { _ in
          try await self.write(people, sharing, principal, to: target)
        }
        try await writer.finish(nil)
      })
  }

  /// Opens the stream of a trip's people; nil when the request names no trip.
  private func listen(
    _ request: ServerRequest, _ sharing: ServerCore.SharingParts, _ principal: Principal
  ) async throws -> LocationStream? {
    guard let text = try request.value("trip") else { return nil }
    let trip = try TripID(text)
    guard principal.trips[trip] != nil else {
      throw SkiError(.notFound, "trip is unknown; name one of your token's trips")
    }
    let last = request.headers[HTTPField.Name("Last-Event-ID")!].flatMap(LocationCursor.init)
    return try await sharing.environment.positions.listenForFriendsLocations(
      in: trip, as: .member(principal.user), after: last?.trip == trip ? last : nil,
      showing: LiveRoutes.shown(request))
  }

  /// Writes events until the client leaves, the token expires, the trip ends, or the server stops.
  private func write(
    _ people: LocationStream?, _ sharing: ServerCore.SharingParts, _ principal: Principal,
    to target: UncheckedWriter
  ) async throws {
    let handoff = EventHandoff<Event>()
    let core = core
    await withTaskGroup(of: Void.self) { group in
      if let people {
        group.addTask {
          do {
            for try await batch in people {
              guard await handoff.put(.batch(batch)) else { return }
            }
          } catch {}
          _ = await handoff.put(.end)
        }
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
          guard !Task.isCancelled, SharingClock.system.now() < principal.expiresAt,
            let bytes = encode(event, sharing)
          else { break }
          do { try await target.write(bytes) } catch { break }
        }
      } onCancel: {
        Task { await handoff.finish() }
      }
      await handoff.finish()
      group.cancelAll()
    }
  }

  /// Returns the bytes of an event; nil when the stream must end.
  private func encode(_ event: Event, _ sharing: ServerCore.SharingParts) -> [UInt8]? {
    switch event {
    case .end: return nil
    case .heartbeat: return Array(":\n\n".utf8)
    case .news(let topics):
      var bytes: [UInt8] = []
      let served = core.keeper.served
      if topics.contains(.map) {
        Self.append("map", Array("{\"map\":\"\(served.map.id)\"}".utf8), to: &bytes)
      }
      if topics.contains(.lifts) {
        Self.append("lifts", Array("{\"status\":\"\(served.status?.id ?? "")\"}".utf8), to: &bytes)
      }
      return bytes
    case .batch(let batch):
      // A batch after the lease may contain people who have ended their sharing: the client asks again.
      guard SharingClock.system.monotonicMilliseconds() < batch.deadlineMilliseconds else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(batch.changes.count * 320 + 64)
      if batch.isSnapshot { Self.append("snapshot", Array("{}".utf8), to: &bytes) }
      for change in batch.changes {
        switch change {
        case .present(let location): Self.append("person", sharing.people.bytes(of: location), to: &bytes)
        case .gone(let user):
          var json = JSONWriter(capacity: 64)
          json.object { $0.member("user", user.rawValue) }
          Self.append("gone", json.bytes, to: &bytes)
        }
      }
      bytes.append(contentsOf: "id: \(batch.cursor)\nevent: cursor\ndata: {}\n\n".utf8)
      return bytes
    }
  }

  private static func append(_ name: StaticString, _ data: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "event: ".utf8)
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: "\ndata: ".utf8)
    bytes.append(contentsOf: data)
    bytes.append(contentsOf: "\n\n".utf8)
  }
}

/// The writer of a response's body, used by one task at a time.
///
/// `@unchecked Sendable`: only the task that takes events from the handoff writes; the closure that holds the writer waits
/// for it.
private final class UncheckedWriter: @unchecked Sendable {
  private var writer: any ResponseBodyWriter

  init(_ writer: any ResponseBodyWriter) { self.writer = writer }

  func write(_ bytes: [UInt8]) async throws { try await writer.write(ByteBuffer(bytes: bytes)) }
}
