import SkiBase

/// The output of contours as GeoJSON (RFC 7946): a feature collection, or one feature per line of text.
///
/// A value; `Sendable`. Each contour is a `LineString` of WGS 84 longitudes and latitudes to seven decimals, a
/// centimetre. Its elevation in metres is the property `ele`, the name used by map styles; with index contours, each
/// feature has a boolean `index`. The higher ground is on the right of a line; lines are cut at the antimeridian. Lines
/// smaller than a centimetre are left out.
package struct ContourGeoJSON: Sendable {
  /// The framing of features.
  package enum Form: Sendable, Hashable {
    /// A FeatureCollection, with attribution, datum and sources as members.
    case collection
    /// A feature per line without a collection, for tippecanoe, ogr2ogr and shell tools.
    case lines

    /// Creates the form of a file's extension: lines for `.geojsonl`, `.geojsonseq`, `.ndjson` and `.jsonl`.
    package init(path: String) {
      let ending = path.split(separator: ".").last?.lowercased() ?? ""
      self = ["geojsonl", "geojsonseq", "ndjson", "jsonl"].contains(ending) ? .lines : .collection
    }
  }

  /// The framing of features.
  package let form: Form
  /// The name of the elevation property, in metres.
  package let elevationKey: String
  /// The names to credit where the contours are shown; written to a collection only.
  package let attribution: String?

  /// Creates the options of the output.
  package init(form: Form = .collection, elevationKey: String = "ele", attribution: String? = nil) {
    self.form = form
    self.elevationKey = elevationKey
    self.attribution = attribution
  }

  /// The counts of the written features.
  package struct FeatureCounts: Sendable, Hashable {
    /// The number of features.
    package var lineCount = 0
    /// The number of positions of all features.
    package var pointCount = 0
  }

  /// Traces contours and writes them to a file, which is replaced only on success.
  ///
  /// The bytes don't depend on the number of threads.
  /// - Parameters:
  ///   - tracing: The contours.
  ///   - path: The path of the file; devices and pipes are allowed.
  ///   - progress: A closure called with the share done, rising to 1; an error it throws ends the work.
  /// - Returns: The counts of the written features.
  /// - Throws: As ``ContourTracing/forEachLine(_:progress:)``, and ``SkiError`` with code `.unwritableOutput` or
  ///   `.inputOutput`.
  /// - Complexity: O(*n*) in the samples and the points.
  @discardableResult
  package func write(
    _ tracing: ContourTracing, to path: String, progress: (Double) throws -> Void = { _ in }
  ) throws -> FeatureCounts {
    let file = try ReplacementFile(path, what: "contours", allowsDevices: true)
    let text = try ContourText(
      placement: ContourPlacement(
        grid: tracing.raster.grid, levels: tracing.levels, toleranceMetres: tracing.toleranceMetres),
      form: form, elevationKey: elevationKey)
    var written = FeatureCounts()
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

  /// Returns the text of the collection before its features.
  private func head(_ raster: any ElevationRaster) -> String {
    var members = [JSONValue.Member("type", .string("FeatureCollection"))]
    if let attribution { members.append(.init("attribution", .string(attribution))) }
    members.append(.init("verticalDatum", .string(raster.verticalDatum.name)))
    members.append(.init("sources", .array(raster.names.map { .string($0) })))
    return JSONValue.object(members).text().dropLast() + ",\"features\":["
  }
}
