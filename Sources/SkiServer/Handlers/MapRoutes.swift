import Hummingbird
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiRouting

/// The routes that describe the map and the lifts.
struct MapRoutes: Sendable {
  let core: ServerCore
  /// The description that was made last, with the tag of its map.
  private let described = Locked<(tag: String, bytes: [UInt8])?>(nil)

  init(core: ServerCore) { self.core = core }

  var routes: [HTTPRoute] {
    [
      HTTPRoute(
        "map", .get, "/v1/map", "Returns the identity, extent, ski areas and sources of the map.",
        access: .open,
        cost: 0.5,
        results: [.init(200, "The map", .json(.document(MapDescription.self), .reply, title: ""))],
        isCacheable: true, respond: map),
      HTTPRoute(
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
        try LiftDocument(served, within: extent, now: TimeSource.system.now()).bytes()
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

/// The lifts of a map with their states as JSON; see Data/Formats/server.md.
struct LiftDocument {
  private let served: ServedMap
  private let now: UniversalTime
  private let regions: [RegionIndex]

  /// The greatest number of regions of a document.
  static let regionLimit = 64

  /// Creates the document of the regions that meet an extent.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when they are too many.
  init(_ served: ServedMap, within extent: BoundingBox?, now: UniversalTime) throws {
    (self.served, self.now) = (served, now)
    let map = served.map.map
    regions = map.regions.filter { extent?.touches(map.bounds(of: $0)) ?? true }
    try SkiError.require(
      regions.count <= Self.regionLimit,
      "\(regions.count) regions have lifts there; give bounds that meet \(Self.regionLimit) at most")
  }

  /// Returns the document.
  /// - Throws: ``SkiError`` when a region can't be read.
  /// - Complexity: O(*n*) in the features of the regions.
  func bytes() throws -> [UInt8] {
    var entries: [(RoutingGraph, FeatureIndex, FeatureStatus?)] = []
    for region in regions {
      try WorkLimit.check("the list of lifts")
      let graph = try served.map.map.graph(region)
      let statuses = StatusMatch(graph: graph, report: served.status?.report).statuses
      for position in 0..<graph.featureCount where graph.kindCode(of: position) == FeatureKind.lift.code {
        let feature = FeatureIndex(position)
        entries.append((graph, feature, statuses[feature]))
      }
    }
    let list = LiftList(
      map: served.map.id.description, status: served.status?.id, lifts: entries.map(entry))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 200)
    list.json.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private func entry(_ graph: RoutingGraph, _ index: FeatureIndex, _ status: FeatureStatus?) -> LiftEntry {
    let feature = graph.feature(index)
    return LiftEntry(
      id: feature.id, name: feature.name, ref: feature.ref, mapStatus: feature.status.rawValue,
      state: status?.state ?? .scheduled, waitMinutes: status?.waitMilliseconds.map { Double($0) / 60_000 },
      source: status?.source, seenAt: status?.observedAt,
      ageSeconds: status?.observedAt.map { Int(now.secondsSince1970 - $0.secondsSince1970) },
      place: graph.lines(of: index).first?.first)
  }
}
