public import SkiAPI
import SkiBase

/// The chats of the acting user at a server; see `ChatServing`.
public struct ClientChats: ChatServing {
  private let source: any SessionSource
  private let options: StreamOptions

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource, options: StreamOptions = StreamOptions()) {
    (self.source, self.options) = (source, options)
  }

  // MARK: Chats

  /// Returns the chats of the acting user; see `ChatServing`.
  public func list(as user: UserID) async throws -> [Chat] {
    try await source.values(.get("chats"), "chats", as: user)
  }

  /// Returns the chats of a trip and of its events.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to.
  public func list(of trip: TripID, as user: UserID) async throws -> [Chat] {
    try await source.values(.get("trips", trip.rawValue, "chats"), "chats", as: user)
  }

  /// Returns a chat; see `ChatServing`.
  public func get(_ chat: ChatID, as user: UserID) async throws -> Chat {
    try await source.value(.get("chats", chat.rawValue), "chat", as: user)
  }

  /// Returns the chat of a trip; see `ChatServing`.
  public func open(_ trip: TripID, as user: UserID) async throws -> Chat {
    try await open(["trip": .string(trip.rawValue)], as: user)
  }

  /// Returns the chat of an event; see `ChatServing`.
  public func open(_ event: EventID, as user: UserID) async throws -> Chat {
    try await open(["event": .string(event.rawValue)], as: user)
  }

  /// Returns the chat with a person; see `ChatServing`.
  public func open(with person: UserID, as user: UserID) async throws -> Chat {
    try await open(["person": .string(person.rawValue)], as: user)
  }

  private func open(_ subject: KeyValuePairs<String, JSONValue>, as user: UserID) async throws -> Chat {
    try await source.value(.post("chats", body: .object(subject)), "chat", as: user)
  }

  // MARK: Messages

  /// Returns a part of a chat; see `ChatServing`.
  public func page(
    of chat: ChatID, _ side: ChatSide, count: Int, as user: UserID
  ) async throws -> ChatPage {
    let (before, after): (Int64?, Int64?) =
      switch side {
      case .before(let position): (position, nil)
      case .after(let position): (nil, position)
      }
    return try await source.value(
      .get(
        "chats", chat.rawValue, "messages",
        query: [
          "before": before.map { String($0) }, "after": after.map { String($0) }, "count": String(count),
        ]), "page of messages", as: user)
  }

  /// Sends a message; see `ChatServing`.
  @discardableResult
  public func send(_ content: ChatContent, id: MessageID, to chat: ChatID, as user: UserID) async throws
    -> ChatMessage
  {
    let (kind, text) = try Self.words(of: content)
    let body = JSONValue.object([
      "id": .string(id.rawValue), "kind": .string(kind), "body": .string(text),
    ])
    return try await source.value(.post("chats", chat.rawValue, "messages", body: body), "message", as: user)
  }

  /// Returns the kind and the body of a content, as the contract names them.
  private static func words(of content: ChatContent) throws(SkiError) -> (kind: String, body: String) {
    switch content {
    case .text(let text): return ("text", text)
    case .route(let card): return ("route", card)
    case .place(let card): return ("place", card)
    @unknown default:
      throw SkiError(
        .invalidArgument, "the kind of the message can't be sent; send a text, a route or a place")
    }
  }

  /// Deletes a message; see `ChatServing`.
  public func delete(_ position: Int64, of chat: ChatID, as user: UserID) async throws {
    try await source.act(.delete("chats", chat.rawValue, "messages", String(position)), as: user)
  }

  /// Stores what the acting user has read; see `ChatServing`.
  public func markRead(upTo position: Int64, of chat: ChatID, as user: UserID) async throws {
    let body = JSONValue.object(["position": .integer(Int(position))])
    try await source.act(.put("chats", chat.rawValue, "read", body: body), as: user)
  }

  // MARK: Live

  /// Listens to all chats of the acting user; see `ChatServing`.
  ///
  /// A connection that breaks is opened again with the last positions, so that no message is lost or comes twice.
  public func deliveries(after positions: [ChatID: Int64], as user: UserID) async throws -> ChatDeliveries {
    try Self.check(positions.values)
    let chats = try await list(as: user)
    return try deliveries(ChatPositions(chats, after: positions, only: nil), as: user)
  }

  /// Listens to one chat; see `ChatServing`.
  ///
  /// That the chat may not be read any more is seen when a connection is opened again.
  public func deliveries(of chat: ChatID, after position: Int64?, as user: UserID) async throws
    -> ChatDeliveries
  {
    if let position { try Self.check([position]) }
    let found = try await get(chat, as: user)
    let positions = position.map { [chat: $0] } ?? [:]
    return try deliveries(ChatPositions([found], after: positions, only: chat), as: user)
  }

  private func deliveries(_ positions: ChatPositions, as user: UserID) throws -> ChatDeliveries {
    let service = self
    let stream = EventStream(try source.session(of: user), options: options) { isFirst in
      if !isFirst { positions.add(try await service.present(positions.only, as: user)) }
      let target = ServerCall.get("stream", query: ["chats": positions.queryText])
      return (target, nil)
    }
    return ChatDeliveries {
      while let item = try await stream.next() {
        guard case .event(let event) = item else { continue }
        if let delivery = try positions.delivery(of: event) { return delivery }
      }
      return nil
    }
  }

  /// Returns the only chat of a listener, or all.
  private func present(_ only: ChatID?, as user: UserID) async throws -> [Chat] {
    guard let only else { return try await list(as: user) }
    return [try await get(only, as: user)]
  }

  private static func check(_ positions: some Sequence<Int64>) throws(SkiError) {
    for position in positions where position < 0 {
      throw SkiError(.invalidArgument, "position \(position) is negative; give 0 or more")
    }
  }
}

