import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of recorded days: uploads by signed paths, laps, files by signed paths, sharing with trips.
struct DayRoutes: Sendable {
  let core: ServerCore

  private static let recordingType = "application/octet-stream"
  private static let after = HTTPRoute.Parameter(
    "after", in: .query, "The last day of the page before.", schema: Schema.text)
  private static let count = HTTPRoute.Parameter(
    "count", in: .query, "The greatest number of days; 50 without.",
    schema: Schema.integer(1...DayService.greatestPageCount))

  var routes: [HTTPRoute] { uploading + reading + sharing }

  private var uploading: [HTTPRoute] {
    var upload = HTTPRoute.trips(
      "upload", .put, "/v1/uploads/{upload}", "Receives the file of a day by its signed path, once.",
      access: .secret, cost: 20, core, status: 202,
      reply: .members([TripsField.day.always]), "The day, which is matched in the background", act: receive)
    upload.body = HTTPRoute.Content([Self.recordingType], schema: Schema.binary, "The recording")
    return [
      .trips(
        "permitUpload", .post, "/v1/days", "Returns the signed path that takes the file of a day.", cost: 2,
        core, body: .members([TripsField.bytes.always, TripsField.sha256.always]), status: 201,
        reply: .document(UploadAddress.self), "The path", act: permit),
      upload,
      .trips(
        "retryDay", .post, "/v1/days/{day}/retry", "Lets a day that failed be matched again.", cost: 5, core,
        body: .nothing, status: 204, "The day waits", act: retry),
      .trips(
        "deleteDay", .delete, "/v1/days/{day}", "Removes a day with its files and shares.", core, status: 204,
        "The day is removed", act: delete),
    ]
  }

  private var reading: [HTTPRoute] {
    var download = HTTPRoute.trips(
      "dayFile", .get, "/v1/files/{link}", "Returns a file of a day by its signed path.", access: .secret,
      cost: 2, core, reply: .nothing, "The file", act: file)
    let types = DayFileKind.allCases.map { DayFile(kind: $0, bytes: []).mediaType }
    download.results = [
      HTTPRoute.Result(200, "The file", HTTPRoute.Content(types, schema: Schema.binary, "The file"))
    ]
    return [
      .trips(
        "days", .get, "/v1/days", "Returns the user's days.", cost: 2, core,
        reply: .list("days", of: RecordedDay.self), "The days", act: list),
      .trips(
        "recordedDay", .get, "/v1/days/{day}", "Returns a day.", core,
        reply: .document(RecordedDay.self), "The day", act: get),
      .trips(
        "laps", .get, "/v1/days/{day}/laps", "Returns the laps of a day.", cost: 2, core,
        reply: .list("laps", of: DayLap.self), "The laps", act: laps),
      .trips(
        "achievements", .get, "/v1/days/{day}/achievements", "Returns the achievements of the user's day.",
        cost: 2, core, reply: .list("achievements", of: DayAchievement.self), "The achievements",
        act: achievements),
      .trips(
        "linkDayFile", .post, "/v1/days/{day}/links", "Returns the signed path of a file of a day.", core,
        body: .members([TripsField.fileKind.always]), status: 201, reply: .document(SignedLink.self),
        "The path", act: link),
      download,
    ]
  }

  private var sharing: [HTTPRoute] {
    [
      .trips(
        "shareDay", .put, "/v1/days/{day}/trips/{trip}", "Shares a day with a trip.", core, body: .nothing,
        status: 204, "The day is shared", act: share),
      .trips(
        "unshareDay", .delete, "/v1/days/{day}/trips/{trip}", "Ends the sharing of a day with a trip.", core,
        status: 204, "The day is not shared", act: unshare),
      .trips(
        "tripDays", .get, "/v1/trips/{trip}/days", "Returns the days that are shared with a trip.", cost: 2,
        core, query: [Self.after, Self.count], reply: .list("days", of: RecordedDay.self), "The days",
        act: shared),
    ]
  }

