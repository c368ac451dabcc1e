import CDeflate

/// The chunks of PNG files: length, name, content and checksum.
package enum PNGChunk {
  /// The signature of PNG files.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns an encoded chunk.
  /// - Complexity: O(*n*) in the bytes.
  package static func bytes(_ name: String, _ content: [UInt8]) -> [UInt8] {
    var chunk: [UInt8] = []
    chunk.reserveCapacity(content.count + 12)
    chunk += bigEndian(UInt32(content.count))
    chunk += name.utf8
    chunk += content
    let checksum = chunk.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + 4 }, $0.count - 4) }
    return chunk + bigEndian(checksum)
  }

  package static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
