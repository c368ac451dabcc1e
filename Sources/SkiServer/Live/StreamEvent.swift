import SkiAPI
import SkiPeople

/// An event of a stream of server-sent events, before it is encoded.
enum StreamEvent: Sendable {
  /// Changes of a trip's people.
  case people(LocationBatch)
  /// Changes of map and states.
  case news(Set<ServerNews.Topic>)
  /// Messages and deletions of chats, few at once.
  case chats([ChatNews])
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
