package import SkiTerrain

/// How a GeoTIFF is written.
///
/// A value; `Sendable`.
package struct GeoTIFFOptions: Sendable, Hashable {
  /// How pixels are packed.
  package enum Packing: Sendable, Hashable {
    /// Not at all: the fastest to write and to read.
    case plain
    /// Deflate with the predictor that suits the pixels; every program reads it.
    case deflate
  }

  /// How pixels are packed.
  package var packing: Packing
  /// The side of the square tiles, pixels: 256 or 512.
  package var tileSide: Int
  /// What heights count from, when the pixels are heights; nil for other values.
  package var heightDatum: VerticalDatum?
  /// The keys of the file the raster was made from, which then are the new file's; nil to make them from the grid.
  package var geoKeys: GeoKeys?
  /// Who is to be named, written into the file's copyright; nil for nobody.
  package var attribution: String?

  /// Makes options.
  /// - Precondition: `tileSide` is 256 or 512.
  package init(
    packing: Packing = .plain, tileSide: Int = 512, heightDatum: VerticalDatum? = nil,
    geoKeys: GeoKeys? = nil,
    attribution: String? = nil
  ) {
    precondition([256, 512].contains(tileSide), "tiles must have 256 or 512 pixels a side, got \(tileSide)")
    self.packing = packing
    self.tileSide = tileSide
    self.heightDatum = heightDatum
    self.geoKeys = geoKeys
    self.attribution = attribution
  }
}
