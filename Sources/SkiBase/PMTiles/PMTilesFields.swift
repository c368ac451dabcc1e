/// The fields of a PMTiles header, validated as they are read.
struct PMTilesFields {
  let bytes: [UInt8]
  let fileSize: Int
  let subject: String

  func number(at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }

  func place(at offset: Int) -> PMTilesHeader.Position {
    let both = number(at: offset)
    return PMTilesHeader.Position(
      longitude: Int32(truncatingIfNeeded: both), latitude: Int32(truncatingIfNeeded: both >> 32))
  }

  /// Reads the offset and length of a section, which must lie within the file.
  func range(at offset: Int, _ part: String) throws(SkiError) -> Range<Int> {
    let (start, count) = (number(at: offset), number(at: offset + 8))
    guard start <= UInt64(fileSize), count <= UInt64(fileSize) - start else {
      throw SkiError(
        .malformedData,
        "\(part) of \(count) bytes at byte \(start) lies beyond the file of \(fileSize) bytes; fetch it again",
        subject: subject)
    }
    return Int(start)..<Int(start + count)
  }

  func isGzip(at offset: Int, _ part: String, unknownIsPlain: Bool) throws(SkiError) -> Bool {
    switch bytes[offset] {
    case 0 where unknownIsPlain: return false
    case 1: return false
    case 2: return true
    default:
      let names = [0: "unknown", 3: "brotli", 4: "zstd"]
      let name = names[Int(bytes[offset])] ?? "number \(bytes[offset])"
      throw unsupported(
        "\(part) have compression \(name); only none and gzip are read, convert the archive")
    }
  }

  func unsupported(_ message: String) -> SkiError {
    SkiError(.unsupportedFormat, message, subject: subject)
  }
}
