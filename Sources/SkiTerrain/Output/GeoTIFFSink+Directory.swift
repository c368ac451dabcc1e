extension GeoTIFFSink {
  /// Returns the directory of a file with tiles at the given offsets.
  static func directory(
    _ grid: RasterGrid, _ pixel: RasterPixel, _ options: GeoTIFFOptions, _ keys: GeoKeys, isBig: Bool,
    predictor: UInt16?, places: [UInt64], byteCounts: [UInt64]
  ) -> TIFFDirectory {
    let side = UInt32(options.tileSide)
    let isFloat = pixel == .float
    let samples = pixel == .colour ? 4 : 1
    // Keys tell whether a pixel's coordinates are those of its corner or, in some files, its centre.
    let shift = keys.isPixelIsPoint ? 0 : 0.5
    let corner = [grid.originX - shift * grid.stepX, grid.originY + shift * grid.stepY]
    var fields: [(UInt16, TIFFDirectory.Value)] = [
      (256, .longs([UInt32(grid.columns)])), (257, .longs([UInt32(grid.rows)])),
      (258, .shorts([UInt16](repeating: isFloat ? 32 : 8, count: samples))),
      (259, .shorts([options.packing == .plain ? 1 : 8])), (262, .shorts([pixel == .colour ? 2 : 1])),
      (277, .shorts([UInt16(samples)])), (284, .shorts([1])), (305, .text(Array("SkiRoute\0".utf8))),
      (322, .longs([side])), (323, .longs([side])), (324, .places(places)), (325, .places(byteCounts)),
      (339, .shorts([UInt16](repeating: isFloat ? 3 : 1, count: samples))),
      (UInt16(RasterPlacement.scaleTag), .doubles([grid.stepX, grid.stepY, 0])),
      (UInt16(RasterPlacement.tiepointTag), .doubles([0, 0, 0] + corner + [0])),
      (UInt16(GeoKeys.directoryTag), .shorts(keys.directory)),
    ]
    if let predictor { fields.append((317, .shorts([predictor]))) }
    if pixel == .colour { fields.append((338, .shorts([2]))) }
    if let attribution = options.attribution {
      fields.append((33432, .text(Array(attribution.utf8.filter { $0 != 0 }) + [0])))
    }
    if !keys.doubles.isEmpty { fields.append((UInt16(GeoKeys.doublesTag), .doubles(keys.doubles))) }
    if !keys.text.isEmpty { fields.append((UInt16(GeoKeys.textTag), .text(keys.text))) }
    let noData: String? =
      switch pixel {
      case .grey: "0"
      case .float: "-9999"
      case .colour: nil
      }
    if let noData { fields.append((UInt16(GDALMetadata.noDataTag), .text(Array(noData.utf8) + [0]))) }
    return TIFFDirectory(isBig: isBig, fields: fields.sorted { $0.0 < $1.0 }.map { (tag: $0.0, value: $0.1) })
  }
}
