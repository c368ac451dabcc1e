import SkiGeo
package import SkiTerrain

/// Where a derived raster goes: a GeoTIFF with the values, or a PNG to be looked at, by the ending of the name.
///
/// A value; `Sendable`.
public struct RasterOutput: Sendable, Hashable {
  /// The forms of a raster as a file.
  public enum Format: Sendable, Hashable, CaseIterable {
    /// Values with their place on the Earth.
    case geoTIFF
    /// A picture; numbers are painted, see ``FloatPaint``.
    case png

    /// The form a name's ending stands for, nil when it stands for none.
    public init?(path: String) {
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

  /// Where the file is to stand.
  public let path: String
  /// What it is to be.
  public let format: Format
  /// Whether a GeoTIFF is compressed, which takes longer; a PNG always is.
  public var isCompressed = false
  /// Whether files beside a PNG tell where it lies, see ``PicturePlace``; a GeoTIFF says so itself.
  public var hasWorldFile = false

  /// The files that are written besides, see ``hasWorldFile``.
  public var companionPaths: [String] { hasWorldFile ? PicturePlace.paths(beside: path) : [] }

  /// Names an output.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the ending is none of a raster.
  public init(path: String) throws {
    guard let format = Format(path: path) else {
      throw SkiError(
        .invalidArgument,
        "output \(path) has no ending of a raster; name it .tif for values or .png to look at")
    }
    self.path = path
    self.format = format
  }

  /// Opens the file for a product of a raster; nothing stands in its place before it is committed.
  /// - Throws: ``SkiError`` with code `.unwritableOutput`, `.inputOutput` `.limitExceeded`, or `.unsupportedFormat` when a
  ///   GeoTIFF can't name the grid's reference system.
  package func sink(
    for product: TerrainProduct, of raster: any ElevationRaster, label: RasterLabel
  ) throws -> any RasterFileSink {
    let grid = raster.grid
    switch format {
    case .geoTIFF:
      // A file read from may name a system that has no EPSG code; its keys do then.
      let options = GeoTIFFOptions(
        packing: isCompressed ? .deflate : .plain, geoKeys: (raster as? TiledRaster)?.geoKeys,
        attribution: label.copyright)
      return try GeoTIFFSink(path: path, grid: grid, pixel: product.pixel, options: options)
    case .png:
      let paint = FloatPaint(product)
      let picture = try PNGSink(
        path: path, grid: grid, pixel: paint?.pixel ?? product.pixel, label: label, hasWorldFile: hasWorldFile
      )
      return paint.map { PaintedSink($0, onto: picture) } ?? picture
    }
  }
}

extension GeoTIFFSink: RasterFileSink {}
