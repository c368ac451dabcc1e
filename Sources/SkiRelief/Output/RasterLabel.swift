public import SkiTerrain

/// What a file with a derived raster says of itself in words.
///
/// A value; `Sendable`.
public struct RasterLabel: Sendable, Hashable {
  /// What it shows, for example `hillshade`.
  public var title: String
  /// What the heights count from, nil when nothing is known.
  public var verticalDatum: VerticalDatum?
  /// The words that must be shown with it, one for each source.
  public var attributions: [String]

  /// The program's name, which every file repeats.
  public static let software = "SkiRoute"

  /// Makes a label.
  public init(title: String, verticalDatum: VerticalDatum? = nil, attributions: [String] = []) {
    self.title = title
    self.verticalDatum = verticalDatum
    self.attributions = attributions
  }

  /// The attributions as one line, nil without any.
  public var copyright: String? { attributions.isEmpty ? nil : attributions.joined(separator: "; ") }

  /// Title and datum as one line.
  public var description: String {
    verticalDatum.map { "\(title); heights: \($0.name)" } ?? title
  }
}
