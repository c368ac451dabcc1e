import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The delivery of one stream's events by the task of its connection, which one signal of all sources wakes.
///
/// A stream has no other task, so that one whose client stops reading costs little. A batch of positions counts as
/// outstanding until it is written and the next one is asked for.
struct StreamDelivery {
  /// The people of a trip; nil for none.
  let people: LocationStream?
  /// The user's chats; nil for none.
  let chats: ChatStream?
  let encoder: StreamEncoder
  let news: ServerUpdates
  /// The time when the token expires.
  let expiry: UniversalTime
  /// Returns whether the session of the token has ended.
  let isEnded: @Sendable () -> Bool
  /// Returns whether the client has left.
  let isAbandoned: @Sendable () -> Bool
  /// The signal of all sources, which the end of the connection raises, too.
  let signal: WakeSignal

  private enum Progress { case something, nothing, end }

  /// Writes events until the client leaves, the token expires, its session or the trip ends, a source fails, or the server stops.
  func run(to writer: inout any ResponseBodyWriter) async {
    var follower = news.follow(signal)
    defer { news.leave(follower) }
    people?.follow(signal)
    chats?.follow(signal)
    await withTaskCancellationHandler {
      do {
        while try await deliver(&follower, to: &writer) { await signal.wait() }
      } catch {}  // the client is gone, or asks again
    } onCancel: {
      signal.raise()
    }
  }

  /// Writes what the sources have now; returns false at the end of the stream.
  private func deliver(
    _ follower: inout ServerUpdates.Follower, to writer: inout any ResponseBodyWriter
  ) async throws -> Bool {
    while isOpen {
      guard let changes = news.take(for: &follower) else { return false }
      if !changes.topics.isEmpty { try await write(.news(changes.topics), to: &writer) }
      if changes.isHeartbeatDue { try await write(.heartbeat, to: &writer) }
      switch (try await deliverPeople(to: &writer), try await deliverChats(to: &writer)) {
      case (.end, _), (_, .end): return false
      case (.nothing, .nothing): return true
      default: break
      }
    }
    return false
  }

  private var isOpen: Bool {
    !Task.isCancelled && !isAbandoned() && TimeSource.system.now() < expiry && !isEnded()
  }

  private func deliverPeople(to writer: inout any ResponseBodyWriter) async throws -> Progress {
    guard let people else { return .nothing }
    switch try people.take() {
    case .batch(let batch): try await write(.people(batch), to: &writer)
    case .withheld: try await Task.sleep(for: .milliseconds(LocationStream.withheldMilliseconds))
    case .nothing: return .nothing
    case .ended: return .end
    }
    return .something
  }

  private func deliverChats(to writer: inout any ResponseBodyWriter) async throws -> Progress {
    guard let chats else { return .nothing }
    switch try await chats.take() {
    case .delivery(let delivery):
      for event in StreamEvent.events(of: delivery) { try await write(event, to: &writer) }
    case .nothing: return .nothing
    case .ended: return .end
    }
    return .something
  }

  private func write(_ event: StreamEvent, to writer: inout any ResponseBodyWriter) async throws {
    guard isOpen else { throw CancellationError() }
    var pieces = encoder.pieces(of: event)
    while let piece = try pieces.next() { try await writer.write(piece) }
  }
}

/// An event of a stream of server-sent events, before it is encoded.
enum StreamEvent: Sendable {
  /// Changes of a trip's people.
  case people(LocationBatch)
  /// Changes of map and states.
  case news(Set<ServerUpdates.Topic>)
  /// Messages and deletions of chats, few at once.
  case chats([ChatUpdate])
  /// A sign of life.
  case heartbeat

  /// The greatest number of messages and deletions that are encoded at once for one reader.
  static let chatCount = 16

  /// Returns the events of what is delivered of a chat, in its order.
  static func events(of delivery: ChatDelivery) -> [StreamEvent] {
    let news = delivery.news
    return stride(from: 0, to: news.count, by: chatCount).map { start in
      StreamEvent.chats(Array(news[start..<min(start + chatCount, news.count)]))
    }
  }
}
