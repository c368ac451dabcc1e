import SkiBase

extension TileSet {
  /// The version of the tiles' schema, named in archives and documents.
  static let contentVersion = "1.0.0"

  /// The attribution as HTML, the form viewers expect.
  var attributionHTML: String { MarkupText(attribution).string }

  /// Returns the metadata of a PMTiles archive.
  /// - Parameter zooms: The zooms of the tiles.
  func metadata(zooms: ClosedRange<Int>) -> JSONValue {
    .object(
      [
        .init("name", .string(name)), .init("description", .string(description)),
        .init("attribution", .string(attributionHTML)), .init("version", .string(Self.contentVersion)),
        .init("type", .string(format == .vector ? "overlay" : "baselayer")),
        .init("format", .string(format.rawValue)), .init("tileSize", .integer(tileSide)),
      ] + variableMembers(zooms: zooms))
  }

  /// Returns the members of some tiles only: the encoding of elevations and the layers of vector tiles.
  func variableMembers(zooms: ClosedRange<Int>) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let encoding { members.append(.init("encoding", .string(encoding))) }
    if format == .vector { members.append(.init("vector_layers", vectorLayers(zooms: zooms))) }
    return members
  }

  /// Returns the layers of vector tiles with their attributes, as TileJSON's `vector_layers`; those outside `zooms` are
  /// left out.
  func vectorLayers(zooms: ClosedRange<Int>) -> JSONValue {
    .array(
      layers.filter { $0.zooms.overlaps(zooms) }.map { layer in
        let common = layer.zooms.clamped(to: zooms)
        return .object([
          "id": .string(layer.id), "description": .string(layer.description),
          "minzoom": .integer(common.lowerBound), "maxzoom": .integer(common.upperBound),
          "fields": .object(layer.fields.map { .init($0.name, .string($0.kind.rawValue)) }),
        ])
      })
  }
}
