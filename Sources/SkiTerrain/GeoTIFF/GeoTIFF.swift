import SkiBase

/// The elevations in a GeoTIFF: the first band of its first image, read by tiles.
///
/// Supported are 8-, 16- and 32-bit integers, 32- and 64-bit floats, in tiles or strips, uncompressed or compressed by
/// deflate, LZW, PackBits or Zstandard with any predictor, in TIFF and BigTIFF. Scale, offset, unit and nodata of
/// GDAL's tags apply, and the unit of a vertical or compound system; heights are metres after reading. Voids are nodata,
/// implausible heights, and samples where a mask or an alpha band is zero: an internal mask of 1 or 8 bits, the file
/// `NAME.tif.msk` beside the file, or the second of two bands if the file says that it is alpha.
package struct GeoTIFF: Sendable {
  /// The grid of samples.
  package let grid: RasterGrid
  /// The vertical datum, in metres.
  package let verticalDatum: VerticalDatum
  /// The nodata value of the file, or nil.
  package let noData: Double?
  /// The GeoTIFF keys, for rasters made from the file; without the vertical ones where heights are not metres in the
  /// file.
  package let geoKeys: GeoKeys?
  /// The name of the file without folders.
  package var name: String { reader.name }
  /// The number of columns of a tile.
  package var tileColumns: Int { reader.tileColumns }
  /// The number of rows of a tile.
  package var tileRows: Int { reader.tileRows }

  let reader: TIFFTileReader
  /// The tiles, from column and row 0 in the north-west.
  var tiles: any TileReader { reader }

  /// Opens a file and reads its directory without heights.
  /// - Parameter verticalUnit: The unit of heights if the file does not state it; nil for metres, which throws for
  ///   reference systems in feet.
  /// - Throws: ``SkiError`` with code `.missingInput`, `.malformedData` when it is no TIFF or damaged,
  ///   or its mask has another size, `.unsupportedFormat` for images, files without georeference and unsupported
  ///   encodings, `.limitExceeded` for
  ///   excessive sizes, `.invalidArgument` when the unit of heights is in doubt and not given, `.inputOutput`.
  /// - Complexity: O(*n*) in its tiles or strips.
  package static func open(path: String, verticalUnit: VerticalUnit? = nil) throws -> GeoTIFF {
    try GeoTIFF(RandomAccessFile(path), verticalUnit)
  }

  init(_ file: RandomAccessFile, _ verticalUnit: VerticalUnit? = nil) throws {
    let fault = TIFFFault(subject: file.path)
    let handle = try TIFFHandle(file)
    let layout = try TIFFLayout(handle, fileBytes: file.byteCount, fault: fault)
    let keys = GeoKeys(handle)
    let placement = try RasterPlacement(
      handle, isPixelIsPoint: keys?.isPixelIsPoint ?? false, columns: layout.columns, rows: layout.rows,
      fault: fault)
    let reference = try (keys ?? GeoKeys(directory: [], doubles: [], text: [])).referenceSystem(fault)
    grid = RasterGrid(
      columns: layout.columns, rows: layout.rows, reference: reference, originX: placement.originX,
      originY: placement.originY, stepX: placement.stepX, stepY: placement.stepY)
    try Self.checkDegrees(grid, fault)
    let metadata = try GDALMetadata(handle.text(GDALMetadata.tag) ?? "", fault: fault)
    let stated = try VerticalReference(
      keys: keys, band: metadata.unit, map: reference, assumed: verticalUnit, fault)
    geoKeys = stated.keys
    verticalDatum = stated.datum
    let conversion = ElevationConversion(
      scale: metadata.scale * stated.metresPerUnit, offset: metadata.offset * stated.metresPerUnit,
      noData: GDALMetadata.noData(handle.text(GDALMetadata.noDataTag)))
    noData = conversion.noData.isNaN ? nil : conversion.noData
    let masks = try TIFFMask.all(of: file, handle, layout)
    reader = TIFFTileReader(
      try TIFFStrileReader(file, handle, layout: layout, fault: fault), masks: masks, conversion: conversion,
      name: String(file.path.split(separator: "/").last ?? ""), verticalDatum: verticalDatum)
  }

  /// Throws unless a grid in degrees lies on the Earth; half a sample beyond a pole is accepted.
  private static func checkDegrees(_ grid: RasterGrid, _ fault: TIFFFault) throws(SkiError) {
    guard case .geographic = grid.reference.kind else { return }
    let south = grid.y(ofRow: Double(grid.rows - 1))
    let east = grid.x(ofColumn: Double(grid.columns - 1))
    let slack = 1e-6
    guard grid.originY <= 90 + slack, south >= -90 - slack, grid.originX >= -540, east <= 540 else {
      throw fault(
        .malformedData,
        "TIFF states degrees but extends from \(grid.originY), \(grid.originX) to \(south), \(east); set its reference system, for example by gdal_edit.py -a_srs"
      )
    }
  }
}