  // MARK: Uploads

  private func permit(_ call: TripsCall) async throws -> Response {
    let document = try await call.body("upload")
    let permission = try await call.services.days.permitUpload(
      byteCount: TripsField.bytes.required(in: document),
      sha256: TripsField.sha256.required(in: document), as: call.user)
    return .unstored(.json(UploadAddress(permission).json, status: .created))
  }

  private func receive(_ call: TripsCall) async throws -> Response {
    let (days, upload) = (call.services.days, call.text("upload"))
    // The signature is checked first, so that no body of a forged permission is held.
    let limit = try await days.greatestByteCount(of: upload)
    try call.request.requireContent(of: Self.recordingType)
    let day = try await call.withBytes(limit: limit) { try await days.receive(upload, $0) }
    return .json(.object([TripsField.day.member(day)]), status: .accepted)
  }

  private func retry(_ call: TripsCall) async throws -> Response {
    let day = try call.id("day", DayID.self)
    _ = try await call.body("request")
    try await call.services.days.retry(day, as: call.user)
    return .empty()
  }

  private func delete(_ call: TripsCall) async throws -> Response {
    try await call.services.days.delete(call.id("day", DayID.self), as: call.user)
    return .empty()
  }

  // MARK: Reading

  private func list(_ call: TripsCall) async throws -> Response {
    let days = try await call.services.days.list(as: call.user)
    return .json(.object(["days": .documents(days)]))
  }

  private func get(_ call: TripsCall) async throws -> Response {
    let day = try call.id("day", DayID.self)
    return .json(try await call.services.days.get(day, as: call.user).json)
  }

  private func laps(_ call: TripsCall) async throws -> Response {
    let laps = try await call.services.days.laps(of: call.id("day", DayID.self), as: call.user)
    return .json(.object(["laps": .documents(laps)]))
  }

  private func achievements(_ call: TripsCall) async throws -> Response {
    let day = try call.id("day", DayID.self)
    let achievements = try await call.services.days.achievements(of: day, as: call.user)
    return .json(.object(["achievements": .documents(achievements)]))
  }

  // MARK: Files

  private func link(_ call: TripsCall) async throws -> Response {
    let day = try call.id("day", DayID.self)
    let kind = try await TripsField.fileKind.required(in: call.body("link"))
    let link = try await call.services.days.link(to: kind, of: day, as: call.user)
    return .unstored(.json(SignedLink(link).json, status: .created))
  }

  private func file(_ call: TripsCall) async throws -> Response {
    let file = try await call.services.days.file(call.text("link"))
    var headers: HTTPFields = [.contentType: Response.sentType(file.mediaType), .cacheControl: "no-store"]
    // A recording is whatever was uploaded, so that browsers store it, too, and don't show it.
    if file.kind != .thumbnail { headers[.contentDisposition] = "attachment" }
    return Response(status: .ok, headers: headers, body: Response.body(file.bytes))
  }

  // MARK: Sharing

  private func share(_ call: TripsCall) async throws -> Response {
    let (day, trip) = (try call.id("day", DayID.self), try call.id("trip", TripID.self))
    _ = try await call.body("request")
    try await call.services.days.share(day, with: trip, as: call.user)
    return .empty()
  }

  private func unshare(_ call: TripsCall) async throws -> Response {
    let (day, trip) = (try call.id("day", DayID.self), try call.id("trip", TripID.self))
    try await call.services.days.unshare(day, from: trip, as: call.user)
    return .empty()
  }

  private func shared(_ call: TripsCall) async throws -> Response {
    let trip = try call.id("trip", TripID.self)
    let days = try await call.services.days.shared(
      with: trip, after: call.queried("after", DayID.self), count: call.request.integer("count") ?? 50,
      as: call.user)
    return .json(.object(["days": .documents(days)]))
  }
}