/// The last positions of chats that a listener has received.
final class ChatPositions: Sendable {
  /// The only chat that is listened to; nil for all.
  let only: ChatID?
  private let positions: Locked<[ChatID: ChatMark]>

  /// The greatest number of chats that a request names; the others begin with what is new.
  static let greatestCount = 100

  /// Creates positions at the present ends of chats, or at those that the listener gives.
  init(_ chats: [Chat], after given: [ChatID: Int64], only: ChatID?) {
    var positions: [ChatID: ChatMark] = [:]
    for chat in chats {
      let position = min(given[chat.id] ?? chat.lastPosition, chat.lastPosition)
      positions[chat.id] = ChatMark(
        position, sent: chat.preview.flatMap { $0.position == position ? $0.sent : nil })
    }
    self.only = only
    self.positions = Locked(positions)
  }

  /// Adds chats that were made while there was no connection, from their first message on.
  func add(_ chats: [Chat]) {
    positions.withLock { positions in
      for chat in chats where positions[chat.id] == nil { positions[chat.id] = ChatMark(0) }
    }
  }

  /// The parameter `chats` of a request.
  var queryText: String {
    let known = positions.withLock { $0 }
    guard !known.isEmpty else { return "all" }
    // The order is arbitrary, but the same for the same positions.
    return known.sorted { $0.key < $1.key }.prefix(Self.greatestCount)
      .map { chat, mark in
        "\(chat.rawValue):\(mark.position)" + (mark.sent.map { "@\($0.milliseconds)" } ?? "")
      }.joined(separator: ",")
  }

  /// Returns the delivery of an event; nil for one of something else, and for a message that was received before.
  /// - Throws: `SkiError` with code `.malformedData` for an event that the contract does not have.
  func delivery(of event: ServerEvent) throws -> ChatDelivery? {
    guard ["message", "deleted", "restored"].contains(event.name) else { return nil }
    let document = try ClientReply(status: 200, body: Array(event.data.utf8)).document("event")
    return try ServerDocument.read { () throws(SkiError) -> ChatDelivery? in
      let chat = try document.require("chat", document.id("chat", ChatID.self))
      guard only == nil || only == chat else { return nil }
      if event.name == "restored" {
        positions.withLock { $0[chat] = ChatMark(0) }
        return ChatDelivery(chat: chat, messages: [], deleted: [], isRestored: true)
      }
      if event.name == "deleted" {
        let position = Int64(try document.require("position", document.integer("position")))
        return ChatDelivery(chat: chat, messages: [], deleted: [position])
      }
      let message = try document.require(
        "message", MemberType<ChatMessage>.document.read(document, "message"))
      let isNew = positions.withLock { positions in
        guard message.position > positions[chat]?.position ?? 0 else { return false }
        positions[chat] = ChatMark(message.position, sent: message.sent)
        return true
      }
      return isNew ? ChatDelivery(chat: chat, messages: [message], deleted: []) : nil
    }
  }
}
