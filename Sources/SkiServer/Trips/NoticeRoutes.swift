import HTTPTypes
import Hummingbird
import SkiFormats
import SkiGeo
import SkiSharing
import SkiTrips

/// The routes of the user's notices, and of a host's word to a trip.
struct NoticeRoutes: Sendable {
  let core: ServerCore

  private static let before = Route.Parameter(
    "before", in: .query, "The position of the page before; the latest ones without.", schema: Schema.text)
  private static let count = Route.Parameter(
    "count", in: .query, "The greatest number of notices; 50 without.", schema: Schema.integer(1...100))

  var routes: [Route] {
    [
      .trips(
        "notices", .get, "/v1/notices", "Returns the user's notices, the latest first.", core,
        query: [Self.before, Self.count], "notices, the position next of the following page, unread",
        act: list),
      .trips(
        "readNotices", .post, "/v1/notices/read", "Marks notices as read.", core, body: ["notices", "upTo"],
        status: 204, "The notices are marked", act: markRead),
      .trips(
        "noticePreferences", .get, "/v1/me/notices", "Returns the user's preferences for notices.", core,
        "The preferences", act: preferences),
      .trips(
        "setNoticePreferences", .put, "/v1/me/notices", "Stores the user's preferences for notices.", core,
        body: NoticePreferences.names, status: 204, "The preferences are stored", act: setPreferences),
      .trips(
        "announce", .post, "/v1/trips/{trip}/notices", "Sends a host's word to all members of a trip.",
        cost: 10, core, body: ["id", "word"], "recipients, the number for whom it is new", act: announce),
    ]
  }

  private func list(_ call: TripsCall) async throws -> Response {
    let (notices, user) = (call.services.notices, try call.user)
    let position = try call.request.value("before").map { try NoticePosition($0) }
    let page = try await notices.list(
      before: position, count: call.request.integer("count") ?? 50, as: user)
    let unread = try await notices.unreadCount(as: user)
    return .json(
      .object([
        "notices": .documents(page.notices), "next": .optional(page.next?.description),
        "unread": .integer(unread),
      ]))
  }

  private func markRead(_ call: TripsCall) async throws -> Response {
    let document = try await call.body("mark", ["notices", "upTo"])
    let (notices, user) = (call.services.notices, try call.user)
    let listed = try document.texts("notices")?.map { try NoticeID($0) }
    let position = try document.text("upTo").map { try NoticePosition($0) }
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
    let preferences = try NoticePreferences(
      try await call.body("preferences", NoticePreferences.names))
    try await call.services.notices.setPreferences(preferences, as: call.user)
    return .empty()
  }

  private func announce(_ call: TripsCall) async throws -> Response {
    let trip = try call.id("trip", TripID.self)
    let document = try await call.body("word to the trip", ["id", "word"])
    let id = try document.require("id", document.id("id", MessageID.self))
    let word = try document.require("word", document.text("word"))
    let count = try await call.services.notices.announce(word, id: id, to: trip, as: call.user)
    return .json(.object(["recipients": .integer(count)]))
  }
}
