import SkiBase

/// A reader of the stored tiles or strips of one band of an image.
///
/// Uncompressed rows are read directly; libtiff decodes the rest, several pieces at a time. Shared by any number of tasks.
final class TIFFStrileReader: Sendable {
  /// The location of a tile or strip in the file.
  typealias Place = (offset: Int, byteCount: Int)

  let layout: TIFFLayout
  private let file: RandomAccessFile
  private let handles: ObjectPool<TIFFHandle>
  private let places: TIFFStrileLocations
  private let fault: TIFFFault
  private let expansionLimit: Int
  /// The number of the band's first tile or strip among those of all bands.
  private let first: Int

  /// Creates a reader.
  /// - Parameters:
  ///   - handle: A handle on the image, owned by the reader from now on.
  ///   - directory: The offset of the image's directory; nil for the first.
  ///   - band: The number of the band, from 0; not 0 only where bands are planar.
  /// - Throws: ``SkiError`` with code `.malformedData` when the lists of offsets can't be read.
  /// - Complexity: O(*n*) in the tiles or strips.
  init(
    _ file: RandomAccessFile, _ handle: TIFFHandle, directory: UInt64? = nil, layout: TIFFLayout,
    band: Int = 0, fault: TIFFFault
  ) throws(SkiError) {
    self.file = file
    self.layout = layout
    self.fault = fault
    first = band * layout.strileCount
    places = try TIFFStrileLocations(handle, first..<first + layout.strileCount, fault: fault)
    expansionLimit = handle.expansionLimit
    handles = ObjectPool(handle) { try TIFFHandle(file, directory: directory) }
  }

  /// Returns whether a tile or strip is stored rather than omitted.
  func isStored(_ strile: Int) -> Bool { places.isStored(strile) }

  /// Returns the location of a tile or strip, or nil when it is omitted.
  /// - Throws: ``SkiError`` with code `.malformedData` when it lies beyond the end of the file.
  func place(_ strile: Int) throws(SkiError) -> Place? {
    try places.place(strile, fileBytes: file.byteCount, fault: fault)
  }

  /// Reads the decoded samples of rows of a tile or strip until the buffer is full.
  /// - Parameter skippedRows: The number of rows above the first one that is read; 0 for compressed data.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded` or `.inputOutput`.
  /// - Complexity: O(*n*) in the samples.
  func read(
    _ strile: Int, _ place: Place, skippedRows: Int, into target: UnsafeMutableRawBufferPointer
  ) throws {
    try check(strile, place, skippedRows: skippedRows, bytes: target.count)
    guard layout.isPlain else { return try decode(strile, place, into: target) }
    try file.read(into: target, at: place.offset + skippedRows * layout.rowBytes)
  }

  /// Calls a closure with the decoded samples of rows of a tile or strip.
  ///
  /// Their memory is allocated when the stored bytes are enough for it.
  /// - Throws: The errors of ``read(_:_:skippedRows:into:)``.
  func withRows<Answer>(
    _ strile: Int, _ place: Place, skippedRows: Int, count: Int, _ body: (UnsafeRawPointer) -> Answer
  ) throws -> Answer {
    let bytes = count * layout.rowBytes
    try check(strile, place, skippedRows: skippedRows, bytes: bytes)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
    defer { memory.deallocate() }
    try read(
      strile, place, skippedRows: skippedRows,
      into: UnsafeMutableRawBufferPointer(start: memory, count: bytes))
    return body(UnsafeRawPointer(memory))
  }

  /// Throws unless the stored bytes can hold a number of decoded ones.
  private func check(_ strile: Int, _ place: Place, skippedRows: Int, bytes: Int) throws(SkiError) {
    let needed = layout.isPlain ? skippedRows * layout.rowBytes + bytes : bytes
    guard place.byteCount >= (layout.isPlain ? needed : needed / expansionLimit) else {
      throw fault(
        .malformedData,
        "piece \(strile) has \(place.byteCount) bytes, too few for \(needed) bytes of samples; fetch the file again"
      )
    }
  }

