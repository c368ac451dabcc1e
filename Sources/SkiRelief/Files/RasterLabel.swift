package import SkiTerrain

/// What a file with a derived raster says of itself in words.
///
/// A value; `Sendable`.
package struct RasterLabel: Sendable, Hashable {
  /// What it shows, for example `hillshade`.
  package var title: String
  /// What the heights count from, nil when nothing is known.
  package var verticalDatum: VerticalDatum?
  /// The words that must be shown with it, one for each source.
  package var attributions: [String]

  /// The program's name, which every file repeats.
  package static let software = "SkiRoute"

  /// Makes a label.
  package init(title: String, verticalDatum: VerticalDatum? = nil, attributions: [String] = []) {
    self.title = title
    self.verticalDatum = verticalDatum
    self.attributions = attributions
  }

  /// The attributions as one line, nil without any.
  package var copyright: String? { attributions.isEmpty ? nil : attributions.joined(separator: "; ") }

  /// Title and datum as one line.
  package var description: String {
    verticalDatum.map { "\(title); heights: \($0.name)" } ?? title
  }
}
