import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of chats and their messages; new messages come on the stream of events.
struct ChatRoutes: Sendable {
  let core: ServerCore

  private static let before = HTTPRoute.Parameter(
    "before", in: .query, "The position before which the messages are; the last ones without.",
    schema: Schema.position)
  private static let after = HTTPRoute.Parameter(
    "after", in: .query, "The position after which the messages are, in place of before.",
    schema: Schema.position)
  private static let sent = HTTPRoute.Parameter(
    "sent", in: .query,
    "The time of the known message at after, in milliseconds since 1970: 409 when the store was restored and has another one.",
    schema: Schema.position)
  private static let count = HTTPRoute.Parameter(
    "count", in: .query, "The greatest number of messages; 50 without.", schema: Schema.integer(1...100))

  var routes: [HTTPRoute] { chats + messages }

  private var chats: [HTTPRoute] {
    [
      .trips(
        "chats", .get, "/v1/chats", "Returns the user's chats.", cost: 2, core,
        reply: .list("chats", of: Chat.self), "The chats", act: list),
      .trips(
        "openChat", .post, "/v1/chats",
        "Returns the chat of a trip, an event or two people, made at the first time.", core,
        body: .members([TripsField.trip.orAbsent, TripsField.event.orAbsent, TripsField.person.orAbsent]),
        reply: .document(Chat.self), "The chat", act: open),
      .trips(
        "tripChats", .get, "/v1/trips/{trip}/chats", "Returns the user's chats of a trip and its events.",
        cost: 2, core, reply: .list("chats", of: Chat.self), "The chats", act: listOfTrip),
      .trips(
        "chat", .get, "/v1/chats/{chat}", "Returns a chat.", core,
        reply: .document(Chat.self), "The chat", act: get),
      .trips(
        "readChat", .put, "/v1/chats/{chat}/read", "Notes the position up to which the user has read.", core,
        body: .members([TripsField.position.always]), status: 204, "The position is noted", act: read),
    ]
  }

  private var messages: [HTTPRoute] {
    [
      .trips(
        "messages", .get, "/v1/chats/{chat}/messages", "Returns a part of a chat.", core,
        query: [Self.before, Self.after, Self.sent, Self.count], reply: .document(ChatPage.self),
        "The part", act: page),
      .trips(
        "sendMessage", .post, "/v1/chats/{chat}/messages",
        "Sends a message; the same id again is harmless.", core, body: .document(MessageDraft.self),
        reply: .document(ChatMessage.self), "The message",
        act: send),
      .trips(
        "deleteMessage", .delete, "/v1/chats/{chat}/messages/{position}",
        "Deletes a message, whose position stays as a gap.", core, status: 204, "The message is deleted",
        act: delete),
    ]
  }

  // MARK: Chats

  private func list(_ call: TripsCall) async throws -> Response {
    let chats = try await call.services.chats.list(as: call.user)
    return .json(.object(["chats": .documents(chats)]))
  }

  private func listOfTrip(_ call: TripsCall) async throws -> Response {
    let (trip, user) = (try call.id("trip", TripID.self), try call.user)
    _ = try await call.services.trips.get(trip, as: user)
    let chats = try await call.services.chats.list(as: user).filter { chat in
      switch chat.subject {
      case .trip(let own): own == trip
      case .event(_, let own): own == trip
      case .person: false
      }
    }
    return .json(.object(["chats": .documents(chats)]))
  }

  private func open(_ call: TripsCall) async throws -> Response {
    let document = try await call.body("chat")
    let (chats, user) = (call.services.chats, try call.user)
    let trip = try TripsField.trip.value(in: document)
    let event = try TripsField.event.value(in: document)
    let person = try TripsField.person.value(in: document)
    let chat: Chat
    switch (trip, event, person) {
    case (let trip?, nil, nil): chat = try await chats.open(trip, as: user)
    case (nil, let event?, nil): chat = try await chats.open(event, as: user)
    case (nil, nil, let person?): chat = try await chats.open(with: person, as: user)
    default:
      let count = [trip != nil, event != nil, person != nil].filter { $0 }.count
      throw SkiError(.invalidArgument, "chat has \(count) of trip, event, person; send one of them")
    }
    return .json(chat)
  }

  private func get(_ call: TripsCall) async throws -> Response {
    let chat = try call.id("chat", ChatID.self)
    return .json(try await call.services.chats.get(chat, as: call.user).json)
  }

  private func read(_ call: TripsCall) async throws -> Response {
    let chat = try call.id("chat", ChatID.self)
    let position = try await TripsField.position.required(
      in: call.body("mark"))
    try await call.services.chats.markRead(upTo: position, of: chat, as: call.user)
    return .empty()
  }

  // MARK: Messages

  private func page(_ call: TripsCall) async throws -> Response {
    let chat = try call.id("chat", ChatID.self)
    let (before, after) = (try call.request.integer("before"), try call.request.integer("after"))
    try SkiError.require(before == nil || after == nil, "before and after are given; give one of them")
    let sent = try call.request.integer("sent")
    try SkiError.require(sent == nil || after != nil, "sent is given without after; give both")
    if let after, let sent {
      let mark = ChatMark(Int64(after), sent: UniversalTime(milliseconds: Int64(sent)))
      try await call.services.chats.require(mark, of: chat, as: call.user)
    }
    let side = after.map { ChatSide.after(Int64($0)) } ?? .before(before.map { Int64($0) })
    let page = try await call.services.chats.page(
      of: chat, side, count: call.request.integer("count") ?? 50, as: call.user)
    return .json(page)
  }

  private func send(_ call: TripsCall) async throws -> Response {
    let chat = try call.id("chat", ChatID.self)
    let draft: MessageDraft = try await call.body("message")
    return .json(
      try await call.services.chats.send(draft.content, id: draft.id, to: chat, as: call.user).json)
  }

  private func delete(_ call: TripsCall) async throws -> Response {
    let chat = try call.id("chat", ChatID.self)
    guard let position = Int64(call.text("position")) else {
      throw SkiError(
        .invalidArgument,
        "position must be a whole number, got \(call.text("position").shortened(toScalars: 20))")
    }
    try await call.services.chats.delete(position, of: chat, as: call.user)
    return .empty()
  }
}
