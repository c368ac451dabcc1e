import SkiBase

/// The position of a GeoTIFF's samples in its reference system.
package struct RasterPlacement: Sendable, Hashable {
  /// The x and y of the north-western sample.
  let originX: Double
  let originY: Double
  /// The distances between columns, eastwards, and between rows, southwards; positive.
  let stepX: Double
  let stepY: Double

  package static let scaleTag: UInt32 = 33550
  package static let tiepointTag: UInt32 = 33922
  package static let transformationTag: UInt32 = 34264

  /// Creates the position from the georeferencing tags.
  ///
  /// **Source:** OGC GeoTIFF Standard 1.1 (19-008r4), clause 7.4; samples are the centres of pixels.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when there are none, or the raster is rotated or flipped;
  ///   `.malformedData` when numbers are invalid.
  init(_ handle: TIFFHandle, isPixelIsPoint: Bool, columns: Int, rows: Int, fault: TIFFFault) throws(SkiError)
  {
    let corner: (x: Double, y: Double, stepX: Double, stepY: Double)
    if let matrix = handle.doubles(Self.transformationTag) {
      corner = try Self.corner(ofMatrix: matrix, fault)
    } else if let scale = handle.doubles(Self.scaleTag), let tie = handle.doubles(Self.tiepointTag) {
      corner = try Self.corner(ofScale: scale, tie: tie, fault)
    } else {
      let points = handle.doubles(Self.tiepointTag)?.count ?? 0
      throw fault(
        .unsupportedFormat,
        (points > 6
          ? "TIFF has ground control points only"
          : "TIFF has no georeference (world files are not read)")
          + "; add a georeference, for example by gdalwarp or gdal_translate -a_srs -a_ullr")
    }
    let shift = isPixelIsPoint ? 0 : 0.5
    originX = corner.x + shift * corner.stepX
    originY = corner.y - shift * corner.stepY
    stepX = corner.stepX
    stepY = corner.stepY
    let ends = [originX, originY, originX + stepX * Double(columns), originY - stepY * Double(rows)]
    guard ends.allSatisfy(\.isFinite), stepX.isFinite, stepY.isFinite else {
      throw fault(
        .malformedData,
        "TIFF has its origin at \(originX), \(originY) and steps of \(stepX), \(stepY); write it again")
    }
    guard stepX > 0, stepY > 0 else {
      throw fault(
        .unsupportedFormat,
        "TIFF runs in steps of \(stepX) east and \(stepY) south, not from the north-west; warp it by gdalwarp"
      )
    }
    guard originX + stepX > originX, originY - stepY < originY else {
      throw fault(
        .malformedData,
        "steps of \(stepX), \(stepY) are too small at the origin \(originX), \(originY); write it again")
    }
  }

  private static func corner(
    ofMatrix matrix: [Double], _ fault: TIFFFault
  ) throws(SkiError) -> (x: Double, y: Double, stepX: Double, stepY: Double) {
    guard matrix.count >= 16 else {
      throw fault(.malformedData, "transformation has \(matrix.count) numbers, not 16; write the file again")
    }
    guard matrix[1] == 0, matrix[4] == 0 else {
      throw fault(
        .unsupportedFormat, "TIFF is rotated (\(matrix[1]), \(matrix[4])); warp it to north up by gdalwarp")
    }
    return (matrix[3], matrix[7], matrix[0], -matrix[5])
  }

  private static func corner(
    ofScale scale: [Double], tie: [Double], _ fault: TIFFFault
  ) throws(SkiError) -> (x: Double, y: Double, stepX: Double, stepY: Double) {
    guard scale.count >= 2, tie.count >= 6 else {
      throw fault(
        .malformedData,
        "georeference has \(scale.count) and \(tie.count) numbers, not 3 and 6; write the file again"
      )
    }
    return (tie[3] - tie[0] * scale[0], tie[4] + tie[1] * scale[1], scale[0], scale[1])
  }
}
