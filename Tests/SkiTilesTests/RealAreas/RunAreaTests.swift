import Foundation
import SkiGraph
import SkiTestSupport
import SkiTiles
import Testing

struct RunAreaTests {
  /// The ids of the polygons in a file of runs.
  private static func mappedAreas(_ area: RealArea) throws -> Set<String> {
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: area.runs)) as? [String: Any]
    let features = root?["features"] as? [[String: Any]] ?? []
    var ids: Set<String> = []
    for feature in features {
      let kind = (feature["geometry"] as? [String: Any])?["type"] as? String ?? ""
      let properties = feature["properties"] as? [String: Any] ?? [:]
      guard kind.hasSuffix("Polygon"),
        let id = (properties["@id"] ?? properties["id"] ?? feature["id"]) as? String
      else { continue }
      ids.insert(id)
    }
    return ids
  }

  @Test(
    .enabled(if: RealData.isNamed),
    arguments: ["andorra", "trois-vallees", "openskimap-format", "mayrhofen", "us/alta"])
  func `every run mapped as an area is in the tiles with valid polygons`(name: String)
    async throws
  {
    let area = try RealArea.named(name)
    let map = try await MapMaking.map(of: area)
    let graph = try map.graph(at: 0)
    var known: Set<String> = []
    var runs: Set<String> = []
    for index in (0..<graph.featureCount).map({ FeatureIndex($0) }) {
      let feature = graph.feature(index)
      guard feature.kind == .run else { continue }
      runs.insert(feature.id.rawValue)
      #expect(feature.isArea == !graph.outline(of: index).isEmpty, "\(feature.id)")
      if feature.isArea { known.insert(feature.id.rawValue) }
    }
    let source = try VectorTileSource(map)
    var shown: Set<String> = []
    for address in try source.addresses() {
      guard let bytes = try source.tile(address) else { continue }
      let tile = try DecodedTile(packed: bytes)
      for layer in ["run-areas", "areas"] {
        for feature in tile[layer]?.features ?? [] {
          if feature.parts.joined().count < 400 {
            #expect(PolygonValidity.fault(in: feature.parts) == nil, "\(address): \(feature.attributes)")
          }
          guard address.zoom == 14, layer == "run-areas", case .text(let id)? = feature.attributes["id"]
          else { continue }
          shown.insert(id)
        }
      }
    }
    #expect(shown == known, "\(shown.symmetricDifference(known))")
    let mapped = try Self.mappedAreas(area).intersection(runs)
    #expect(mapped.isSubset(of: shown), "\(mapped.subtracting(shown))")
    if name == "andorra" { #expect(mapped.count > 200) }
  }
}
