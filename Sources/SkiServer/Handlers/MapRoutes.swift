import Hummingbird
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// The routes that describe the map and the lifts.
struct MapRoutes: Sendable {
  let core: ServerCore
  /// The description that was made last, with the tag of its map.
  private let described = Locked<(tag: String, bytes: [UInt8])?>(nil)

  init(core: ServerCore) { self.core = core }

  var routes: [Route] {
    [
      Route(
        "map", .get, "/v1/map", "Returns the identity, extent, ski areas and sources of the map.",
        access: .open,
        cost: 0.5,
        results: [.init(200, "The map", .json(.document(MapDescription.self), .reply, title: ""))],
        isCacheable: true, respond: map),
      Route(
        "lifts", .get, "/v1/lifts",
        "Returns the lifts of the map with their states, waits, and the ages of these.", access: .personal,
        cost: 2,
        parameters: [
          .init(
            "bounds", in: .query, "The extent: west,south,east,north in degrees; the whole map without.",
            schema: Schema.text)
        ],
        results: [.init(200, "The lifts", .json(.document(LiftList.self), .reply, title: ""))],
        isCacheable: true, respond: lifts),
    ]
  }

  private func map(_ request: ServerRequest) async throws -> Response {
    try request.requireNames(in: [])
    let served = request.served
    return try Response.json(bytes(of: served)).tagged("\(served.tag)-map", for: request)
  }

  /// Returns the description of a map, which is made once for each map and its states.
  private func bytes(of served: ServedMap) -> [UInt8] {
    if let known = described.withLock({ $0 }), known.tag == served.tag { return known.bytes }
    let description = MapDescription(
      map: served.map.id.description, status: served.status?.id, bounds: served.map.bounds,
      areas: served.map.areas,
      sets: served.map.tileSets.keys.sorted(),
      sources: served.map.map.sources.map {
        .init(name: $0.name, licence: $0.licence, attribution: $0.attribution)
      }, live: core.sharing != nil, trips: core.trips != nil)
    var bytes: [UInt8] = []
    description.json.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    described.withLock { $0 = (served.tag, bytes) }
    return bytes
  }

  private func lifts(_ request: ServerRequest) async throws -> Response {
    try request.requireNames(in: ["bounds"])
    let extent = try request.value("bounds").map(Self.extent)
    let served = request.served
    return Response.json(
      try await core.quickly(request) {
        try LiftDocument(served, within: extent, now: SharingClock.system.now()).bytes()
      }
    ).heeding(served)
  }

  private static func extent(_ text: String) throws -> BoundingBox {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] <= numbers[2],
      numbers[1] <= numbers[3],
      abs(numbers[0]) <= 180, abs(numbers[2]) <= 180, abs(numbers[1]) <= 90, abs(numbers[3]) <= 90
    else {
      throw SkiError(
        .invalidArgument,
        "bounds \(text.shortened(toScalars: 60)) are not west,south,east,north in degrees; write 6.5,45.2,6.9,45.5"
      )
    }
    return BoundingBox(south: numbers[1], west: numbers[0], north: numbers[3], east: numbers[2])
  }
}
