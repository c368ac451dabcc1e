import HTTPTypes
import Hummingbird
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiTracks

/// The route that matches a recorded day to the map.
struct MatchRoute: Sendable {
  let core: ServerCore

  /// The formats of the answer, by media type, in order of preference.
  private enum Format: String, CaseIterable {
    case json = "application/json"
    case geoJSON = "application/geo+json"
    case gpx = "application/gpx+xml"
    case svg = "image/svg+xml"
    case png = "image/png"
  }

  /// The media types of recordings; the format is detected by the content.
  private static let recordings = [
    "application/octet-stream", "application/gpx+xml", "application/vnd.garmin.tcx+xml",
    "application/vnd.google-earth.kml+xml", "application/vnd.google-earth.kmz", "application/geo+json",
    "application/vnd.ant.fit", "application/gzip", "application/zip", "text/csv", "text/plain",
  ]

  var routes: [HTTPRoute] {
    [
      HTTPRoute(
        "match", .post, "/v1/match", "Returns the lifts ridden and runs skied in a recording.", access: .open,
        cost: 20,
        parameters: [
          .init(
            "utcOffset", in: .query,
            "The UTC offset of local time: +1, -03:30; without, that of the recording, of zone or of the map.",
            schema: Schema.text),
          .init(
            "zone", in: .query,
            "The time zone of local time, as Europe/Zurich; without, that of the recording or of the map.",
            schema: Schema.text),
          .init(
            "noise", in: .query, "The noise of positions in metres, 1 to 200; estimated without.",
            schema: .object(["type": .string("number")])),
        ],
        body: .init(
          Self.recordings, schema: Schema.binary, "A recording: GPX, FIT, TCX, KML, GeoJSON, IGC, NMEA or CSV"
        ),
        results: [
          .init(
            200, "A document for each day, in the format of Accept",
            .init(
              Format.allCases.map(\.rawValue) + ["application/x-ndjson"],
              schema: { Self.schema(Format(rawValue: $1), &$0) }, "The days")
          )
        ], respond: respond)
    ]
  }

  /// Returns the schema of a format; of a line, where there is a line for each day.
  private static func schema(_ format: Format?, _ schemas: inout SchemaTable) -> JSONValue {
    switch format {
    case .json, nil: schemas.reference(DayAnswer.self, .reply)
    case .geoJSON: Schema.featureCollection
    case .gpx, .svg: Schema.text
    case .png: Schema.binary
    }
  }

  private func respond(_ request: ServerRequest) async throws -> Response {
    try request.requireNames(in: ["utcOffset", "zone", "noise"])
    let format = try Self.format(request.headers[.accept])
    let options = try Self.options(request, core.limits)
    let map = request.served.map.map
    let (count, answer, notes) = try await request.withBytes(limit: core.limits.recordingBytes, core.bodies) {
      bytes in
      try SkiError.require(!bytes.isEmpty, "the body is empty; send a recording")
      return try await core.long.run(timeout: ServerLimits.longTimeout, isAbandoned: request.isAbandoned) {
        let log = try DayLog.read(bytes, name: "recording", map: map, options: options)
        let documents = log.documents(title: log.name)
        return (documents.count, try Self.bytes(documents, format, map), log.notes())
      }
    }
    let type = format == .json && count != 1 ? "application/x-ndjson" : format.rawValue
    let response = Response(
      status: .ok, headers: [.contentType: Response.sentType(type), .cacheControl: "no-store"],
      body: Response.body(answer))
    return response.noting(notes)
  }

  private static func options(_ request: ServerRequest, _ limits: ServerLimits) throws -> DayLog.Options {
    var options = DayLog.Options()
    try options.take(utcOffset: request.value("utcOffset"), zone: request.value("zone"))
    options.reading.pointLimit = limits.recordingPoints
    options.reading.unpackedByteLimit = limits.recordingBytes * 4
    if let text = try request.value("noise") {
      guard let metres = Double(text), (1...200).contains(metres) else {
        throw SkiError(.invalidArgument, "noise must be 1 to 200 m, got \(text.shortened(toScalars: 20))")
      }
      options.matching.noiseMetres = metres
    }
    return options
  }

  /// Returns the first format that a client accepts; JSON without a preference.
  private static func format(_ accept: String?) throws -> Format {
    guard let accept else { return .json }
    for part in accept.split(separator: ",") {
      let type = part.split(separator: ";").first.map { $0.trimmingSpaces().lowercased() } ?? ""
      if type == "*/*" || type == "application/*" { return .json }
      if let format = Format(rawValue: type) { return format }
    }
    throw Problem(
      .notAcceptable, code: "notAcceptable",
      "none of the accepted types is an answer's; accept one of: \(Format.allCases.map(\.rawValue).joined(separator: ", "))"
    )
  }

  private static func bytes(_ documents: [DayDocument], _ format: Format, _ map: SkiMap) throws -> [UInt8] {
    switch format {
    case .json: documents.flatMap { $0.answer().jsonLine() }
    case .geoJSON: Array(DayDocument.geoJSON(of: documents).utf8)
    case .gpx: Array(TerminalText(DayDocument.gpx(of: documents)).utf8)
    case .svg: Array(TerminalText(try picture(documents, map).svg()).utf8)
    case .png: try png(try picture(documents, map))
    }
  }

  /// Returns the picture of the first day.
  private static func picture(_ documents: [DayDocument], _ map: SkiMap) throws -> DayPicture {
    try DayPicture(try first(documents), map: map, size: .page)
  }

  private static func png(_ picture: DayPicture) throws -> [UInt8] {
    let size = picture.pixelSize
    return try PictureRaster.png(
      picture.svg().string, columns: Int(size.x.rounded(.up)), rows: Int(size.y.rounded(.up)))
  }

  private static func first(_ documents: [DayDocument]) throws -> DayDocument {
    guard let first = documents.first else {
      throw SkiError(.emptyInput, "the recording has no day to draw; send one with fixes")
    }
    return first
  }
}
