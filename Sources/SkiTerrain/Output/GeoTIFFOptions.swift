/// The options of a GeoTIFF.
///
/// A value; `Sendable`.
package struct GeoTIFFOptions: Sendable, Hashable {
  /// The compression of pixels.
  package enum Packing: Sendable, Hashable {
    /// The uncompressed form, the fastest to write and to read.
    case plain
    /// The compression by deflate with the predictor of the pixel type, which common programs read.
    case deflate
  }

  /// The compression of pixels.
  package var packing: Packing
  /// The side of the square tiles in pixels: 256 or 512.
  package var tileSide: Int
  /// The vertical datum when the pixels are elevations; nil for other values.
  package var heightDatum: VerticalDatum?
  /// The keys of the source file, copied to the new one; nil to make them from the grid.
  package var geoKeys: GeoKeys?
  /// The copyright text; nil for none.
  package var attribution: String?

  /// Creates options.
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
