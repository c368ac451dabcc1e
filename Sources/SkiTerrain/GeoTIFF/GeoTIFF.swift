import SkiFormats
import SkiGeo
import SkiProjection

/// Elevations in a GeoTIFF: the first band of its first image, read by tiles and never as a whole.
///
/// A value; `Sendable`. 8-, 16- and 32-bit whole numbers, 32- and 64-bit floats, in tiles or strips, plain or packed by
/// deflate, LZW, PackBits or Zstandard with any predictor, TIFF and BigTIFF. Scale, offset, unit and "no data" of
/// GDAL's tags hold, and the unit of a vertical or compound system; heights are metres once they are read. Heights no
/// ground has become voids.
package struct GeoTIFF: Sendable {
  /// Where the samples lie.
  package let grid: RasterGrid
  /// What the heights count from, as metres.
  package let verticalDatum: VerticalDatum
  /// The number that means "no data" in the file, or nil.
  package let noData: Double?
  /// What says where the file lies, for rasters made from it; without its heights where they are not metres in the file.
  package let geoKeys: GeoKeys?
  /// The name of the file without folders.
  package var name: String { reader.name }
  /// The size of the tiles that are read at once.
  package var tileColumns: Int { reader.tileColumns }
  /// See ``tileColumns``.
  package var tileRows: Int { reader.tileRows }

  let reader: TIFFTileReader
  /// The tiles, from column and row 0 in the north-west.
  var tiles: any TileReader { reader }

  /// Opens a file and reads its directory; no heights are read yet.
  /// - Parameter verticalUnit: What heights are in where the file doesn't tell; nil for metres, which is refused on maps in
  ///   feet.
  /// - Throws: ``SkiError`` with code `.missingInput`, `.malformedData` when it is no TIFF or damaged, `.unsupportedFormat`
  ///   for pictures, files without a place on Earth and what is stored in ways that are not read, `.limitExceeded` for
  ///   sizes beyond belief, `.invalidArgument` when the unit of heights is in doubt and not given, `.inputOutput`.
  /// - Complexity: O(*n*) in its tiles or strips.
  package static func open(path: String, verticalUnit: VerticalUnit? = nil) throws -> GeoTIFF {
    try GeoTIFF(RandomAccessFile(path), verticalUnit)
  }

  init(_ file: RandomAccessFile, _ verticalUnit: VerticalUnit? = nil) throws {
    let fault = TIFFFault(subject: file.path)
    let handle = try TIFFHandle(file)
    let layout = try TIFFLayout(handle, fileBytes: file.byteCount, subject: file.path)
    let keys = GeoKeys(handle)
    let placement = try RasterPlacement(
      handle, countsFromCentres: keys?.countsFromCentres ?? false, columns: layout.columns, rows: layout.rows,
      fault: fault)
    let reference = try (keys ?? GeoKeys(directory: [], doubles: [], text: [])).referenceSystem(fault)
    grid = RasterGrid(
      columns: layout.columns, rows: layout.rows, reference: reference, originX: placement.originX,
      originY: placement.originY, stepX: placement.stepX, stepY: placement.stepY)
    try Self.checkDegrees(grid, fault)
    let metadata = try GDALMetadata(handle.text(GDALMetadata.tag) ?? "", fault: fault)
    let stated = try StatedHeights(
      keys: keys, band: metadata.unit, map: reference, assumed: verticalUnit, fault)
    geoKeys = stated.keys
    verticalDatum = stated.datum
    let conversion = HeightConversion(
      scale: metadata.scale * stated.metresPerUnit, offset: metadata.offset * stated.metresPerUnit,
      noData: GDALMetadata.noData(handle.text(GDALMetadata.noDataTag)))
    noData = conversion.noData.isNaN ? nil : conversion.noData
    reader = try TIFFTileReader(
      file, handle: handle, layout: layout, conversion: conversion, verticalDatum: verticalDatum)
  }

  /// Degrees must be on the Earth; a half sample over a pole is usual.
  private static func checkDegrees(_ grid: RasterGrid, _ fault: TIFFFault) throws {
    guard case .geographic = grid.reference.kind else { return }
    let south = grid.y(ofRow: Double(grid.rows - 1))
    let east = grid.x(ofColumn: Double(grid.columns - 1))
    let slack = 1e-6
    guard grid.originY <= 90 + slack, south >= -90 - slack, grid.originX >= -540, east <= 540 else {
      throw fault(
        .malformedData,
        "TIFF says degrees but runs from \(grid.originY), \(grid.originX) to \(south), \(east); give it its true system by gdal_edit.py -a_srs"
      )
    }
  }
}
