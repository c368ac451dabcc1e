import CLibraries
import SkiBase

/// The storage layout of the samples of a TIFF's image, validated before any allocation.
package struct TIFFLayout: Sendable {
  /// The type of stored samples.
  package enum SampleType: Sendable {
    case uint8, int8, uint16, int16, uint32, int32, float32, float64

    /// The size of one sample in bytes.
    package var byteCount: Int {
      switch self {
      case .uint8, .int8: 1
      case .uint16, .int16: 2
      case .uint32, .int32, .float32: 4
      case .float64: 8
      }
    }
  }

  /// The use of an image.
  enum Role {
    case elevations
    /// A mask, whose zeros are voids; 1 or 8 bits a sample.
    case mask
  }

  /// The storage of an alpha band behind the heights.
  enum Alpha {
    case interleaved, planar
  }

  /// The number of samples from west to east, and from north to south.
  let columns: Int
  let rows: Int
  let type: SampleType
  /// Indicates whether samples have one bit each, the first in the highest bit of a byte; ``type`` is then that of bytes.
  let isBits: Bool
  /// Indicates whether the file's byte order differs from this machine's.
  let isSwapped: Bool
  /// The number of interleaved samples per pixel; the first is the height.
  let interleave: Int
  /// The storage of the alpha band, whose zeros are voids; nil without one.
  let alpha: Alpha?
  /// Indicates whether stored tiles and strips are uncompressed.
  let isPlain: Bool
  let isTiled: Bool
  /// The size of a stored tile, or of a strip.
  let storedColumns: Int
  let storedRows: Int

  /// The maximum number of samples along one side.
  static let sideLimit = 1 << 24
  /// The maximum number of tiles or strips in a file.
  package static let strileLimit = 1 << 22
  /// The maximum number of samples in one stored tile or strip that must be decoded as a whole.
  static let storedLimit = 1 << 25

  /// The number of stored tiles, or strips, from west to east.
  var strilesAcross: Int { (columns + storedColumns - 1) / storedColumns }
  /// The number of stored tiles, or strips, from north to south.
  var strilesDown: Int { (rows + storedRows - 1) / storedRows }
  /// The number of tiles or strips that hold the heights.
  var strileCount: Int { strilesAcross * strilesDown }
  /// The size of one pixel in bytes, with all interleaved samples, unless they are bits.
  var placeBytes: Int { type.byteCount * interleave }
  /// The size of one row of a stored tile or strip in bytes.
  var rowBytes: Int { isBits ? (storedColumns * interleave + 7) / 8 : storedColumns * placeBytes }

  /// Returns the number of rows of a stored strip or tile: the last strip ends with the image.
  func storedRows(ofStrile index: Int) -> Int {
    isTiled ? storedRows : min(storedRows, rows - index * storedRows)
  }

  /// Creates a layout by reading and validating the directory.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` for images without heights and unsupported encodings,
  ///   `.malformedData` for invalid sizes, `.limitExceeded` for excessive ones.
  init(_ handle: TIFFHandle, as role: Role = .elevations, fileBytes: Int, fault: TIFFFault) throws(SkiError) {
    columns = handle.long(TIFFTAG_IMAGEWIDTH) ?? 0
    rows = handle.long(TIFFTAG_IMAGELENGTH) ?? 0
    guard columns > 0, rows > 0 else {
      throw fault(.malformedData, "image is \(columns) × \(rows) samples; write it again")
    }
    guard columns <= Self.sideLimit, rows <= Self.sideLimit else {
      throw fault(
        .limitExceeded, "image is \(columns) × \(rows) samples, more than \(Self.sideLimit) a side; cut it")
    }
    switch role {
    case .elevations:
      try Self.refusePictures(handle, fault)
      type = try Self.sampleType(handle, fault)
      isBits = false
    case .mask:
      type = .uint8
      isBits = try Self.isOneBit(handle, fault)
    }
    isSwapped = handle.isSwapped
    // libtiff puts bits in order that are stored from the lowest on.
    let isReversed = isBits && handle.short(TIFFTAG_FILLORDER) == Int(FILLORDER_LSB2MSB)
    isPlain = try Self.isPlain(handle, fault) && !isReversed
    let samples = handle.short(TIFFTAG_SAMPLESPERPIXEL) ?? 1
    let isPlanar = handle.short(TIFFTAG_PLANARCONFIG) == Int(PLANARCONFIG_SEPARATE)
    interleave = isPlanar ? 1 : max(1, samples)
    let meaning = Int32(handle.extraSamples.last ?? 0)
    let isAlpha = [EXTRASAMPLE_ASSOCALPHA, EXTRASAMPLE_UNASSALPHA].contains(meaning)
    alpha = role == .elevations && samples == 2 && isAlpha ? (isPlanar ? .planar : .interleaved) : nil
    isTiled = handle.isTiled
    storedColumns = isTiled ? handle.long(TIFFTAG_TILEWIDTH) ?? 0 : columns
    let rowsOfStrip = min(handle.long(TIFFTAG_ROWSPERSTRIP) ?? rows, rows)
    storedRows = isTiled ? handle.long(TIFFTAG_TILELENGTH) ?? 0 : rowsOfStrip
    try checkSizes(fileBytes: fileBytes, fault)
  }

  private func checkSizes(fileBytes: Int, _ fault: TIFFFault) throws(SkiError) {
    let what = isTiled ? "tile" : "strip"
    guard storedColumns > 0, storedRows > 0 else {
      throw fault(.malformedData, "\(what) is \(storedColumns) × \(storedRows) samples; write the file again")
    }
    guard storedColumns <= Self.sideLimit, storedRows <= Self.sideLimit, interleave <= 1 << 10,
      storedColumns * storedRows * interleave <= Self.storedLimit || (isPlain && !isTiled)
    else {
      throw fault(
        .limitExceeded,
        "\(what) is \(storedColumns) × \(storedRows) samples, more than \(Self.storedLimit); "
          + "write the file with tiles of 256 or 512 samples")
    }
    guard strilesDown <= Self.strileLimit / strilesAcross else {
      throw fault(
        .limitExceeded,
        "file has \(strilesAcross) × \(strilesDown) \(what)s, more than \(Self.strileLimit); write it with larger ones"
      )
    }
    // Each takes at least two bytes in the lists of offsets and sizes.
    guard strileCount <= max(1, fileBytes / 4) else {
      throw fault(
        .malformedData,
        "file of \(fileBytes) bytes claims \(columns) × \(rows) samples in \(strileCount) \(what)s; fetch it again"
      )
    }
  }

  private static func refusePictures(_ handle: TIFFHandle, _ fault: TIFFFault) throws(SkiError) {
    let photometric = handle.short(TIFFTAG_PHOTOMETRIC) ?? Int(PHOTOMETRIC_MINISBLACK)
    guard [Int(PHOTOMETRIC_MINISBLACK), Int(PHOTOMETRIC_MINISWHITE)].contains(photometric) else {
      let names = [
        2: "red, green and blue", 3: "a palette", 4: "a mask", 5: "printing inks", 6: "video colours",
      ]
      throw fault(
        .unsupportedFormat,
        "TIFF is a picture (\(names[photometric] ?? "colours of kind \(photometric)")), not elevations; name a file with one band of elevations"
      )
    }
  }

  private static func sampleType(_ handle: TIFFHandle, _ fault: TIFFFault) throws(SkiError) -> SampleType {
    let bits = handle.short(TIFFTAG_BITSPERSAMPLE) ?? 1
    let format = handle.short(TIFFTAG_SAMPLEFORMAT) ?? Int(SAMPLEFORMAT_UINT)
    // Kind 4 is "undefined", which old writers use for integers.
    switch (bits, Int32(format)) {
    case (8, SAMPLEFORMAT_UINT), (8, SAMPLEFORMAT_VOID): return .uint8
    case (8, SAMPLEFORMAT_INT): return .int8
    case (16, SAMPLEFORMAT_UINT), (16, SAMPLEFORMAT_VOID): return .uint16
    case (16, SAMPLEFORMAT_INT): return .int16
    case (32, SAMPLEFORMAT_UINT), (32, SAMPLEFORMAT_VOID): return .uint32
    case (32, SAMPLEFORMAT_INT): return .int32
    case (32, SAMPLEFORMAT_IEEEFP): return .float32
    case (64, SAMPLEFORMAT_IEEEFP): return .float64
    default:
      throw fault(
        .unsupportedFormat,
        "samples have \(bits) bits (kind \(format)); write them as 16-bit whole numbers or 32-bit floats")
    }
  }

  /// Returns whether the samples of a mask have one bit each.
  private static func isOneBit(_ handle: TIFFHandle, _ fault: TIFFFault) throws(SkiError) -> Bool {
    let bits = handle.short(TIFFTAG_BITSPERSAMPLE) ?? 1
    guard bits == 1 || bits == 8 else {
      throw fault(
        .unsupportedFormat,
        "samples have \(bits) bits; write the mask with 1 or 8, as gdal_translate -mask does")
    }
    return bits == 1
  }

  /// Returns whether the data is uncompressed; throws for compressions that are lossy, unsupported by libtiff or of
  /// unbounded memory, as LZMA.
  private static func isPlain(_ handle: TIFFHandle, _ fault: TIFFFault) throws(SkiError) -> Bool {
    let compression = handle.short(TIFFTAG_COMPRESSION) ?? Int(COMPRESSION_NONE)
    if compression == Int(COMPRESSION_NONE) { return true }
    let exact = [
      COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE, COMPRESSION_PACKBITS, COMPRESSION_ZSTD,
    ]
    guard exact.contains(where: { Int($0) == compression }), TIFFIsCODECConfigured(UInt16(compression)) != 0
    else {
      throw fault(
        .unsupportedFormat,
        "compression \(compression) is not read; write the file with deflate, LZW, PackBits, Zstandard or none"
      )
    }
    return false
  }
}

/// A factory of errors about one file, or about a part of it.
struct TIFFFault {
  let subject: String
  /// The name of the part, with which messages begin: `mask`.
  var part: String?

  func callAsFunction(_ code: SkiError.Code, _ message: String, underlying: String? = nil) -> SkiError {
    SkiError(code, part.map { "\($0): \(message)" } ?? message, subject: subject, underlying: underlying)
  }
}
