import SkiBase

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
