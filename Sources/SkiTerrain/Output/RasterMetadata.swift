/// The descriptive metadata of a derived raster's file.
///
/// A value; `Sendable`.
package struct RasterMetadata: Sendable, Hashable {
  /// The title, for example `hillshade`.
  package var title: String
  /// The vertical datum of the elevations; nil when unknown.
  package var verticalDatum: VerticalDatum?
  /// The attributions that must be shown with the raster, one for each source.
  package var attributions: [String]

  /// The program's name, written to every file.
  package static let software = "SkiRoute"

  /// Creates metadata.
  package init(title: String, verticalDatum: VerticalDatum? = nil, attributions: [String] = []) {
    self.title = title
    self.verticalDatum = verticalDatum
    self.attributions = attributions
  }

  /// The attributions as one line; nil without any.
  package var copyright: String? { attributions.isEmpty ? nil : attributions.joined(separator: "; ") }

  /// The title and datum as one line.
  package var description: String {
    verticalDatum.map { "\(title); elevations: \($0.name)" } ?? title
  }
}
