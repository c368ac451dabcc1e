import CLibraries
import SkiSystem
package import SkiTerrain

/// A TIFF of some numbers, written by libtiff in any of its forms.
package struct DrawnTIFF {
  package var columns = 50
  package var rows = 40
  package var type = TIFFLayout.SampleType.int16
  /// The side of the tiles, or nil for strips.
  package var tileSide: Int?
  package var rowsPerStrip = 7
  package var compression = COMPRESSION_NONE
  package var predictor = 1
  /// The mode of libtiff's open: `l` or `b` for the byte order, `8` for BigTIFF.
  package var mode = "w"
  /// Numbers at each place; all but the first are noise.
  package var bands = 1
  package var isPlanar = false
  /// The numbers of the last band, which is then called alpha.
  package var alpha: ((Int, Int) -> Double)?
  /// The further images: masks, overviews and their masks.
  package var masks: [DrawnMask] = []
  package var photometric = PHOTOMETRIC_MINISBLACK
  /// Tiles or strips that are left out.
  package var leftOut: Set<Int> = []
  package var noData: String?
  package var metadata: String?
  package var scale: [Double]? = [30, 20, 0]
  package var tie: [Double]? = [0, 0, 0, 500_000, 5_200_000, 0]
  package var matrix: [Double]?
  package var keys: [UInt16]
  package var keyDoubles: [Double]?
  package var keyText: String?

  package init(
    columns: Int = 50, rows: Int = 40, type: TIFFLayout.SampleType = .int16, tileSide: Int? = nil,
    rowsPerStrip: Int = 7, compression: Int32 = COMPRESSION_NONE, predictor: Int = 1, mode: String = "w",
    bands: Int = 1, isPlanar: Bool = false, leftOut: Set<Int> = [], noData: String? = nil,
    keys: [UInt16] = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32632]
  ) {
    (self.columns, self.rows, self.type, self.tileSide) = (columns, rows, type, tileSide)
    (self.rowsPerStrip, self.compression, self.predictor, self.mode) = (
      rowsPerStrip, compression, predictor, mode
    )
    self.keys = keys
    (self.bands, self.isPlanar, self.leftOut, self.noData) = (bands, isPlanar, leftOut, noData)
  }

  /// Writes the file; returns its path.
  @discardableResult
  package func write(to folder: ScratchFolder, named name: String = "a.tif", _ number: (Int, Int) -> Double)
    -> String
  {
    let path = folder.path + "/" + name
    guard let tiff = TIFFOpen(path, mode) else { fatalError("\(path) can't be written") }
    defer { TIFFClose(tiff) }
    setFields(tiff)
    for plane in 0..<(isPlanar ? bands : 1) {
      if let tileSide {
        writeTiles(tiff, tileSide, plane, number)
      } else {
        writeStrips(tiff, plane, number)
      }
    }
    for mask in masks {
      precondition(TIFFWriteDirectory(tiff) == 1)
      mask.write(tiff, columns: columns, rows: rows)
    }
    return path
  }

  private func writeTiles(_ tiff: OpaquePointer, _ side: Int, _ plane: Int, _ number: (Int, Int) -> Double) {
    let (across, down) = ((columns + side - 1) / side, (rows + side - 1) / side)
    for index in 0..<across * down where !leftOut.contains(index) {
      // Beyond the edge stand values that must not be read.
      var data = bytes(index % across * side, index / across * side, side, side, plane, number)
      let count = TIFFWriteEncodedTile(
        tiff, UInt32(plane * across * down + index), &data, tmsize_t(data.count))
      precondition(count == data.count)
    }
  }

  private func writeStrips(_ tiff: OpaquePointer, _ plane: Int, _ number: (Int, Int) -> Double) {
    let strips = (rows + rowsPerStrip - 1) / rowsPerStrip
    for index in 0..<strips where !leftOut.contains(index) {
      let first = index * rowsPerStrip
      var data = bytes(0, first, columns, min(rowsPerStrip, rows - first), plane, number)
      let count = TIFFWriteEncodedStrip(tiff, UInt32(plane * strips + index), &data, tmsize_t(data.count))
      precondition(count == data.count)
    }
  }

  private func bytes(
    _ left: Int, _ top: Int, _ width: Int, _ height: Int, _ plane: Int, _ number: (Int, Int) -> Double
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in top..<top + height {
      for column in left..<left + width {
        let value = column < columns && row < rows ? number(column, row) : 77
        for band in isPlanar ? plane..<plane + 1 : 0..<bands {
          let other = band == bands - 1 ? alpha?(column, row) ?? 55 : 55
          append(band == 0 ? value : other, to: &bytes)
        }
      }
    }
    return bytes
  }

  private func append(_ value: Double, to bytes: inout [UInt8]) {
    // This libtiff swaps the bytes of floats before its predictor, which needs them unswapped.
    let isTurned = predictor == 3 && mode.contains("b")
    func add<Value>(_ value: Value) {
      withUnsafeBytes(of: value) { bytes.append(contentsOf: isTurned ? Array($0.reversed()) : Array($0)) }
    }
    switch type {
    case .uint8: add(UInt8(value))
    case .int8: add(Int8(value))
    case .uint16: add(UInt16(value))
    case .int16: add(Int16(value))
    case .uint32: add(UInt32(value))
    case .int32: add(Int32(value))
    case .float32: add(Float(value))
    case .float64: add(value)
    }
  }

  private var format: Int32 {
    switch type {
    case .uint8, .uint16, .uint32: SAMPLEFORMAT_UINT
    case .int8, .int16, .int32: SAMPLEFORMAT_INT
    case .float32, .float64: SAMPLEFORMAT_IEEEFP
    }
  }

  private func setFields(_ tiff: OpaquePointer) {
    TIFFMergeFieldInfo(tiff, Self.ownFields, 8)
    func set(_ tag: Int32, _ values: any CVarArg...) {
      precondition(withVaList(values) { TIFFVSetField(tiff, UInt32(tag), $0) } == 1, "tag \(tag)")
    }
    set(TIFFTAG_IMAGEWIDTH, UInt32(columns))
    set(TIFFTAG_IMAGELENGTH, UInt32(rows))
    set(TIFFTAG_BITSPERSAMPLE, Int32(type.byteCount * 8))
    set(TIFFTAG_SAMPLEFORMAT, format)
    set(TIFFTAG_SAMPLESPERPIXEL, Int32(bands))
    set(TIFFTAG_PHOTOMETRIC, photometric)
    set(TIFFTAG_PLANARCONFIG, isPlanar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG)
    set(TIFFTAG_COMPRESSION, compression)
    if predictor != 1 { set(TIFFTAG_PREDICTOR, Int32(predictor)) }
    if alpha != nil {
      let meanings = (1..<bands).map {
        UInt16($0 == bands - 1 ? EXTRASAMPLE_UNASSALPHA : EXTRASAMPLE_UNSPECIFIED)
      }
      meanings.withUnsafeBufferPointer {
        set(TIFFTAG_EXTRASAMPLES, Int32(meanings.count), OpaquePointer($0.baseAddress!))
      }
    }
    if let tileSide {
      set(TIFFTAG_TILEWIDTH, UInt32(tileSide))
      set(TIFFTAG_TILELENGTH, UInt32(tileSide))
    } else {
      set(TIFFTAG_ROWSPERSTRIP, UInt32(rowsPerStrip))
    }
    func setList<Value>(_ tag: UInt32, _ list: [Value]?) {
      guard let list else { return }
      list.withUnsafeBufferPointer { set(Int32(tag), Int32(list.count), OpaquePointer($0.baseAddress!)) }
    }
    setList(RasterPlacement.scaleTag, scale)
    setList(RasterPlacement.tiepointTag, tie)
    setList(RasterPlacement.transformationTag, matrix)
    setList(GeoKeys.directoryTag, keys.isEmpty ? nil : keys)
    setList(GeoKeys.doublesTag, keyDoubles)
    for (tag, text) in [
      (GeoKeys.textTag, keyText), (GDALMetadata.noDataTag, noData), (GDALMetadata.tag, metadata),
    ] {
      text?.withCString { set(Int32(tag), OpaquePointer($0)) }
    }
  }

  /// The fields that must be registered with libtiff before it writes them.
  nonisolated(unsafe) private static let ownFields: UnsafePointer<TIFFFieldInfo> = {
    TIFFSetWarningHandler(nil)
    let texts = [GeoKeys.textTag, GDALMetadata.noDataTag, GDALMetadata.tag]
    let lists = [
      (RasterPlacement.scaleTag, TIFF_DOUBLE), (RasterPlacement.tiepointTag, TIFF_DOUBLE),
      (RasterPlacement.transformationTag, TIFF_DOUBLE), (GeoKeys.directoryTag, TIFF_SHORT),
      (GeoKeys.doublesTag, TIFF_DOUBLE),
    ]
    let all =
      lists.map { ($0.0, $0.1, Int16(-1), UInt8(1)) } + texts.map { ($0, TIFF_ASCII, Int16(-1), UInt8(0)) }
    let fields = UnsafeMutablePointer<TIFFFieldInfo>.allocate(capacity: all.count)
    for (index, field) in all.enumerated() {
      (fields + index).initialize(
        to: TIFFFieldInfo(
          field_tag: field.0, field_readcount: field.2, field_writecount: field.2, field_type: field.1,
          field_bit: 65, field_oktochange: 1, field_passcount: field.3, field_name: strdup("own \(field.0)")))
    }
    return UnsafePointer(fields)
  }()
}

extension ElevationRaster {
  /// Returns the heights of a window as an array.
  package func heights(_ window: RasterWindow) throws -> [Float] {
    try [Float](unsafeUninitializedCapacity: window.count) { buffer, filled in
      buffer.initialize(repeating: 0)
      try read(window, into: UnsafeMutableBufferPointer(rebasing: buffer[..<window.count]))
      filled = window.count
    }
  }
}
