import SkiAPI
import SkiBase

/// The notices by which servers tell each other of chats, within the 8,000 bytes of a notice.
enum ChatNotice: Sendable, Hashable {
  /// A chat has messages up to a position.
  case messages(ChatID, upTo: Int64)
  /// A chat has other readers, or is removed.
  case readers(ChatID)
  /// The message at a position of a chat was deleted.
  case deleted(ChatID, Int64)
  /// The people of a trip have changed.
  case people(TripID)

  /// The notice as text. Prefixes differ from those of live sharing.
  var text: String {
    switch self {
    case .messages(let chat, let position): "chat \(position) \(chat.rawValue)"
    case .readers(let chat): "chat-readers 0 \(chat.rawValue)"
    case .deleted(let chat, let position): "chat-deleted \(position) \(chat.rawValue)"
    case .people(let trip): "chat-people 0 \(trip.rawValue)"
    }
  }

  /// Creates the notice of a text; nil for notices of others.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let number = Int64(parts[1]) else { return nil }
    switch parts[0] {
    case "chat":
      guard let chat = try? ChatID(parts[2]) else { return nil }
      self = .messages(chat, upTo: number)
    case "chat-readers":
      guard let chat = try? ChatID(parts[2]) else { return nil }
      self = .readers(chat)
    case "chat-deleted":
      guard let chat = try? ChatID(parts[2]) else { return nil }
      self = .deleted(chat, number)
    case "chat-people":
      guard let trip = try? TripID(parts[2]) else { return nil }
      self = .people(trip)
    default: return nil
    }
  }
}

extension SQLConnection {
  /// Tells the servers of a change of a chat when the transaction commits.
  func notify(_ notice: ChatNotice) throws { try notify(notice.text) }

  /// Tells the servers that the people of a trip have changed.
  func notify(people trip: TripID) throws { try notify(.people(trip)) }

  /// Tells the servers that the people of a user's chats of two may read each other no more.
  func notifyPairs(of user: UserID) throws {
    let found = try rows("SELECT id FROM trips_chats WHERE lesser = $1 OR greater = $1", [.id(user)])
    for row in found { try notify(.readers(try row.id(0))) }
  }

  /// Tells the servers that two people may read each other, or not any more.
  func notifyPair(_ user: UserID, _ other: UserID) throws {
    let found = try row(
      "SELECT id FROM trips_chats WHERE lesser = $1 AND greater = $2",
      [.id(min(user, other)), .id(max(user, other))])
    if let found { try notify(.readers(try found.id(0))) }
  }
}