  private func decode(_ strile: Int, _ place: Place, into target: UnsafeMutableRawBufferPointer) throws {
    // No compression expands data by more than half; a longer piece ends with unused bytes.
    let count = min(place.byteCount, 2 * target.count + 1 << 16)
    let stored = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { stored.deallocate() }
    try file.read(into: stored, at: place.offset)
    if let window = ZstandardFrame.windowBytes(UnsafeRawBufferPointer(stored)),
      window > ZstandardFrame.limitBytes
    {
      throw fault(
        .limitExceeded,
        "piece \(strile) needs \(window) bytes to be decoded, more than \(ZstandardFrame.limitBytes); "
          + "compress the file at level 20 or lower")
    }
    // libtiff accepts some damaged pieces that end early: their rest must not expose another tile's samples.
    target.initializeMemory(as: UInt8.self, repeating: 0)
    let complaint = try handles.use { $0.decode(strile: first + strile, stored: stored, into: target) }
    if let complaint {
      throw fault(
        .malformedData,
        "piece \(strile) at byte \(place.offset) can't be decoded; fetch the file again",
        underlying: complaint)
    }
  }
}

/// The header of a Zstandard frame, which states the memory needed for decoding.
///
/// **Source:** RFC 8878, section 3.1.1.1.
enum ZstandardFrame {
  /// The maximum window of a frame in bytes, that of level 20 of 22.
  static let limitBytes = 32 << 20

  /// Returns the window size of a frame in bytes; nil when the bytes are no frame header that states it.
  ///
  /// Single-segment frames have a window of the size of their content.
  static func windowBytes(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 14, bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) else { return nil }
    let descriptor = bytes[4]
    guard descriptor & 0x20 != 0 else {
      let base = 1 << (10 + Int(bytes[5] >> 3))
      return base + base / 8 * Int(bytes[5] & 7)
    }
    let dictionaryBytes = [0, 1, 2, 4][Int(descriptor & 3)]
    let sizeBytes = [1, 2, 4, 8][Int(descriptor >> 6)]
    guard 5 + dictionaryBytes + sizeBytes <= bytes.count else { return nil }
    var size: UInt64 = 0
    for index in (0..<sizeBytes).reversed() { size = size << 8 | UInt64(bytes[5 + dictionaryBytes + index]) }
    return Int(min(size &+ (sizeBytes == 2 ? 256 : 0), 1 << 40))
  }
}

/// The locations of the tiles or strips of a TIFF.
struct TIFFStrileLocations: Sendable {
  private let offsets: [UInt64]
  private let byteCounts: [UInt64]

  /// Creates the locations from the lists of a file, as far as they belong to one band.
  /// - Parameter range: The numbers of the band's tiles or strips among those of all bands.
  /// - Throws: ``SkiError`` with code `.malformedData` when they can't be read.
  /// - Complexity: O(*n*) in the tiles or strips; 16 bytes of memory each.
  init(_ handle: TIFFHandle, _ range: Range<Int>, fault: TIFFFault) throws(SkiError) {
    var offsets: [UInt64] = []
    var byteCounts: [UInt64] = []
    offsets.reserveCapacity(range.count)
    byteCounts.reserveCapacity(range.count)
    for index in range {
      guard let place = handle.place(ofStrile: index) else {
        throw fault(
          .malformedData, "the list of offsets ends at \(index) of \(range.upperBound); fetch the file again",
          underlying: handle.message)
      }
      offsets.append(place.offset)
      byteCounts.append(place.byteCount)
    }
    self.offsets = offsets
    self.byteCounts = byteCounts
  }

  /// Returns the offset and size of a tile or strip in bytes, or nil when it is omitted and void.
  /// - Throws: ``SkiError`` with code `.malformedData` when it lies beyond the end of the file.
  func place(_ index: Int, fileBytes: Int, fault: TIFFFault) throws(SkiError) -> (
    offset: Int, byteCount: Int
  )? {
    let (offset, byteCount) = (offsets[index], byteCounts[index])
    guard byteCount > 0, offset > 0 else { return nil }
    guard byteCount <= UInt64(fileBytes), offset <= UInt64(fileBytes) - byteCount else {
      throw fault(
        .malformedData,
        "file is cut off: piece \(index) is at byte \(offset), \(byteCount) bytes, but the file has \(fileBytes); fetch it again"
      )
    }
    return (Int(offset), Int(byteCount))
  }

  /// Returns whether a tile or strip is stored rather than omitted.
  func isStored(_ index: Int) -> Bool { byteCounts[index] > 0 && offsets[index] > 0 }
}
