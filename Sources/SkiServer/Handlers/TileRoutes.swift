import HTTPTypes
import Hummingbird
import NIOCore
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTerrain
import SkiTiles

/// The routes of tiles.
struct TileRoutes: Sendable {
  let core: ServerCore
  let address: PublicAddress

  private static let set = HTTPRoute.Parameter(
    "set", in: .path, isRequired: true, "The set of tiles: ski, or the name of an archive.",
    schema: Schema.text)

  /// The members of TileJSON 3.0.0 that clients read.
  private static let tileJSONMembers: [MemberDescription] = [
    ContractField<String>("tilejson", .text(like: "3.0.0"), "The version of TileJSON.").always,
    ContractField<[String]>("tiles", .texts, "The template of the addresses of tiles.").always,
    ContractField<Int>("minzoom", .integer(0...30), "The least zoom.").orAbsent,
    ContractField<Int>("maxzoom", .integer(0...30), "The greatest zoom.").orAbsent,
    ContractField<String>("name", .text(like: "ski"), "The name.").orAbsent,
    ContractField<String>(
      "attribution", .text(like: "© OpenStreetMap contributors"), "The words that must be shown."
    )
    .orAbsent,
    ContractField<BoundingBox>("bounds", .bounds, "The extent: west, south, east, north in degrees.")
      .orAbsent,
  ]

  var routes: [HTTPRoute] {
    [
      HTTPRoute(
        "tileSet", .get, "/tiles/{set}.json", "Returns the TileJSON of a set of tiles.", access: .open,
        cost: 0.1,
        parameters: [Self.set],
        results: [
          .init(200, "TileJSON 3.0.0", .json(.members(Self.tileJSONMembers), .reply, title: "TileJSON"))
        ],
        isCacheable: true, respond: tileJSON),
      HTTPRoute(
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
              [
                EncodedTile.vectorType, EncodedTile.mapLibreType, "image/png", "image/webp", "image/jpeg",
                "image/avif", "application/octet-stream",
              ],
              schema: Schema.binary, "The tile")),
          .init(204, "There is nothing in the tile"),
        ],
        isCacheable: true, respondAtOnce: knownTile, respond: tile),
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
    let encoded = PercentEncoding.encoded(name)
    let root = try address.root(for: request)
    let document = try tiles.tileJSON(template: "\(root)/tiles/\(encoded)/{z}/{x}/{y}")
    var bytes: [UInt8] = []
    document.write(to: &bytes)
    let tag = "\(tiles.tag)-\(encoded)-json-\(String(FNVHash(root.utf8).value, radix: 16))"
    var response = try Response.json(bytes).tagged(tag, for: request)
    for field in address.variesBy { response.headers.addVary(field) }
    return response
  }

  private func tile(_ request: ServerRequest) async throws -> Response {
    let tiles = try tiles(request)
    let address = try Self.address(request.parameters)
    let tag = Self.tag(of: address, tiles)
    if let unchanged = try Response.unchanged(tag, for: request) { return unchanged }
    let takesGzip = request.headers.acceptsGzip
    let found = try await encoded(address, of: tiles, takesGzip: takesGzip, request)
    return Response(Self.response(found, tag: takesGzip ? tag : tag + TextEncoding.identity))
  }

  /// Returns a tile that is cached, or that the client has.
  private func knownTile(_ request: ServerRequest) -> ImmediateResponse? {
    guard let tiles = try? tiles(request), let address = try? Self.address(request.parameters) else {
      return nil
    }
    let tag = Self.tag(of: address, tiles)
    do {
      if let unchanged = try Response.unchanged(tag, for: request) {
        return ImmediateResponse(status: unchanged.status, headers: unchanged.headers)
      }
    } catch {
      return nil
    }
    guard request.headers.acceptsGzip, let known = tiles.knownTile(address),
      known?.bytes.readableBytes ?? 0 <= ImmediateResponse.greatestBytes
    else { return nil }
    return Self.response(known, tag: tag)
  }

  private static func tag(of address: TileAddress, _ tiles: any ServedTiles) -> String {
    "\(tiles.tag)-\(address.zoom)-\(address.column)-\(address.row)"
  }

  private static func response(_ tile: EncodedTile?, tag: String) -> ImmediateResponse {
    let tag = HTTPField(name: .eTag, value: "\"\(tag)\"")
    guard let tile else {
      return ImmediateResponse(status: .noContent, headers: HTTPFields([Self.cacheControl, tag]))
    }
    let type = HTTPField(name: .contentType, value: tile.contentType)
    let length = HTTPField(name: .contentLength, value: String(tile.bytes.readableBytes))
    let fields = [Self.cacheControl, tag, type, Self.vary, length] + (tile.isGzipped ? [Self.gzip] : [])
    return ImmediateResponse(status: .ok, headers: HTTPFields(fields), body: tile.bytes)
  }

  private static let cacheControl = HTTPField(name: .cacheControl, value: "no-cache")
  private static let vary = HTTPField(name: .vary, value: "Accept-Encoding")
  private static let gzip = HTTPField(name: .contentEncoding, value: "gzip")

  /// Returns the tile that a path names.
  private static func address(_ parameters: PathValues) throws -> TileAddress {
    func number(_ name: String) throws -> Int {
      guard let number = Int(parameters[name] ?? "") else {
        throw SkiError(.invalidArgument, "\(name) is not a whole number; write /tiles/SET/ZOOM/COLUMN/ROW")
      }
      return number
    }
    let (zoom, column, row) = (try number("z"), try number("x"), try number("y"))
    guard let address = TileAddress(zoom: zoom, column: column, row: row) else {
      throw SkiError(
        .invalidArgument,
        "tile \(zoom)/\(column)/\(row) does not exist; columns and rows are below 2 to the power of the zoom")
    }
    return address
  }

  /// Returns a tile in an encoding that the client takes; on a lane unless it is at hand.
  private func encoded(
    _ address: TileAddress, of tiles: any ServedTiles, takesGzip: Bool, _ request: ServerRequest
  ) async throws -> EncodedTile? {
    if takesGzip, let known = tiles.knownTile(address) { return known }
    return try await core.quickly(request) { () -> EncodedTile? in
      guard let tile = try tiles.knownTile(address) ?? tiles.tile(address) else { return nil }
      guard tile.isGzipped && !takesGzip else { return tile }
      let bytes = try gunzipped(Array(tile.bytes.readableBytesView), limitBytes: 64 << 20, subject: "a tile")
      return EncodedTile(bytes: bytes, contentType: tile.contentType, isGzipped: false)
    }
  }
}
