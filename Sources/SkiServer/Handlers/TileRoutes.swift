import HTTPTypes
import Hummingbird
import SkiFormats
import SkiGeo
import SkiGraph
import SkiTerrain
import SkiTiles

/// The routes of tiles.
struct TileRoutes: Sendable {
  let core: ServerCore

  private static let set = Route.Parameter(
    "set", in: .path, isRequired: true, "The set of tiles: ski, or the name of an archive.",
    schema: Schema.text)

  var routes: [Route] {
    [
      Route(
        "tileSet", .get, "/tiles/{set}.json", "Returns the TileJSON of a set of tiles.", access: .open,
        cost: 0.1,
        parameters: [Self.set],
        results: [
          .init(200, "TileJSON 3.0.0", .init(["application/json"], schema: Schema.object, "TileJSON"))
        ],
        isCacheable: true, respond: tileJSON),
      Route(
        "tile", .get, "/tiles/{set}/{z}/{x}/{y}", "Returns a tile of a set.", access: .open, cost: 0.1,
        parameters: [
          Self.set,
          .init("z", in: .path, isRequired: true, "The zoom.", schema: Schema.integer(0...30)),
          .init(
            "x", in: .path, isRequired: true, "The column from the west.",
            schema: Schema.integer(0...(1 << 30))),
          .init(
            "y", in: .path, isRequired: true, "The row from the north.", schema: Schema.integer(0...(1 << 30))
          ),
        ],
        results: [
          .init(
            200, "The tile",
            .init(
              [EncodedTile.vectorType, "image/png", "image/webp", "image/jpeg", "application/octet-stream"],
              schema: Schema.binary, "The tile")),
          .init(204, "There is nothing in the tile"),
        ],
        isCacheable: true, respond: tile),
    ]
  }

  private func tiles(_ request: ServerRequest) throws -> any ServedTiles {
    try request.requireNames(in: [])
    guard let name = request.parameters["set"], let tiles = request.served.map.tileSets[name] else {
      throw SkiError.unknownResource("set of tiles")
    }
    return tiles
  }

  private func tileJSON(_ request: ServerRequest) async throws -> Response {
    let tiles = try tiles(request)
    let name = request.parameters["set"] ?? ""
    // Relative to the document, as the server does not know the address by which it is reached.
    let document = try tiles.tileJSON(template: "/tiles/\(name)/{z}/{x}/{y}")
    var bytes: [UInt8] = []
    document.write(to: &bytes)
    return Response.json(bytes).tagged("\(tiles.tag)-\(name)-json", for: request)
  }

  private func tile(_ request: ServerRequest) async throws -> Response {
    let tiles = try tiles(request)
    let numbers = try ["z", "x", "y"].map { name in
      guard let number = Int(request.parameters[name] ?? "") else {
        throw SkiError(.invalidArgument, "\(name) is not a whole number; write /tiles/SET/ZOOM/COLUMN/ROW")
      }
      return number
    }
    guard let address = TileAddress(zoom: numbers[0], column: numbers[1], row: numbers[2]) else {
      throw SkiError(
        .invalidArgument,
        "tile \(numbers[0])/\(numbers[1])/\(numbers[2]) does not exist; columns and rows are below 2 to the power of the zoom"
      )
    }
    let name = "\(tiles.tag)-\(numbers[0])-\(numbers[1])-\(numbers[2])"
    if let unchanged = Response.unchanged(name, for: request) { return unchanged }
    let tag = "\"\(name)\""
    let takesGzip = request.headers[.acceptEncoding]?.contains("gzip") ?? false
    let found = try await encoded(address, of: tiles, takesGzip: takesGzip, request)
    guard let tile = found else {
      return Response(status: .noContent, headers: [.cacheControl: "no-cache", .eTag: tag])
    }
    var headers: HTTPFields = [
      .contentType: tile.contentType, .cacheControl: "no-cache", .eTag: tag,
    ]
    headers[.vary] = "Accept-Encoding"
    if tile.isGzipped { headers[.contentEncoding] = "gzip" }
    return Response(status: .ok, headers: headers, body: Response.body(tile.bytes))
  }

  /// Returns a tile in an encoding that the client takes; on a lane unless it is at hand.
  private func encoded(
    _ address: TileAddress, of tiles: any ServedTiles, takesGzip: Bool, _ request: ServerRequest
  ) async throws -> EncodedTile? {
    if takesGzip, let known = tiles.knownTile(address) { return known }
    return try await core.quickly(request) { () -> EncodedTile? in
      guard var tile = try tiles.knownTile(address) ?? tiles.tile(address) else { return nil }
      if tile.isGzipped && !takesGzip {
        tile.bytes = try gunzipped(tile.bytes, limitBytes: 64 << 20, subject: "a tile")
        tile.isGzipped = false
      }
      return tile
    }
  }
}
