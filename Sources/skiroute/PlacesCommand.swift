import ArgumentParser
import SkiGeo
import SkiGraph
import SkiModel

/// `skiroute places`: what can be named.
struct PlacesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places", abstract: "Searches the names of lifts, runs, stations and huts.")

  @Argument(help: "A name or a part of one; case, accents and small typos are forgiven.") var query: String
  @Option(help: "The map to search.") var map: String?
  @Option(parsing: .unconditional, help: "How many to show at most.") var limit = 20
  @Option(help: "text or json.") var format: PlainFormat = .text

  func run() async throws {
    guard (1...1000).contains(limit) else {
      throw SkiError(.invalidArgument, "limit must be 1...1000, got \(limit)")
    }
    guard query.contains(where: { !$0.isWhitespace }) else {
      throw SkiError(.invalidArgument, "name is empty; write a name or a part of one")
    }
    let map = try await MapLocation.open(map)
    let matches = try PlaceFinder(map: map).matches(query, limit: limit)
    switch format {
    case .text: try Console.write(matches.map { try line($0, map) + "\n" }.joined())
    case .json: try Console.write(JSONValue.array(matches.map { try json($0, map) }).text() + "\n")
    }
    if matches.isEmpty {
      Console.note("skiroute: nothing is named like \(query.terminalSafe())")
      throw ExitStatusError(status: .noRoute)
    }
  }

  private func line(_ match: PlaceMatch, _ map: SkiMap) throws -> String {
    let feature = try map.graph(match.place.region).feature(match.place.feature)
    let place = match.place.point.coordinate
    let position =
      "\(decimalText(place.latitude, places: 5) ?? "?"),\(decimalText(place.longitude, places: 5) ?? "?")"
    let status = feature.status == .operating ? "" : " (\(feature.status.rawValue))"
    let name = match.place.name ?? feature.id.rawValue
    return "\(match.place.kind.rawValue)  \(name)\(status)  \(position)  \(feature.id)".terminalSafe()
  }

  private func json(_ match: PlaceMatch, _ map: SkiMap) throws -> JSONValue {
    let feature = try map.graph(match.place.region).feature(match.place.feature)
    let point = match.place.point
    return .object([
      "kind": .string(match.place.kind.rawValue), "name": .optional(match.place.name),
      "id": .string(feature.id.rawValue), "ref": .optional(feature.ref),
      "status": .string(feature.status.rawValue),
      "latitude": .decimal(point.coordinate.latitude, places: 7),
      "longitude": .decimal(point.coordinate.longitude, places: 7),
      "elevationMetres": point.elevationMetres.map { .decimal($0, places: 1) } ?? .null,
      "features": .integer(match.place.features.count),
    ])
  }
}

/// The formats of answers that are no routes.
enum PlainFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
