public import SkiAPI
import SkiBase

/// The recorded days of the acting user at a server; see `DayServing`.
public struct ClientDays: DayServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  // MARK: Uploads

  /// Returns the permission to upload one recording; see `DayServing`.
  public func permitUpload(byteCount: Int, sha256: String, as user: UserID) async throws -> UploadPermission {
    let body = JSONValue.object(["bytes": .integer(byteCount), "sha256": .string(sha256)])
    let document = try await source.document(.post("days", body: body), "upload permission", as: user)
    return try ServerDocument.read {
      UploadPermission(
        received: Self.text(of: try document.require("upload", document.text("upload")), below: "uploads"),
        day: try document.require("day", document.id("day", DayID.self)), byteCount: byteCount,
        sha256: sha256, expires: try TripsField.expires.required(in: document))
    }
  }

  /// Uploads a recording by its permission; see `DayServing`.
  public func receive(_ upload: String, _ bytes: [UInt8]) async throws -> DayID {
    // An empty text is no part of a path.
    guard !upload.isEmpty else { throw UploadPermission.refused }
    var request = source.server.request(
      ServerCall(method: "PUT", target: ServerCall.target(["uploads", upload], [:]), body: nil), access: nil)
    request.fields["content-type"] = "application/octet-stream"
    request.body = bytes
    let document = try await source.server.transport.send(request).requireSuccess().document("upload")
    return try ServerDocument.read { try document.require("day", document.id("day", DayID.self)) }
  }

  /// Puts a day that failed back; see `DayServing`.
  public func retry(_ day: DayID, as user: UserID) async throws {
    try await source.act(.post("days", day.rawValue, "retry"), as: user)
  }

  /// Removes a day; see `DayServing`.
  public func delete(_ day: DayID, as user: UserID) async throws {
    try await source.act(.delete("days", day.rawValue), as: user)
  }

  // MARK: Reading

  /// Returns the days of the acting user; see `DayServing`.
  public func list(as user: UserID) async throws -> [RecordedDay] {
    try await source.values(.get("days"), "days", as: user)
  }

  /// Returns a day; see `DayServing`.
  public func get(_ day: DayID, as user: UserID) async throws -> RecordedDay {
    try await source.value(.get("days", day.rawValue), "day", as: user)
  }

  /// Returns the laps of a day; see `DayServing`.
  public func laps(of day: DayID, as user: UserID) async throws -> [DayLap] {
    try await source.values(.get("days", day.rawValue, "laps"), "laps", as: user)
  }

  /// Returns the achievements of a day; see `DayServing`.
  public func achievements(of day: DayID, as user: UserID) async throws -> [DayAchievement] {
    try await source.values(.get("days", day.rawValue, "achievements"), "achievements", as: user)
  }

  /// Returns a link to a file of a day; see `DayServing`.
  public func link(to kind: DayFileKind, of day: DayID, as user: UserID) async throws -> DayLink {
    let body = JSONValue.object(["kind": .string(kind.rawValue)])
    let document = try await source.document(
      .post("days", day.rawValue, "links", body: body), "link", as: user)
    return try ServerDocument.read {
      DayLink(
        received: Self.text(of: try document.require("link", document.text("link")), below: "files"),
        day: day,
        kind: kind, viewer: user, expires: try TripsField.expires.required(in: document))
    }
  }

  /// Returns the content of a link's file, without a login.
  /// - Throws: `SkiError` with code `.notFound` for a link that is forged or expired, or whose file is gone.
  public func file(at link: DayLink) async throws -> [UInt8] {
    try await source.server.reply(to: .get("files", link.text)).requireSuccess().body
  }

  /// Returns the signed text of a path, as services have it.
  private static func text(of path: String, below folder: String) -> String {
    let prefix = "/v1/\(folder)/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  // MARK: Sharing

  /// Shares a day with a trip; see `DayServing`.
  public func share(_ day: DayID, with trip: TripID, as user: UserID) async throws {
    try await source.act(.put("days", day.rawValue, "trips", trip.rawValue), as: user)
  }

  /// Ends the sharing of a day with a trip; see `DayServing`.
  public func unshare(_ day: DayID, from trip: TripID, as user: UserID) async throws {
    try await source.act(.delete("days", day.rawValue, "trips", trip.rawValue), as: user)
  }

  /// Returns the days shared with a trip; see `DayServing`.
  public func shared(
    with trip: TripID, after last: DayID?, count: Int, as user: UserID
  ) async throws -> [RecordedDay] {
    try await source.values(
      .get("trips", trip.rawValue, "days", query: ["after": last?.rawValue, "count": String(count)]), "days",
      as: user)
  }
}
