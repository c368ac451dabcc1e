package import SkiAPI
import SkiBase

/// The notices of the acting user at a server; see `NoticeServing`.
package struct ClientNotices: NoticeServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  /// Sends a word of the hosts; see `NoticeServing`.
  @discardableResult
  package func announce(_ word: String, id: MessageID, to trip: TripID, as user: UserID) async throws -> Int {
    let body = JSONValue.object(["id": .string(id.rawValue), "word": .string(word)])
    let document = try await source.document(
      .post("trips", trip.rawValue, "notices", body: body), "outcome of a word", as: user)
    return try ServerDocument.read { try document.require("recipients", document.integer("recipients")) }
  }

  /// Returns a page of notices; see `NoticeServing`.
  package func list(before position: NoticePosition?, count: Int, as user: UserID) async throws -> NoticePage
  {
    try await page(before: position, count: count, as: user).page
  }

  /// Returns the number of notices that are not read; see `NoticeServing`.
  package func unreadCount(as user: UserID) async throws -> Int {
    try await page(before: nil, count: 1, as: user).unread
  }

  private func page(
    before position: NoticePosition?, count: Int, as user: UserID
  ) async throws -> NoticeList {
    try await source.value(
      .get("notices", query: ["before": position?.description, "count": String(count)]), "page of notices",
      as: user)
  }

  /// Marks notices as read; see `NoticeServing`.
  package func markRead(_ notices: [NoticeID], as user: UserID) async throws {
    let body = JSONValue.object(["notices": .array(notices.map { .string($0.rawValue) })])
    try await source.act(.post("notices", "read", body: body), as: user)
  }

  /// Marks all notices up to a position as read; see `NoticeServing`.
  package func markAllRead(upTo position: NoticePosition, as user: UserID) async throws {
    let body = JSONValue.object(["upTo": .string(position.description)])
    try await source.act(.post("notices", "read", body: body), as: user)
  }

  /// Returns the preferences; see `NoticeServing`.
  package func preferences(as user: UserID) async throws -> NoticePreferences {
    try await source.value(.get("me", "notices"), "preferences", as: user)
  }

  /// Stores the preferences; see `NoticeServing`.
  package func setPreferences(_ preferences: NoticePreferences, as user: UserID) async throws {
    try await source.act(.put("me", "notices", body: preferences.json), as: user)
  }
}
