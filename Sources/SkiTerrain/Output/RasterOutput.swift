import SkiBase

/// The path and format of a derived raster: a GeoTIFF of values or a PNG picture, by the extension of the name.
///
/// A value; `Sendable`.
package struct RasterOutput: Sendable, Hashable {
  /// The format of a raster file.
  package enum Format: Sendable, Hashable, CaseIterable {
    /// A GeoTIFF of georeferenced values.
    case geoTIFF
    /// A PNG picture; numbers become colours, see `ValueColouring`.
    case png

    /// Creates the format of a path's extension, or returns nil for another extension.
    /// - Parameter path: The path, with the extension `tif`, `tiff` or `png` in any case.
    /// - Complexity: O(*n*) in the length of the path.
    package init?(path: String) {
      let name = path.split(separator: "/").last ?? ""
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
      switch ending {
      case "tif", "tiff": self = .geoTIFF
      case "png": self = .png
      default: return nil
      }
    }
  }

  /// The path of the raster file.
  package let path: String
  /// The format of the raster file, by its extension.
  package let format: Format
  /// Indicates whether a GeoTIFF is compressed, which takes longer; a PNG always is.
  package var isCompressed = false
  /// Indicates whether sidecar files georeference a PNG, see `PictureGeoreference`; a GeoTIFF needs none.
  package var hasWorldFile = false

  /// The paths of the sidecar files, the world file first; empty unless ``hasWorldFile``.
  package var companionPaths: [String] { hasWorldFile ? PictureGeoreference.paths(beside: path) : [] }

  /// Creates an output of the format of a path's extension, without compression and sidecar files.
  /// - Parameter path: The path of the file, with the extension `tif`, `tiff` or `png` in any case.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for another extension.
  /// - Complexity: O(*n*) in the length of the path.
  package init(path: String) throws {
    guard let format = Format(path: path) else {
      throw SkiError(
        .invalidArgument,
        "output \(path) has no extension of a raster; name it .tif for values or .png for a picture")
    }
    self.path = path
    self.format = format
  }

  /// Opens the file for a product of a raster; it appears at its path only when committed.
  /// - Throws: ``SkiError`` with code `.unwritableOutput`, `.inputOutput`, `.limitExceeded`, or `.unsupportedFormat`
  ///   when a GeoTIFF can't name the grid's reference system.
  package func sink(
    for product: TerrainProduct, of raster: any ElevationRaster, label: RasterMetadata
  ) throws -> any RasterFileSink {
    let grid = raster.grid
    switch format {
    case .geoTIFF:
      // The keys of a file that was read define a system without an EPSG code too.
      let options = GeoTIFFOptions(
        packing: isCompressed ? .deflate : .plain, geoKeys: (raster as? TiledRaster)?.geoKeys,
        attribution: label.copyright)
      return try GeoTIFFSink(path: path, grid: grid, pixel: product.pixel, options: options)
    case .png:
      let paint = ValueColouring(product)
      let picture = try PNGSink(
        path: path, grid: grid, pixel: paint?.pixel ?? product.pixel, label: label, hasWorldFile: hasWorldFile
      )
      return paint.map { ColouringSink($0, onto: picture) } ?? picture
    }
  }
}

extension GeoTIFFSink: RasterFileSink {}
