package import SkiBase

extension TileSet {
  /// Returns the TileJSON document of the tiles.
  ///
  /// The attribution is escaped for HTML, as viewers interpret it. `encoding` and `tileSize` are the members that
  /// MapLibre reads in its sources; the others are those of the specification.
  /// - Parameter template: The URL of a tile, with `{z}`, `{x}` and `{y}`.
  /// - Complexity: O(layers and attributes).
  ///
  /// **Source:** TileJSON specification, 3.0.0.
  package func tileJSON(template: String) -> JSONValue {
    let view = TileView(self, zooms: zooms)
    let (bounds, centre) = (view.bounds, view.centre)
    return .object(
      [
        .init("tilejson", .string("3.0.0")), .init("name", .string(name)),
        .init("description", .string(description)), .init("attribution", .string(attributionHTML)),
        .init("version", .string(Self.contentVersion)), .init("scheme", .string("xyz")),
        .init("tiles", .array([.string(template)])), .init("format", .string(format.rawValue)),
        .init("tileSize", .integer(tileSide)), .init("minzoom", .integer(zooms.lowerBound)),
        .init("maxzoom", .integer(zooms.upperBound)),
        .init("bounds", Self.degrees(bounds.west, bounds.south, bounds.east, bounds.north)),
        .init(
          "center",
          .array([
            .decimal(centre.longitude, places: 6), .decimal(centre.latitude, places: 6),
            .integer(view.centreZoom),
          ])),
      ] + variableMembers(zooms: zooms))
  }

  private static func degrees(_ numbers: Double...) -> JSONValue {
    .array(numbers.map { .decimal($0, places: 6) })
  }
}
