package import SkiAPI
package import SkiBase
import SkiGraph

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

/// The challenges of trips at a server; see `ChallengeServing`.
package struct ClientChallenges: ChallengeServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  /// Creates a challenge; see `ChallengeServing`.
  package func create(
    name: String, measure: ChallengeMeasure, in trip: TripID, from: UniversalTime, until: UniversalTime,
    as user: UserID
  ) async throws -> Challenge {
    var members = [
      JSONValue.Member("name", .string(name)), JSONValue.Member("measure", .string(measure.word)),
      JSONValue.Member("from", .time(from)), JSONValue.Member("until", .time(until)),
    ]
    if case .everyLift(let lifts) = measure {
      members.append(JSONValue.Member("lifts", .array(lifts.map { .string($0.rawValue) })))
    }
    return try await source.value(
      .post("trips", trip.rawValue, "challenges", body: .object(members)), "challenge", as: user)
  }

  /// Returns the challenges of a trip; see `ChallengeServing`.
  package func list(of trip: TripID, as user: UserID) async throws -> [Challenge] {
    try await source.values(.get("trips", trip.rawValue, "challenges"), "challenges", as: user)
  }

  /// Returns a challenge; see `ChallengeServing`.
  package func get(_ challenge: ChallengeID, as user: UserID) async throws -> Challenge {
    try await source.value(.get("challenges", challenge.rawValue), "challenge", as: user)
  }

  /// Lets the acting user take part; see `ChallengeServing`.
  package func join(_ challenge: ChallengeID, as user: UserID) async throws {
    try await source.act(.put("challenges", challenge.rawValue, "me"), as: user)
  }

  /// Ends the acting user's part; see `ChallengeServing`.
  package func leave(_ challenge: ChallengeID, as user: UserID) async throws {
    try await source.act(.delete("challenges", challenge.rawValue, "me"), as: user)
  }

  /// Returns the ranking; see `ChallengeServing`.
  package func ranking(of challenge: ChallengeID, as user: UserID) async throws -> [ChallengeRank] {
    try await source.values(.get("challenges", challenge.rawValue, "ranking"), "ranking", as: user)
  }

  /// Removes a challenge; see `ChallengeServing`.
  package func remove(_ challenge: ChallengeID, as user: UserID) async throws {
    try await source.act(.delete("challenges", challenge.rawValue), as: user)
  }
}
