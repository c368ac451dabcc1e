import CLibraries
import SkiBase
import SkiSystem

/// A libtiff handle on one image of an open file, the first unless another is stated.
///
/// libtiff reads through ``RandomAccessFile``, so that all handles of a file share it and none maps it; error messages
/// are collected, not printed.
///
/// `@unchecked Sendable`: without locks; a ``ObjectPool`` gives a handle to one thread at a time, and a handle opened
/// outside a pool is used by its owner only.
final class TIFFHandle: @unchecked Sendable {
  /// The maximum size of one allocation of libtiff in bytes; its directories need far less.
  private static let allocationLimitBytes = 64 << 20

  private let client: TIFFClient
  private let pointer: OpaquePointer

  /// Creates a handle by opening an image of a file.
  /// - Parameter directory: The offset of the image's directory in bytes; nil for the first.
  /// - Throws: ``SkiError`` with code `.missingInput` when libtiff can't be loaded, `.malformedData` when the file is no
  ///   TIFF or its directory can't be read.
  init(_ file: RandomAccessFile, directory: UInt64? = nil) throws(SkiError) {
    try SkiError.requireLibrary(tiff_library_fault())
    client = TIFFClient(file)
    guard let options = TIFFOpenOptionsAlloc() else {
      throw SkiError(.internalInconsistency, "libtiff gave no options; memory may be short")
    }
    defer { TIFFOpenOptionsFree(options) }
    let context = Unmanaged.passUnretained(client).toOpaque()
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t(Self.allocationLimitBytes))
    TIFFOpenOptionsSetErrorHandlerExtR(options, TIFFClient.note, context)
    TIFFOpenOptionsSetWarningHandlerExtR(options, TIFFClient.ignore, nil)
    // c: strips are not split; D: offsets are loaded on demand.
    let opened = TIFFClientOpenExt(
      "TIFF", "rcD", context, TIFFClient.read, TIFFClient.refuseWriting, TIFFClient.seek, TIFFClient.close,
      TIFFClient.size, nil, nil, options)
    guard let opened else {
      throw SkiError(
        .malformedData, "file of \(file.byteCount) bytes is not a readable TIFF; fetch it again",
        subject: file.path, underlying: client.message)
    }
    pointer = opened
    if let directory, TIFFSetSubDirectory(opened, directory) != 1 {
      throw SkiError(
        .malformedData,
        "directory at byte \(directory) can't be read; fetch the file again, or write it again",
        subject: file.path, underlying: client.message)
    }
  }

  deinit { TIFFClose(pointer) }

  /// The last error message of libtiff, or nil.
  var message: String? { client.message }

  /// Indicates whether the image is stored in tiles rather than strips.
  var isTiled: Bool { TIFFIsTiled(pointer) != 0 }
  /// Indicates whether the file's byte order differs from this machine's.
  var isSwapped: Bool { TIFFIsByteSwapped(pointer) != 0 }

  /// Returns a 16-bit field, or nil when it is missing.
  func short(_ tag: Int32) -> Int? {
    var value: UInt16 = 0
    let found = withUnsafeMutablePointer(to: &value) { target in
      withVaList([target]) { TIFFVGetField(pointer, UInt32(tag), $0) }
    }
    return found == 1 ? Int(value) : nil
  }

  /// Returns a 32-bit field, or nil when it is missing.
  func long(_ tag: Int32) -> Int? {
    var value: UInt32 = 0
    let found = withUnsafeMutablePointer(to: &value) { target in
      withVaList([target]) { TIFFVGetField(pointer, UInt32(tag), $0) }
    }
    return found == 1 ? Int(value) : nil
  }

  /// Returns a field of 64-bit floats; nil when it is missing or of another type.
  func doubles(_ tag: UInt32) -> [Double]? {
    list(tag, of: TIFF_DOUBLE) {
      Array(UnsafeBufferPointer(start: $0.assumingMemoryBound(to: Double.self), count: $1))
    }
  }

  /// Returns a field of 16-bit numbers; nil when it is missing or of another type.
  func shorts(_ tag: UInt32) -> [UInt16]? {
    list(tag, of: TIFF_SHORT) {
      Array(UnsafeBufferPointer(start: $0.assumingMemoryBound(to: UInt16.self), count: $1))
    }
  }

  /// Returns a text field with its terminator; nil when it is missing or of another type.
  func bytes(_ tag: UInt32) -> [UInt8]? {
    list(tag, of: TIFF_ASCII) { Array(UnsafeRawBufferPointer(start: $0, count: $1)) }
  }

  /// Returns a text field without its terminator; nil when it is missing or of another type.
  func text(_ tag: UInt32) -> String? {
    bytes(tag).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The meanings of a pixel's samples beyond those of its photometric interpretation.
  var extraSamples: [UInt16] { counted(TIFFTAG_EXTRASAMPLES) }
  /// The offsets of the directories that belong to the image without being in the chain of the file.
  var subdirectories: [UInt64] { counted(TIFFTAG_SUBIFD) }

  /// Returns a field that libtiff returns as a 16-bit count and an address; empty when it is missing.
  private func counted<Value>(_ tag: Int32) -> [Value] {
    var count: UInt16 = 0
    var data: UnsafeMutablePointer<Value>?
    let found = withUnsafeMutablePointer(to: &count) { count in
      withUnsafeMutablePointer(to: &data) { data in
        withVaList([count, data]) { TIFFVGetField(pointer, UInt32(tag), $0) }
      }
    }
    guard found == 1, let data else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: Int(count)))
  }

  /// Returns whether the file has a field of any type.
  func has(_ tag: UInt32) -> Bool {
    (0..<TIFFGetTagListCount(pointer)).contains { TIFFGetTagListEntry(pointer, $0) == tag }
  }

  /// Returns a field unknown to libtiff, which is returned as a count and an address, if it is in the directory.
  private func list<Value>(
    _ tag: UInt32, of type: TIFFDataType, _ body: (UnsafeMutableRawPointer, Int) -> Value
  ) -> Value? {
    guard has(tag), let field = TIFFFieldWithTag(pointer, tag), TIFFFieldDataType(field) == type,
      TIFFFieldPassCount(field) != 0, TIFFFieldReadCount(field) == TIFF_VARIABLE2
    else { return nil }
    var count: UInt32 = 0
    var data: UnsafeMutableRawPointer?
    let found = withUnsafeMutablePointer(to: &count) { count in
      withUnsafeMutablePointer(to: &data) { data in
        withVaList([count, data]) { TIFFVGetField(pointer, tag, $0) }
      }
    }
    guard found == 1, let data else { return nil }
    return body(data, Int(count))
  }

  /// Returns the location of a tile or strip; nil when the list can't be read.
  func place(ofStrile index: Int) -> (offset: UInt64, byteCount: UInt64)? {
    var failed: Int32 = 0
    let offset = TIFFGetStrileOffsetWithErr(pointer, UInt32(index), &failed)
    guard failed == 0 else { return nil }
    let byteCount = TIFFGetStrileByteCountWithErr(pointer, UInt32(index), &failed)
    return failed == 0 ? (offset, byteCount) : nil
  }

  /// The maximum ratio of decompressed to compressed bytes; more is a decompression bomb.
  var expansionLimit: Int {
    switch Int32(short(TIFFTAG_COMPRESSION) ?? 1) {
    case COMPRESSION_NONE: 1
    case COMPRESSION_PACKBITS: 64
    case COMPRESSION_LZW: 3000
    case COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE: 1100
    default: 50_000
    }
  }

  /// Decodes the stored bytes of one tile or strip into samples of this machine's byte order.
  /// - Returns: libtiff's error message, or nil on success.
  func decode(
    strile index: Int, stored: UnsafeMutableRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> String? {
    client.message = nil
    let done = TIFFReadFromUserBuffer(
      pointer, UInt32(index), stored.baseAddress, tmsize_t(stored.count), target.baseAddress,
      tmsize_t(target.count))
    return done == 1 ? nil : client.message ?? "decoding failed"
  }
}

