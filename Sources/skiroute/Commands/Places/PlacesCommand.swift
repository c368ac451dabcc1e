import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel

/// `skiroute places`: searches names.
struct PlacesCommand: ParsableCommand, BatchQuestion {
  static let configuration = CommandConfiguration(
    commandName: "places", abstract: "Searches the names of lifts, runs, stations and huts.",
    discussion: """
      Examples:
        skiroute places noir
        skiroute places grand --format json --limit 3
      """)

  @Argument(help: "A name or a part of one; case, accents and small typos are tolerated.") var query: String
  @Option(help: "The map to search.") var map: String?
  @Option(parsing: .unconditional, help: "How many to show at most.") var limit = 20
  @Option(help: "text or json.") var format: PlainFormat = .text

  static let placeholders = ["x"]
  static let batchKeys: [BatchKey<Self>] = [
    BatchKey("query", \.query, isRequired: true), BatchKey("limit", \.limit),
  ]

  func run() throws {
    try check()
    let map = try MapSelection.open(map)
    let matches = try PlaceFinder(map: map).matches(query, limit: limit)
    switch format {
    case .text: try Console.write(TerminalText(lines: matches.map { try line($0, map) }))
    case .json: try Console.write(json(matches, map))
    }
    if matches.isEmpty {
      Console.note("skiroute: no name matches \(query)")
      throw ExitStatusError(status: .noRoute)
    }
  }

  func json(over open: OpenMap) throws -> TerminalText {
    try check()
    return try json(open.finder.matches(query, limit: limit), open.map)
  }

  private func check() throws {
    try SkiError.require((1...1000).contains(limit), "limit must be 1...1000, got \(limit)")
    try SkiError.require(
      query.contains(where: { !$0.isWhitespace }), "name is empty; write a name or a part of one")
  }

  private func json(_ matches: [PlaceMatch], _ map: SkiMap) throws -> TerminalText {
    JSONValue.array(try matches.map { try json($0, map) }).line()
  }

  private func line(_ match: PlaceMatch, _ map: SkiMap) throws -> TerminalText {
    let feature = try map.graph(match.place.region).feature(match.place.feature)
    let position = match.place.point.coordinate.argumentText()
    let restriction = feature.access.restriction().map { " (\(words($0)))" } ?? ""
    let status = feature.status == .operating ? restriction : " (\(feature.status.rawValue))"
    let name = match.place.label ?? feature.id.rawValue
    return "\(match.place.kind.rawValue)  \(name)\(status)  \(position)  \(feature.id)"
  }

  /// Returns the restriction of a feature in words.
  private func words(_ restriction: AccessRestriction) -> String {
    switch restriction {
    case .private: "private"
    case .forbidden: "not for skiers"
    case .permit: "with a permit only"
    case .closed: "closed"
    case .outOfSeason: "not in winter"
    }
  }

  private func json(_ match: PlaceMatch, _ map: SkiMap) throws -> JSONValue {
    let feature = try map.graph(match.place.region).feature(match.place.feature)
    let point = match.place.point
    var members: [JSONValue.Member] = [
      .init("kind", .string(match.place.kind.rawValue)), .init("name", .optional(match.place.name)),
      .init("id", .string(feature.id.rawValue)), .init("ref", .optional(feature.ref)),
      .init("refs", .array(feature.refs.map(JSONValue.string))),
      .init("status", .string(feature.status.rawValue)),
    ]
    if let restriction = feature.access.restriction() {
      members.append(.init("barred", .string(restriction.rawValue)))
    }
    members += [
      .init("latitude", .decimal(point.coordinate.latitude, places: 7)),
      .init("longitude", .decimal(point.coordinate.longitude, places: 7)),
      .init("elevationMetres", point.elevationMetres.map { .decimal($0, places: 1) } ?? .null),
      .init("features", .integer(match.place.features.count)),
    ]
    return .object(members)
  }
}
