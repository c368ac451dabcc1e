import SkiBase
import SkiGraph

extension VectorTileSource {
  /// Returns the metadata of the tiles.
  /// - Throws: ``SkiError`` with code `.emptyInput` when the map has no region.
  static func describe(
    _ map: SkiMap, name: String, _ options: Options, _ elevationAttributions: [String]
  ) throws -> TileSet {
    let boxes = map.regions.map(map.bounds)
    guard var bounds = boxes.first else {
      throw SkiError(.emptyInput, "map has no region to make tiles of; build it from data with runs or lifts")
    }
    for box in boxes.dropFirst() { bounds.formUnion(box) }
    return TileSet(
      name: name, description: "Runs and lifts in their colours, with stations, junctions and ski areas",
      attribution: (map.sources.map { $0.attribution ?? $0.name } + elevationAttributions)
        .filter { !$0.isEmpty }.uniqued().joined(separator: "; "),
      format: .vector, zooms: options.zooms, bounds: bounds,
      layers: options.orderedLayers.map { layer in
        TileSet.Layer(
          id: layer.rawValue, description: layer.summary, zooms: layer.zooms(in: options.zooms),
          fields: layer.keys.filter { options.attributes?.contains($0.name) ?? true }.map {
            TileSet.Field($0.name, $0.kind)
          })
      })
  }
}