/// The callbacks through which libtiff accesses a file.
private final class TIFFClient {
  let file: RandomAccessFile
  var position = 0
  var message: String?

  init(_ file: RandomAccessFile) { self.file = file }

  private static func of(_ context: thandle_t?) -> TIFFClient? {
    context.map { Unmanaged<TIFFClient>.fromOpaque($0).takeUnretainedValue() }
  }

  static let read: TIFFReadWriteProc = { context, target, count in
    guard let client = TIFFClient.of(context), let target, count > 0 else { return 0 }
    let memory = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
    guard let got = try? client.file.readSome(into: memory, at: client.position) else { return -1 }
    client.position += got
    return tmsize_t(got)
  }

  static let refuseWriting: TIFFReadWriteProc = { _, _, _ in -1 }

  static let seek: TIFFSeekProc = { context, offset, whence in
    guard let client = TIFFClient.of(context) else { return .max }
    let base =
      switch whence {
      case SEEK_CUR: client.position
      case SEEK_END: client.file.byteCount
      default: 0
      }
    let (sum, overflow) = base.addingReportingOverflow(Int(truncatingIfNeeded: offset))
    guard !overflow, sum >= 0 else { return .max }
    client.position = sum
    return toff_t(sum)
  }

  static let close: TIFFCloseProc = { _ in 0 }

  static let size: TIFFSizeProc = { context in toff_t(TIFFClient.of(context)?.file.byteCount ?? 0) }

  static let note: TIFFErrorHandlerExtR = { _, context, _, format, arguments in
    guard let client = TIFFClient.of(context), let format, let arguments else { return 1 }
    var text = [CChar](repeating: 0, count: 300)
    vsnprintf(&text, text.count, format, arguments)
    client.message = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return 1
  }

  static let ignore: TIFFErrorHandlerExtR = { _, _, _, _, _ in 1 }
}
