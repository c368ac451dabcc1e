import SkiFormats
import SkiTerrain

/// Contours as GeoJSON (RFC 7946): a collection of lines, or a line of text for each.
///
/// A value; `Sendable`. Each contour is a feature with a `LineString` of WGS 84 longitudes and latitudes to seven
/// decimals, a centimetre. Its height is the property `ele`, metres, as gdal_contour users and map styles name it; index
/// contours have `"index":true`, and the others `false`, when index contours are asked for. The higher ground is on the
/// right of a line; lines are cut at the antimeridian. What is smaller than a centimetre is left out.
package struct ContourGeoJSON: Sendable {
  /// How features are put together.
  package enum Form: Sendable, Hashable {
    /// One FeatureCollection; attribution, datum and sources are members of it, so that they go with the file.
    case collection
    /// One feature a line, without a collection around them: for tippecanoe, ogr2ogr and shell tools.
    case lines

    /// Returns the form a file's ending stands for: lines for `.geojsonl`, `.geojsonseq`, `.ndjson` and `.jsonl`.
    package init(path: String) {
      let ending = path.split(separator: ".").last?.lowercased() ?? ""
      self = ["geojsonl", "geojsonseq", "ndjson", "jsonl"].contains(ending) ? .lines : .collection
    }
  }

  /// How features are put together.
  package let form: Form
  /// The name of the property with the height, metres.
  package let elevationKey: String
  /// Who is to be named where the contours are shown; kept in a collection only.
  package let attribution: String?

  /// Chooses how contours are written.
  package init(form: Form = .collection, elevationKey: String = "ele", attribution: String? = nil) {
    self.form = form
    self.elevationKey = elevationKey
    self.attribution = attribution
  }

  /// How much was written.
  package struct Written: Sendable, Hashable {
    /// Features.
    package var lineCount = 0
    /// Positions of all features.
    package var pointCount = 0
  }

  /// Traces contours and writes them; the file is replaced when all is well, and left alone otherwise.
  ///
  /// The same bytes come out whatever the number of threads.
  /// - Parameters:
  ///   - path: Where the file is to stand; devices and pipes are allowed.
  ///   - progress: Called with the share that is done, rising to 1; what it throws ends the work.
  /// - Returns: How much was written.
  /// - Throws: As ``ContourTracing/forEachLine(_:progress:)``, and ``SkiError`` with code `.unwritableOutput` or
  ///   `.inputOutput`.
  @discardableResult
  package func write(
    _ tracing: ContourTracing, to path: String, progress: (Double) throws -> Void = { _ in }
  ) throws -> Written {
    let file = try ReplacementFile(path, what: "contours", allowsDevices: true)
    let text = try ContourText(
      placement: ContourPlacement(
        grid: tracing.raster.grid, levels: tracing.levels, toleranceMetres: tracing.toleranceMetres),
      form: form, elevationKey: elevationKey)
    var written = Written()
    if form == .collection { try file.append(head(tracing.raster)) }
    try tracing.run(
      progress: progress, encode: { try text.features($0) },
      consume: { part in
        guard part.written.lineCount > 0 else { return }
        if form == .collection { try file.append(written.lineCount > 0 ? ",\n" : "\n") }
        try file.append(part.text)
        written.lineCount += part.written.lineCount
        written.pointCount += part.written.pointCount
      })
    if form == .collection { try file.append("\n]}\n") }
    try file.commit()
    return written
  }

  /// Returns the collection up to its features.
  private func head(_ raster: any ElevationRaster) -> String {
    var members = [JSONValue.Member("type", .string("FeatureCollection"))]
    if let attribution { members.append(.init("attribution", .string(attribution))) }
    members.append(.init("verticalDatum", .string(raster.verticalDatum.name)))
    members.append(.init("sources", .array(raster.names.map { .string($0) })))
    return JSONValue.object(members).text().dropLast() + ",\"features\":["
  }
}
