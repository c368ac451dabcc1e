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

/// A sink of numbers that passes them to a picture as colours.
final class ColouringSink: RasterFileSink {
  private let colouring: ValueColouring
  private let picture: any RasterFileSink

  /// Creates a sink in front of a picture.
  /// - Precondition: The picture takes the pixels of the conversion.
  init(_ colouring: ValueColouring, onto picture: any RasterFileSink) {
    precondition(
      picture.pixel == colouring.pixel, "picture must take \(colouring.pixel), got \(picture.pixel)")
    self.colouring = colouring
    self.picture = picture
  }

  var pixel: RasterPixel { .float }
  var blockColumns: Int { picture.blockColumns }
  var blockRows: Int { picture.blockRows }
  var partRows: Int { picture.partRows }
  var needsOrder: Bool { picture.needsOrder }

  func write(_ part: RasterWindow, _ bytes: UnsafeRawBufferPointer) throws {
    let painted = UnsafeMutableRawBufferPointer.allocate(
      byteCount: part.count * colouring.pixel.byteCount, alignment: 16)
    defer { painted.deallocate() }
    colouring.colour(bytes.bindMemory(to: Float.self), into: painted)
    try picture.write(part, UnsafeRawBufferPointer(painted))
  }

  func commit() throws { try picture.commit() }
  func discard() { picture.discard() }
}

/// A sink that writes a file, which appears at its path only when committed.
package protocol RasterFileSink: RasterSink {
  /// Moves the file to its path; every block must have been written.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput` or `.cancelled`.
  func commit() throws

  /// Removes the unfinished file; does nothing after a commit.
  func discard()
}

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

/// The sidecar files that georeference a picture.
///
/// `x.pgw` for `x.png` is an ESRI world file of six numbers: the pixel size and the centre of the north-western pixel.
/// `x.png.aux.xml` is GDAL's, which also names the reference system.
struct PictureGeoreference {
  private let grid: RasterGrid

  init(_ grid: RasterGrid) { self.grid = grid }

  /// Returns the paths and contents of the sidecar files of a picture.
  func files(beside path: String) -> [(path: String, text: String)] {
    Array(zip(Self.paths(beside: path), [worldFile, auxiliary.string]))
  }

  /// Returns the paths of the sidecar files: the world file, then GDAL's.
  static func paths(beside path: String) -> [String] {
    let stem = path.lowercased().hasSuffix(".png") ? String(path.dropLast(4)) : path
    return [stem + ".pgw", path + ".aux.xml"]
  }

  private var worldFile: String {
    [grid.stepX, 0, 0, -grid.stepY, grid.originX, grid.originY].map { "\($0)\n" }.joined()
  }

  /// The content of GDAL's file, whose transform starts at the corner of a pixel.
  private var auxiliary: MarkupText {
    let corner = (x: grid.x(ofColumn: -0.5), y: grid.y(ofRow: -0.5))
    let transform = [corner.x, grid.stepX, 0, corner.y, 0, -grid.stepY].map { "\($0)" }.joined(
      separator: ", ")
    return """
      <PAMDataset>
        <SRS>\(grid.reference.definition)</SRS>
        <GeoTransform>\(transform)</GeoTransform>
      </PAMDataset>

      """
  }
}

/// The size of a raster or tile archive, computed before it is made.
///
/// A value; `Sendable`.
package struct OutputEstimate: Sendable, Hashable {
  /// The number of pixels above which output needs confirmation.
  package static let pixelLimit = 2_000_000_000
  /// The number of bytes above which output needs confirmation.
  package static let byteLimit = 10_000_000_000

  /// The number of pixels of all pictures; 0 without any.
  package var pixelCount: Int
  /// The number of tiles; 0 for a raster.
  package var tileCount: Int
  /// The number of bytes, before compression where the compressed size is unknown.
  package var byteCount: Int

  /// Creates an estimate from its figures.
  package init(pixelCount: Int = 0, tileCount: Int = 0, byteCount: Int) {
    (self.pixelCount, self.tileCount, self.byteCount) = (pixelCount, tileCount, byteCount)
  }

  /// Creates the estimate of a raster with at most four bytes per pixel.
  package init(raster grid: RasterGrid) {
    let (pixels, isTooMany) = grid.columns.multipliedReportingOverflow(by: grid.rows)
    let count = isTooMany ? Int.max / 4 : min(pixels, Int.max / 4)
    self.init(pixelCount: count, byteCount: 4 * count)
  }

  /// Indicates whether the output needs confirmation.
  package var isLarge: Bool { pixelCount > Self.pixelLimit || byteCount > Self.byteLimit }

  /// The figures in words, such as `12000 tiles, 3.1 billion pixels, up to 12.6 GB`.
  package var words: String {
    var parts: [String] = []
    if tileCount > 0 { parts.append("\(tileCount) tiles") }
    if pixelCount > 0 { parts.append("\(Self.billions(pixelCount)) billion pixels") }
    return (parts + ["up to \(Self.billions(byteCount)) GB"]).joined(separator: ", ")
  }

  private static func billions(_ count: Int) -> String { decimalText(Double(count) / 1e9, places: 1) ?? "?" }

  /// Throws when the output is large and not confirmed.
  /// - Parameters:
  ///   - isWanted: `true` if a large result was confirmed.
  ///   - request: The way to confirm it, for the message: `add --yes-large`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` and the figures.
  package func check(isWanted: Bool, request: String) throws {
    guard isLarge, !isWanted else { return }
    throw SkiError(
      .invalidArgument,
      "this makes \(words); more than \(Self.pixelLimit / 1_000_000_000) billion pixels or "
        + "\(Self.byteLimit / 1_000_000_000) GB are made on request only: \(request), or name a smaller part")
  }
}
