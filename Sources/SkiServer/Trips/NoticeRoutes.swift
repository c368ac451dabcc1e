import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of the user's notices, and of a host's word to a trip.
struct NoticeRoutes: Sendable {
  let core: ServerCore

  private static let before = HTTPRoute.Parameter(
    "before", in: .query, "The position of the page before; the latest ones without.", schema: Schema.text)
  private static let count = HTTPRoute.Parameter(
    "count", in: .query, "The greatest number of notices; 50 without.", schema: Schema.integer(1...100))

  var routes: [HTTPRoute] {
    [
      .trips(
        "notices", .get, "/v1/notices", "Returns the user's notices, the latest first.", core,
        query: [Self.before, Self.count], reply: .document(NoticeList.self), "The notices", act: list),
      .trips(
        "readNotices", .post, "/v1/notices/read", "Marks notices as read.", core,
        body: .members([TripsField.notices.orAbsent, TripsField.upTo.orAbsent]),
        status: 204, "The notices are marked", act: markRead),
      .trips(
        "noticePreferences", .get, "/v1/me/notices", "Returns the user's preferences for notices.", core,
        reply: .document(NoticePreferences.self), "The preferences", act: preferences),
      .trips(
        "setNoticePreferences", .put, "/v1/me/notices", "Stores the user's preferences for notices.", core,
        body: .document(NoticePreferences.self), status: 204, "The preferences are stored",
        act: setPreferences),
      .trips(
        "announce", .post, "/v1/trips/{trip}/notices", "Sends a host's word to all members of a trip.",
        cost: 10, core, body: .members([TripsField.wordID.always, TripsField.word.always]),
        reply: .members([TripsField.recipients.always]), "The number of recipients", act: announce),
    ]
  }

  private func list(_ call: TripsCall) async throws -> Response {
    let (notices, user) = (call.services.notices, try call.user)
    let position = try call.request.value("before").map { try NoticePosition($0) }
    let page = try await notices.list(
      before: position, count: call.request.integer("count") ?? 50, as: user)
    let unread = try await notices.unreadCount(as: user)
    return .json(NoticeList(page, unread: unread))
  }

  private func markRead(_ call: TripsCall) async throws -> Response {
    let document = try await call.body("mark")
    let (notices, user) = (call.services.notices, try call.user)
    let listed = try TripsField.notices.value(in: document)
    let position = try TripsField.upTo.value(in: document)
    switch (listed, position) {
    case (let listed?, nil): try await notices.markRead(listed, as: user)
    case (nil, let position?): try await notices.markAllRead(upTo: position, as: user)
    default:
      throw SkiError(
        .invalidArgument, "mark has \(listed == nil ? 0 : 2) of notices, upTo; send one of them")
    }
    return .empty()
  }

  private func preferences(_ call: TripsCall) async throws -> Response {
    .json(try await call.services.notices.preferences(as: call.user).json)
  }

  private func setPreferences(_ call: TripsCall) async throws -> Response {
    let preferences: NoticePreferences = try await call.body("preferences")
    try await call.services.notices.setPreferences(preferences, as: call.user)
    return .empty()
  }

  private func announce(_ call: TripsCall) async throws -> Response {
    let trip = try call.id("trip", TripID.self)
    let document = try await call.body("word to the trip")
    let id = try TripsField.wordID.required(in: document)
    let word = try TripsField.word.required(in: document)
    let count = try await call.services.notices.announce(word, id: id, to: trip, as: call.user)
    return .json(.object([TripsField.recipients.member(count)]))
  }
}
