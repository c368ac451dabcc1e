import CLibraries

/// An image of a ``DrawnTIFF`` behind the first: a mask of it, an overview, or an overview's mask.
package struct DrawnMask {
  /// The size; nil for that of the first image.
  package var size: (columns: Int, rows: Int)?
  /// The bits of a sample.
  package var bits = 1
  /// The kind, tag 254; nil for none.
  package var kind: Int32? = FILETYPE_MASK
  /// The side of the tiles, or nil for strips.
  package var tileSide: Int?
  package var rowsPerStrip = 9
  package var compression = COMPRESSION_ADOBE_DEFLATE
  /// Indicates whether the first sample of a byte is in its lowest bit.
  package var isReversed = false
  /// Tiles or strips that are left out.
  package var leftOut: Set<Int> = []
  /// Returns whether a sample is zero, that is, void.
  package var isVoid: (Int, Int) -> Bool

  package init(
    bits: Int = 1, kind: Int32? = FILETYPE_MASK, tileSide: Int? = nil, rowsPerStrip: Int = 9,
    compression: Int32 = COMPRESSION_ADOBE_DEFLATE, isVoid: @escaping (Int, Int) -> Bool
  ) {
    (self.bits, self.kind, self.tileSide, self.rowsPerStrip) = (bits, kind, tileSide, rowsPerStrip)
    (self.compression, self.isVoid) = (compression, isVoid)
  }

  /// Writes the mask as a file of its own, as GDAL does for `NAME.msk`; returns its path.
  @discardableResult
  package func write(to folder: ScratchFolder, named name: String, columns: Int, rows: Int) -> String {
    let path = folder.path + "/" + name
    guard let tiff = TIFFOpen(path, "w") else { fatalError("\(path) can't be written") }
    defer { TIFFClose(tiff) }
    write(tiff, columns: columns, rows: rows)
    return path
  }

  func write(_ tiff: OpaquePointer, columns: Int, rows: Int) {
    let (columns, rows) = size ?? (columns, rows)
    func set(_ tag: Int32, _ value: any CVarArg) {
      precondition(withVaList([value]) { TIFFVSetField(tiff, UInt32(tag), $0) } == 1, "tag \(tag)")
    }
    if let kind { set(TIFFTAG_SUBFILETYPE, kind) }
    set(TIFFTAG_IMAGEWIDTH, UInt32(columns))
    set(TIFFTAG_IMAGELENGTH, UInt32(rows))
    set(TIFFTAG_BITSPERSAMPLE, Int32(bits))
    set(TIFFTAG_SAMPLESPERPIXEL, Int32(1))
    set(TIFFTAG_PHOTOMETRIC, (kind ?? 0) & FILETYPE_MASK != 0 ? PHOTOMETRIC_MASK : PHOTOMETRIC_MINISBLACK)
    set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG)
    set(TIFFTAG_COMPRESSION, compression)
    if isReversed { set(TIFFTAG_FILLORDER, FILLORDER_LSB2MSB) }
    if let tileSide {
      set(TIFFTAG_TILEWIDTH, UInt32(tileSide))
      set(TIFFTAG_TILELENGTH, UInt32(tileSide))
      let across = (columns + tileSide - 1) / tileSide
      for index in 0..<across * ((rows + tileSide - 1) / tileSide) where !leftOut.contains(index) {
        let (left, top) = (index % across * tileSide, index / across * tileSide)
        var data = bytes(left..<left + tileSide, top..<top + tileSide)
        precondition(TIFFWriteEncodedTile(tiff, UInt32(index), &data, tmsize_t(data.count)) == data.count)
      }
    } else {
      set(TIFFTAG_ROWSPERSTRIP, UInt32(rowsPerStrip))
      for index in 0..<(rows + rowsPerStrip - 1) / rowsPerStrip where !leftOut.contains(index) {
        let top = index * rowsPerStrip
        var data = bytes(0..<columns, top..<min(rows, top + rowsPerStrip))
        precondition(TIFFWriteEncodedStrip(tiff, UInt32(index), &data, tmsize_t(data.count)) == data.count)
      }
    }
  }

  /// Returns the samples of a tile or strip; each row begins a byte.
  private func bytes(_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in rows {
      var line = [UInt8](repeating: 0, count: (columns.count * bits + 7) / 8)
      for column in columns where !isVoid(column, row) {
        let bit = (column - columns.lowerBound) * bits
        // Any number but zero is a height; of larger samples a low bit is set.
        let place = bits == 1 ? bit : bit + bits - 1
        line[place / 8] |= 0x80 >> UInt8(place % 8)
      }
      bytes += line
    }
    return bytes
  }
}
